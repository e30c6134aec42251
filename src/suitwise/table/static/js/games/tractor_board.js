/** Tractor's table: the head with what is played for, the plays around the centre. */

import { h, same } from "../dom.js";
import { cardNames, fan, sign, suitSign } from "../parts/card.js";
import { badge, campOf, seatsAround, secondsTo, sideOf, timeBar, who } from "../parts/seats.js";
import { drawnOf, dueOf, isRoomy, lastButton, lastSheet, moreButton, playSheet, shownTrick, slotLabel, trick } from "../parts/trick.js";
import { cardsIn, less, mySeat } from "../store.js";
import { t } from "../words.js";

/** What is drawn at other tables than that of four with two packs alone, once it is loaded. */
export const extra = { isDue: false, many: /** @type {typeof import("./tractor_many.js")|null} */ (null) };

/** @param {import("../store.js").State} state @param {number|null|undefined} seat @returns {string} */
function lordOf(state, seat) {
  return seat === null || seat === undefined ? t("ui.tractor.nobody") : who(state, seat);
}

// --- The head ---

/** Trump, landlord, the attackers' points with what they lead to, the levels. @param {import("../store.js").State} state */
export function head(state) {
  const { head: facts } = state.parts;
  return same("head", scored(state), () => h("div", { class: "tractor-head" },
    h("span", { class: "fact" }, h("span", { class: "trump" }, trumpOf(state)), word("ui.tractor.trump")),
    h("span", { class: "fact lord" }, h("span", { class: "sr" }, t("ui.tractor.lord"), " ", lordOf(state, facts.landlord)), sign("lord"),
      h("b", { dir: "auto", "aria-hidden": "true" }, facts.landlord === null ? "–" : lordOf(state, facts.landlord)), word("ui.tractor.lord")),
    pointsOf(state),
    h("span", { class: "fact levels" }, levelsOf(state))));
}

/** What the head is made of. @param {import("../store.js").State} state */
export function scored({ welcome, bottom, parts: { people, head: { trump, named, landlord, points, need, steps, attackers, levels }, seats } }) {
  return [welcome, bottom, people, trump, named, landlord, points, need, steps, attackers, levels, seats.map(({ side }) => side).join(), extra.isDue && {}];
}

/** The trump suit, "" for none, and the rank. @param {any} facts @returns {[string, string]} */
function trumpParts({ trump, named }) {
  const suit = trump.slice(0, -1);
  return [named && "SHDC".includes(suit) ? suit : "", trump.slice(-1)];
}

/** What a sign of the head is, below it. @param {string} key */
const word = (key) => h("span", { key, class: "word", "aria-hidden": "true" }, t(key));

/** What is trump, in words. @param {import("../store.js").State} state */
export function trumpText({ parts: { head: facts } }) {
  const [suit, rank] = trumpParts(facts);
  const none = facts.named ? "ui.tractor.no-suit" : "ui.tractor.unnamed";
  return t("ui.tractor.trump-is", { suit: suit ? t(`ui.suit.${suit}`) : t(none), rank: t(`ui.rank.${rank}`) });
}

/** @param {import("../store.js").State} state */
function trumpOf(state) {
  const [suit, rank] = trumpParts(state.parts.head);
  return [
    h("span", { class: "sr" }, trumpText(state)),
    h("span", { class: "sign-and-rank", "aria-hidden": "true" },
      suit ? suitSign(suit) : h("span", { class: "of" }, state.parts.head.named ? t("ui.tractor.no-suit-short") : "?"), h("b", null, rank === "T" ? "10" : rank)),
  ];
}

/** The points that the attackers need next: to take over, then to rise. @param {import("../store.js").State} state @returns {number|undefined} */
function goal({ parts: { head: { points, need, steps } } }) {
  return points < need ? need : steps.find((step) => step > points);
}

/** The attackers' points and how many more lead to something, in words. @param {import("../store.js").State} state */
export function pointsText(state) {
  const { points, need } = state.parts.head;
  const step = goal(state);
  if (step === need) return t("ui.tractor.points-need", { n: points, more: need - points, need });
  return step === undefined ? t("ui.tractor.points-all", { n: points }) : t("ui.tractor.points-next", { n: points, more: step - points, step });
}

