/** Tractor's table: the head with what is played for, the plays around the centre. */

import { h, same } from "../dom.js";
import { cardNames, fan, sign, suitSign } from "../parts/card.js";
import { badge, campOf, heldSign, mark, secondsTo, sideOf, timeBar, who } from "../parts/seats.js";
import { drawnOf, flying, lastButton, playSheet, shownTrick, slotsOf, trick } from "../parts/trick.js";
import { cardsIn, less, mySeat } from "../store.js";
import { t } from "../words.js";

/** What is drawn at other tables than that of four with two packs alone, once it is loaded. */
export const extra = { many: /** @type {typeof import("./tractor_many.js")|null} */ (null) };

// --- The head ---

/**
 * What a table of Tractor is about, as this person sees it; from nothing else the head is drawn.
 * @typedef {{trump: string, named: boolean, lord: string|null, points: number, need: number, steps: number[], side: string, levels: string[]}} Score
 *     `side`: the attackers', as seen from here; `levels`: of both sides, this person's first; where each seat has its own, this person's.
 * @param {import("../store.js").State} state @returns {Score}
 */
export function scoreOf(state) {
  const { trump, named, landlord, points, need, steps, attackers, levels } = state.parts.head;
  const seat = mySeat(state) ?? state.bottom ?? 0, { side } = state.parts.seats[seat];
  const all = levels.map((/** @type {string} */ level) => level.replace("T", "10"));
  return {
    trump, named, points, need, steps, lord: typeof landlord === "number" ? who(state, landlord) : null,
    side: attackers ? sideOf(state, attackers[0]) : "", levels: all.length > 2 ? [all[seat]] : [all[side], all[1 - side]],
  };
}

/** Trump, landlord, the attackers' points with what they lead to, the levels. @param {Score} score */
export function head(score) {
  const { lord } = score;
  return h("div", { class: "tractor-head" },
    h("span", { class: "fact" }, h("span", { class: "trump" }, trumpOf(score)), word("ui.tractor.trump")),
    h("span", { class: "fact lord" }, h("span", { class: "sr" }, t("ui.tractor.lord"), " ", lord ?? t("ui.tractor.nobody")), sign("lord"),
      h("b", { dir: "auto", "aria-hidden": "true" }, lord), word("ui.tractor.lord")),
    pointsOf(score),
    h("span", { class: "fact levels" }, levelsOf(score)));
}

/** The trump suit, "" for none, and the rank. @param {Score} score @returns {[string, string]} */
function trumpParts({ trump, named }) {
  const suit = trump.slice(0, -1);
  return [named && "SHDC".includes(suit) ? suit : "", trump.slice(-1)];
}

/** What a sign of the head is, below it. @param {string} key */
const word = (key) => h("span", { key, class: "word", "aria-hidden": "true" }, t(key));

/** What is trump, in words. @param {Score} score */
export function trumpText(score) {
  const [suit, rank] = trumpParts(score);
  const none = score.named ? "ui.tractor.no-suit" : "ui.tractor.unnamed";
  return t("ui.tractor.trump-is", { suit: suit ? t(`ui.suit.${suit}`) : t(none), rank: t(`ui.rank.${rank}`) });
}

/** @param {Score} score */
function trumpOf(score) {
  const [suit, rank] = trumpParts(score);
  return [
    h("span", { class: "sr" }, trumpText(score)),
    h("span", { class: "sign-and-rank", "aria-hidden": "true" },
      suit ? suitSign(suit) : h("span", { class: "of" }, score.named ? t("ui.tractor.no-suit-short") : "?"), h("b", null, rank === "T" ? "10" : rank)),
  ];
}

/** The points that the attackers need next: to take over, then to rise. @param {Score} score @returns {number|undefined} */
const goal = ({ points, need, steps }) => points < need ? need : steps.find((step) => step > points);

/** The attackers' points and how many more lead to something, in words. @param {Score} score */
export function pointsText(score) {
  const { points, need } = score, step = goal(score);
  if (step === need) return t("ui.tractor.points-need", { n: points, more: need - points, need });
  return step === undefined ? t("ui.tractor.points-all", { n: points }) : t("ui.tractor.points-next", { n: points, more: step - points, step });
}