/** The points as a number and a bar. @param {import("../store.js").State} state */
function pointsOf(state) {
  const { points } = state.parts.head;
  const next = goal(state);
  return h("span", { class: "fact points", "data-place": "score" },
    h("span", { class: "sr" }, pointsText(state)),
    h("span", { class: "total", "aria-hidden": "true" },
      h("b", null, points), next !== undefined && h("span", { class: "of" }, `/${next}`), h("span", { class: "word" }, t("ui.tractor.points"))),
    bar(state));
}

/** The attackers' points as a bar, the thresholds of the house marked. @param {import("../store.js").State} state */
function bar(state) {
  const { points, steps, attackers } = state.parts.head, { at } = scale(state);
  return h("span", { class: `points-bar ${attackers ? sideOf(state, attackers[0]) : ""}`, "aria-hidden": "true" },
    h("span", { class: "filled", style: { "--at": at(points) } }),
    steps.slice(0, -1).map((step) => h("span", { key: step, class: "step", style: { "--at": at(step) } })));
}

/** The most points that the bar shows, and where so many of them lie on it. @param {import("../store.js").State} state */
function scale({ parts: { head: { points, steps } } }) {
  const most = Math.max(...steps, points);
  return { most, at: (/** @type {number} */ value) => `${(100 * value) / most}%` };
}

/** How far the attackers have come in a deal that is over: below the bar what they needed, and all there is. @param {import("../store.js").State} state */
export function gauge(state) {
  const { points, need } = state.parts.head, { most, at } = scale(state);
  const mark = (/** @type {string} */ kind, /** @type {number} */ value) => h("span", { key: kind, class: kind, style: { "--at": at(value) } }, value);
  return h("div", { key: "gauge", class: "gauge", "aria-hidden": "true" }, mark("made", points), bar(state), mark("need", need), mark("most", most));
}

/** What lay in the kitty of a deal that is over; the details say it in words. @param {import("../store.js").State} state */
export function shownKitty({ parts: { over: { kitty }, head: { kitty_points: n } } }) {
  return h("p", { key: "kitty", class: "was-kitty" }, h("b", null, t("ui.tractor.kitty")), n > 0 && h("span", null, t("ui.card.points", { n })), fan(kitty));
}

/** The levels of both sides, this person's first; where each seat has its own, this person's. @param {import("../store.js").State} state @returns {string[]} */
function levels(state) {
  const seat = mySeat(state) ?? state.bottom ?? 0, { side } = state.parts.seats[seat];
  const all = state.parts.head.levels.map((level) => level.replace("T", "10"));
  return all.length > 2 ? [all[seat]] : [all[side], all[1 - side]];
}

/** @param {import("../store.js").State} state */
export function levelsText(state) {
  const [ours, theirs] = levels(state);
  return theirs ? t("ui.tractor.levels", { ours, theirs }) : t("ui.tractor.own-level", { ours });
}

/** @param {import("../store.js").State} state */
function levelsOf(state) {
  return [
    h("span", { class: "sr" }, levelsText(state)),
    h("span", { "aria-hidden": "true" }, levels(state).map((level, side) => [side > 0 && ":", h("b", { class: side ? "text-theirs" : "text-ours" }, level)])),
    word("ui.tractor.level"),
  ];
}

// --- The plays ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} offers  what can be taken at once, where one's own play will lie. */
export function board(state, act, offers) {
  const shown = shownTrick(state);
  const slots = seatsAround(state).map(({ seat, place }) => same(`seat ${place}`, lying(state, act, seat, !offers), () => slot(state, act, shown, seat, place, !offers)));
  const called = extra.many?.calls(state), { last } = state.parts.table;
  const title = last ? `${t("ui.tractor.last")} · ${t("ui.tractor.trick-points", { n: last.points })}` : "";
  return h("div", { key: "table", class: `tractor-table ${state.parts.bar ? "at-draw" : ""} ${called ? "with-calls" : ""}` },
    called, trick({
      slots, centre: centre(state, shown), corners: corners(state, act, shown), over: lastSheet(state, act, title, ({ cards }) => fan(cards)) ?? playSheet(state, act, ({ seat, cards }) => apart(shown, seat, cards) ?? lines(cards)) ?? extra.many?.chooser(state, act), done: Boolean(shown?.isLast), gained: state.gained, label: t("ui.tractor.table"),
      onTap: () => (state.lastTrickUntil ?? state.fallenUntil) && act.clearTable(),
    }),
    offers);
}

/** What a seat and its play are made of; while something counts down, or at other tables, that is never the same. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {number} seat @param {boolean} isFree */
function lying(state, act, seat, isFree) {
  const { lastTrickUntil, fallenUntil, pending, bottom, welcome, parts: { people, seats, head: { turn, phase, bids, landlord, attackers }, life, table, ask, clock } } = state;
  const isStill = !extra.isDue && !clock && !people?.[seat]?.covers_at;
  return [act, seat, isFree, isStill || {}, lastTrickUntil, fallenUntil, pending, bottom, welcome, people, seats[seat], sideOf(state, seat), turn === seat, phase, bids, landlord, attackers, life?.stage, table, seat === mySeat(state) && ask, isRoomy.matches];
}

/** Cards in a line of a play that is shown whole. */
const WHOLE_LINE = 7;

/** A long play in lines. @param {string[]} cards */
function lines(cards) {
  return Array.from({ length: Math.ceil(cards.length / WHOLE_LINE) }, (_, line) => fan(cards.slice(line * WHOLE_LINE, (line + 1) * WHOLE_LINE), { key: `${line}` }));
}

/** The parts that a lead was named to have, apart; of another play nothing. @param {any} shown @param {number} seat @param {string[]} cards all that are drawn. */
function apart(shown, seat, cards) {
  const parts = shown?.leader === seat && !shown.tried ? shown.parts : null;
  return parts && parts.flat().length === cards.length ? extra.many?.parted(parts) : null;
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} shown @param {number} seat @param {string} place @param {boolean} isFree nothing else lies there. */
function slot(state, act, shown, seat, place, isFree) {
  const cards = laidBy(state, shown, seat);
  const led = shown?.leader === seat && cards.length > 0;
  const wins = shown?.best === seat && cards.length > 0;
  const said = playOf(shown, seat)?.text ?? cardNames(cards);
  const label = slotLabel(who(state, seat), said, { led, wins });
  const pending = seat === mySeat(state) && state.pending !== null && !playOf(shown, seat);
  const lies = cards.length > 0 || hasFallen(shown, seat);
  const isWhole = liesWhole(state, shown, seat);
  const drawn = isWhole ? cards.length : drawnOf(cards.length, state.parts.seats.length);
  return {
    seat, place, led, wins, label, laid: isWhole ? "throw" : `${led}${wins}${cards.join("")}`, plays: lies ? playedFan(state, shown, seat, cards, drawn, pending) : null,
    due: isFree ? dueOf(state, seat, { cards: state.parts.ask?.size ?? 1 }) : null, more: !playOf(shown, seat)?.bomb && moreButton(state, act, seat, cards.length, drawn),
    badge: badge(state, seat, { marks: marksOf(state, seat), note: "", held: [heldBy(state, seat), extra.many?.taken(state, seat)] }),
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

/** A seat's play; of a throw that fell all of it, with the part that is led instead alight, until the rest goes back. @param {import("../store.js").State} state @param {any} shown @param {number} seat @param {string[]} cards @param {number} drawn how many are not folded. @param {boolean} pending */
function playedFan(state, shown, seat, cards, drawn, pending) {
  const place = `seat-${seat}`;
  if (!hasFallen(shown, seat)) return h("span", { key: cards.join(""), "data-fly": cards.length === 1 ? cards[0] : cards.join(""), "data-origin": place }, apart(shown, seat, cards.slice(0, drawn)) ?? fan(cards.slice(0, drawn), { pending }), extra.many?.bomb(playOf(shown, seat)));
  const isWhole = liesWhole(state, shown, seat), all = isWhole ? shown.tried : cards.slice(0, drawn);
  const flies = { "data-origin": place, "data-back": seat === mySeat(state) ? null : place };
  return h("span", { key: `${isWhole} ${all.join("")}`, class: isWhole && cards.length ? "falls" : null },
    fan(all, { lit: cards.length ? cards : undefined, flies, label: isWhole ? t("ui.tractor.tried", { cards: cardNames(all) }) : undefined }));
}

/** A seat's play of a trick. @param {any} shown @param {number} seat */
const playOf = (shown, seat) => shown?.plays.find((one) => one.seat === seat);

/** The cards before a seat: those it has played, those it sends, or during the draw its bid. @param {import("../store.js").State} state @param {any} shown @param {number} seat @returns {string[]} */
function laidBy(state, shown, seat) {
  const played = playOf(shown, seat);
  if (played) return played.cards;
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
  if (!camp) return h("span", { class: "mark", role: "img", "aria-label": t("ui.tractor.unknown"), title: t("ui.tractor.unknown") }, "?");
  const [picture, word] = seat === landlord ? ["lord", "lord"] : camp === "attack" ? ["attack", "attacks"] : ["defend", state.parts.seats.length > 4 ? "with-lord" : "defends"];
  return h("span", { class: `mark ${word}`, role: "img", "aria-label": t(`ui.tractor.${word}`), title: t(`ui.tractor.${word}`) }, sign(picture));
}

/** How many cards a seat holds. @param {import("../store.js").State} state @param {number} seat */
function heldBy(state, seat) {
  const { count } = state.parts.seats[seat];
  return h("span", { key: "held", class: "held" }, h("span", { "aria-hidden": "true" }, count), h("span", { class: "sr" }, t(count === 1 ? "ui.tractor.card" : "ui.tractor.cards", { n: count })));
}

/** What stands in the middle: how much is drawn, who buries, why a throw fell. @param {import("../store.js").State} state @param {any} shown */
function centre(state, shown) {
  const { bar, head: facts } = state.parts;
  const ends = state.parts.life?.until;
  if (bar) return h("span", { class: "chip-like", "data-place": "stock" }, ends ? [h("span", { key: "ends", role: "timer" }, t("ui.tractor.last-bids", { s: secondsTo(state, ends) })), timeBar(state, ends)] : t("ui.tractor.drawn", { n: bar.drawn, of: bar.of }));
  if (facts.phase === "bury") return h("span", { class: "says" }, t("ui.tractor.buries", { who: lordOf(state, facts.landlord) }));
  if (["call", "steal"].includes(facts.phase)) return h("span", { class: "says" }, t(`ui.tractor.at-${facts.phase}`, { who: who(state, facts.turn) }));
  return shown?.tried ? fallen(state) : null;
}

/** That a throw fell, and what it costs; for ears with the part that is led and the rule. @param {import("../store.js").State} state */
function fallen({ log }) {
  const lines = log.slice(-FALL_WITHIN).filter(({ code }) => /^tractor\.told\.(fails|costs)/.test(code));
  const cost = lines.find(({ p }) => p.points)?.p.points;
  return h("p", { key: "fallen", class: "fallen" },
    h("span", { class: "sr" }, lines.map(({ text }) => text).join(t("ui.stop"))),
    h("span", { "aria-hidden": "true" }, t("ui.tractor.fell"), cost && h("b", null, cost)));
}

/** Since a throw fell no more lines are told while its trick lies. */
const FALL_WITHIN = 12;

// --- The corners, which no play needs ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} shown */
function corners(state, act, shown) {
  const { table, head: facts } = state.parts;
  return [
    lastButton(state, act, t("ui.tractor.last")),
    table.buried?.length > 0 && same("kitty", [table.buried, facts.kitty_points], () => ownKitty(table.buried, facts.kitty_points)),
    h("div", { key: "worth", class: "corner-right" },
      facts.turned.length && !shown ? [h("span", { key: "turned" }, t("ui.tractor.turned")), fan(facts.turned, { key: "cards", most: NEWS_MOST })] : null,
      shown?.plays.length ? worth(shown) : null),
  ];
}

/** What a trick is worth. @param {any} shown */
function worth({ points, isLast }) {
  return h("span", { key: "points", class: "chip-like" }, isLast && h("span", { class: "sr" }, t("ui.tractor.last")), h("span", null, t("ui.tractor.trick-points", { n: points })));
}

/** Cards in a line of the corner. */
const NEWS_MOST = 5;

/** What was buried, to be looked at, and what it counts where that is told: to the landlord. @param {string[]} cards @param {number|null} points */
function ownKitty(cards, points) {
  const name = points === null ? t("ui.tractor.kitty") : t("ui.tractor.own-kitty", { n: points });
  return h("details", { key: "kitty", class: "own-kitty" }, h("summary", { class: "chip-like" }, name), h("div", { class: "kitty-cards" }, fan(cards)));
}