/** The points as a number and a bar, and what the next goal brings. @param {Score} score */
function pointsOf(score) {
  const next = goal(score), brings = next === undefined ? "points" : next === score.need ? "goal-over" : "goal-rise";
  return h("span", { class: "fact points", "data-place": "score" },
    h("span", { class: "sr" }, pointsText(score)),
    h("span", { class: "total", "aria-hidden": "true" },
      h("b", null, score.points), next !== undefined && h("span", { class: "of" }, `/${next}`), h("span", { class: "word" }, t(`ui.tractor.${brings}`))),
    bar(score));
}

/** The attackers' points as a bar, the thresholds of the house marked. @param {Score} score */
function bar(score) {
  const { points, steps, side } = score, { at } = scale(score);
  return h("span", { class: `points-bar ${side}`, "aria-hidden": "true" },
    h("span", { class: "filled", style: { "--at": at(points) } }),
    steps.slice(0, -1).map((step) => h("span", { key: step, class: "step", style: { "--at": at(step) } })));
}

/** The most points that the bar shows, and where so many of them lie on it. @param {Score} score */
function scale({ points, steps }) {
  const most = Math.max(...steps, points);
  return { most, at: (/** @type {number} */ value) => `${(100 * value) / most}%` };
}

/** How far the attackers have come in a deal that is over: below the bar what they needed, and all there is. @param {Score} score */
export function gauge(score) {
  const { points, need } = score, { most, at } = scale(score);
  const point = (/** @type {string} */ kind, /** @type {number} */ value) => h("span", { key: kind, class: kind, style: { "--at": at(value) } }, value);
  return h("div", { key: "gauge", class: "gauge", "aria-hidden": "true" }, point("made", points), bar(score), point("need", need), point("most", most));
}

/** What lay in the kitty of a deal that is over; the details say it in words. @param {import("../store.js").State} state */
export function shownKitty({ parts: { over: { kitty }, head: { kitty_points: n } } }) {
  return h("p", { key: "kitty", class: "was-kitty" }, h("b", null, t("ui.tractor.kitty")), n > 0 && h("span", null, t("ui.card.points", { n })), fan(kitty));
}

/** @param {Score} score */
export function levelsText({ levels: [ours, theirs] }) {
  return theirs ? t("ui.tractor.levels", { ours, theirs }) : t("ui.tractor.own-level", { ours });
}

/** @param {Score} score */
function levelsOf(score) {
  return [
    h("span", { class: "sr" }, levelsText(score)),
    h("span", { "aria-hidden": "true" }, score.levels.map((level, side) => [side > 0 && ":", h("b", { class: side ? "text-theirs" : "text-ours" }, level)])),
    word("ui.tractor.level"),
  ];
}

// --- The plays ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} offers  what can be taken at once, where one's own play will lie. */
export function board(state, act, offers) {
  const shown = shownTrick(state), { last } = state.parts.table, called = extra.many?.calls(state);
  const whole = ({ seat, cards }) => { const parts = partsOf(shown, seat, cards); return parts ? extra.many?.parted(parts) : lines(cards); };
  const over = playSheet(state, act, whole) ?? extra.many?.chooser(state, act);
  const slots = slotsOf(state, shown, (seat, play) => slot(state, shown, seat, play, !offers));
  const title = last ? `${t("ui.tractor.last")} · ${t("ui.tractor.trick-points", { n: last.points })}` : "";
  return h("div", { key: "table", class: `tractor-table ${state.parts.bar ? "at-draw" : ""} ${called ? "with-calls" : ""}` },
    called, trick(state, act, { slots, drawn: laid, centre: centre(state, shown), corners: corners(state, act, shown), over, label: t("ui.tractor.table"), title, played: ({ cards }) => fan(cards) }),
    offers);
}

/** Cards in a line of a play that is shown whole. */
const WHOLE_LINE = 7;

/** A long play in lines. @param {string[]} cards */
function lines(cards) {
  return Array.from({ length: Math.ceil(cards.length / WHOLE_LINE) }, (_, line) => fan(cards.slice(line * WHOLE_LINE, (line + 1) * WHOLE_LINE), { key: `${line}` }));
}

/** The parts that a lead was named to have; of another play nothing. @param {any} shown @param {number} seat @param {string[]} cards all that are drawn. @returns {string[][]|null} */
function partsOf(shown, seat, cards) {
  const parts = shown?.leader === seat && !shown.tried ? shown.parts : null;
  return parts && extra.many && parts.flat().length === cards.length ? parts : null;
}

/** @param {import("../store.js").State} state @param {any} shown @param {number} seat @param {any} play its own, if it has played. @param {boolean} isFree nothing else lies there. */
function slot(state, shown, seat, play, isFree) {
  const cards = laidBy(state, shown, seat, play), isMine = seat === mySeat(state), isWhole = liesWhole(state, shown, seat);
  const n = isWhole ? cards.length : drawnOf(cards.length, state.parts.seats.length), { count } = state.parts.seats[seat];
  return {
    badge: badge(state, seat, { marks: marksOf(state, seat), note: "", held: [heldSign(count, t(count === 1 ? "ui.tractor.card" : "ui.tractor.cards", { n: count })), extra.many?.taken(state, seat)] }),
    cards, said: play?.text ?? cardNames(cards), ...isWhole && { key: "throw" }, due: isFree ? { cards: state.parts.ask?.size ?? 1 } : null,
    folded: !play?.bomb && cards.length > n ? { all: cards.length, shown: n, name: who(state, seat) } : null,
    how: { n, isMine, isWhole, tried: hasFallen(shown, seat) ? shown.tried : null, parts: partsOf(shown, seat, cards.slice(0, n)), isBomb: Boolean(extra.many && play?.bomb), pending: isMine && state.pending !== null && !play },
  };
}

/** Whether the seat has led a throw to the trick that fell. @param {any} shown @param {number} seat @returns {boolean} */
const hasFallen = (shown, seat) => Boolean(shown?.tried) && shown.leader === seat;

/** Whether all of a throw that fell is shown: while its part is to be chosen, for a while after it, and in a record. @param {import("../store.js").State} state @param {any} shown @param {number} seat */
function liesWhole({ fallenUntil, bottom }, shown, seat) {
  return hasFallen(shown, seat) && (!playOf(shown, seat) || fallenUntil !== null || bottom !== null);
}

/** The cards of this person's throw that still lie on the felt and go back to the hand. @param {import("../store.js").State} state @returns {string[]} */
export function goingBack(state) {
  const { trick } = state.parts.table, seat = mySeat(state);
  return seat !== null && state.fallenUntil !== null && liesWhole(state, trick, seat) ? less(trick.tried, playOf(trick, seat).cards) : [];
}

/** A seat's play; of a throw that fell all of it, with the part that is led instead alight, until the rest goes back. @param {any} slot */
function laid({ seat, cards, how: { n, isMine, isWhole, tried, parts, isBomb, pending } }) {
  const place = `seat-${seat}`, shown = cards.slice(0, n);
  if (!tried) return cards.length ? flying({ seat, cards }, [parts ? extra.many?.parted(parts) : fan(shown, { pending }), isBomb && extra.many?.bomb()]) : null;
  const all = isWhole ? tried : shown, flies = { "data-origin": place, "data-back": isMine ? null : place };
  return h("span", { key: `${isWhole} ${all.join("")}`, class: isWhole && cards.length ? "falls" : null },
    fan(all, { lit: cards.length ? cards : undefined, flies, label: isWhole ? t("ui.tractor.tried", { cards: cardNames(all) }) : undefined }));
}

/** A seat's play of a trick. @param {any} shown @param {number} seat */
const playOf = (shown, seat) => shown?.plays.find((one) => one.seat === seat);

/** The cards before a seat: those it has played, those it sends, or during the draw its bid. @param {import("../store.js").State} state @param {any} shown @param {number} seat @param {any} play @returns {string[]} */
function laidBy(state, shown, seat, play) {
  if (play) return play.cards;
  if (shown?.uncut && shown.leader === seat) return shown.uncut;
  const { phase, bids } = state.parts.head;
  if (phase === "draw" || phase === "bid") return bids.filter((bid) => bid.seat === seat).pop()?.cards ?? [];
  const isSent = phase === "play" && seat === mySeat(state) && state.pending !== null;
  return isSent ? cardsIn(state.pending?.move ?? "") : [];
}

/** What a seat is in this deal: the landlord, on its side, an attacker, or not known yet. @param {import("../store.js").State} state @param {number} seat */
function marksOf(state, seat) {
  const { landlord, attackers } = state.parts.head, camp = campOf(state, seat);
  if (!attackers) return null;
  if (!camp) return mark("", t("ui.tractor.unknown"), "?");
  const [picture, word] = seat === landlord ? ["lord", "lord"] : camp === "attack" ? ["attack", "attacks"] : ["defend", state.parts.seats.length > 4 ? "with-lord" : "defends"];
  return mark(word, t(`ui.tractor.${word}`), sign(picture));
}

/** What stands in the middle: how much is drawn, who buries, why a throw fell. @param {import("../store.js").State} state @param {any} shown */
function centre(state, shown) {
  const { bar, head: facts } = state.parts;
  const ends = state.parts.life?.until;
  if (bar) return h("span", { class: "chip-like", "data-place": "stock" }, ends ? [h("span", { key: "ends", role: "timer" }, t("ui.tractor.last-bids", { s: secondsTo(state, ends) })), timeBar(state, ends)] : t("ui.tractor.drawn", { n: bar.drawn, of: bar.of }));
  if (facts.phase === "bury") return h("span", { class: "says" }, t("ui.tractor.buries", { who: who(state, facts.landlord) }));
  if (["call", "steal"].includes(facts.phase)) return h("span", { class: "says" }, t(`ui.tractor.at-${facts.phase}`, { who: who(state, facts.turn) }));
  return shown?.tried ? fallen(state, shown.leader) : null;
}

/** Whose throw fell, and what it costs; for ears with the part that is led and the rule. @param {import("../store.js").State} state @param {number} seat */
function fallen(state, seat) {
  const whose = seat === mySeat(state) ? t("ui.tractor.own-fell") : t("ui.tractor.fell", { name: who(state, seat) });
  const from = state.log.findLastIndex(({ code }) => code.startsWith("tractor.told.fails"));
  const lines = state.log.slice(from).filter(({ code }) => /^tractor\.told\.(fails|costs)/.test(code));
  const cost = lines.find(({ p }) => p.points)?.p.points;
  return h("p", { key: "fallen", class: "fallen" },
    h("span", { class: "sr" }, lines.map(({ text }) => text).join(t("ui.stop"))),
    h("span", { "aria-hidden": "true" }, whose, cost && h("b", null, cost)));
}

// --- The corners, which no play needs ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} shown */
function corners(state, act, shown) {
  const { table, head: facts } = state.parts;
  return [
    lastButton(state, act, t("ui.tractor.last")),
    table.buried?.length > 0 && same("kitty", ownKitty, table.buried, facts.kitty_points),
    h("div", { key: "worth", class: "corner-right" },
      facts.turned.length && !shown ? [h("span", { key: "turned" }, t("ui.tractor.turned")), fan(facts.turned, { key: "cards", most: NEWS_MOST })] : null,
      shown?.plays.length ? h("span", { key: "points", class: "chip-like" }, shown.isLast && h("span", { class: "sr" }, t("ui.tractor.last")), h("span", null, t("ui.tractor.trick-points", { n: shown.points }))) : null),
  ];
}

/** Cards in a line of the corner. */
const NEWS_MOST = 5;

/** What was buried, to be looked at, and what it counts where that is told: to the landlord. @param {string[]} cards @param {number|null} points */
function ownKitty(cards, points) {
  const name = points === null ? t("ui.tractor.kitty") : t("ui.tractor.own-kitty", { n: points });
  return h("details", { key: "kitty", class: "own-kitty" }, h("summary", { class: "chip-like" }, name), h("div", { class: "kitty-cards" }, fan(cards)));
}
