/** Any game with tricks, drawn from what its sight says: seats, trick, hand, cards passed, other moves as buttons. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { cardName, cardText, fan, sentence, sign, suitSign } from "../parts/card.js";
import { domino, dominoHand, dominoName } from "../parts/domino.js";
import { hand } from "../parts/hand.js";
import { mineFirst, scores, sideName } from "../parts/score.js";
import { badge, lateHands, mark, who } from "../parts/seats.js";
import { flying, lastButton, shownTrick, slotsOf, trick, trickText } from "../parts/trick.js";
import { cardsIn, isMyTurn, mySeat, nameOf, nameOfMove } from "../store.js";
import { listed, named, numeral, styled, t } from "../words.js";

await styled("tricks");

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { head, table, over } = state.parts;
  const isSeated = mySeat(state) !== null;
  const moves = isSeated && isMyTurn(state) ? state.parts.ask.moves.filter((move) => !holds(state, move)) : [];
  return {
    score: headOf(state),
    board: boardOf(state, act),
    hand: isSeated ? handOf(state, act) : lateHands(state, (cards) => laid(cards)),
    picks: moves.length ? picks(state, act, moves) : null,
    rules: [head.text, ...totals(state).map(({ name, total }) => `${name}: ${numeral(total)}`)].filter(Boolean).map((line) => h("p", { key: line }, sentence(line))),
    over: over && outcome(state),
    moveName: (move) => moveName(state, move),
    playLabel: playLabel(state),
    speak: { score: scoreText(state), table: trickText(state, table.trick, spoken), last: trickText(state, table.last, spoken), bids: bidsText(state) },
  };
}

// --- Names ---

/** Whether a move is to play a card of the hand. @param {import("../store.js").State} state @param {string} move */
const holds = ({ parts: { hand: { held } } }, move) => held.includes(move);

/** @param {import("../store.js").State} state @param {string} move */
function moveName(state, move) {
  return cardsIn(move).length ? cardText(move) : nameOfMove(state, move);
}

/** A card or a domino in words; what is neither as it stands. @param {string} text */
function spokenName(text) {
  if (text.includes("-")) return dominoName(text);
  return cardsIn(text).length ? cardName(text) : text;
}

/** A play in words. @param {{card: string}} play */
const spoken = (play) => spokenName(play.card);

/** Cards or dominoes as they lie. @param {string[]} cards @param {{winner?: boolean, pending?: boolean, label?: string}} [how] */
function laid(cards, { winner, pending, label } = {}) {
  if (cards.every((text) => /^\d-\d$/.test(text))) return cards.map((text) => domino(text, { key: text, winner }));
  if (cards.every((text) => cardsIn(text).length)) return fan(cards, { key: cards.join(""), pending, label });
  return h("span", { key: cards.join(" "), class: "said-card" }, cards.join(" "));
}

// --- The head ---

/** The scores of sides or seats, this person's first: before this deal, in it, and both together. @param {import("../store.js").State} state */
function totals(state) {
  const { points = [], scores: before = points.map(() => 0) } = state.parts.head;
  if (!before.length) return [];
  const seats = state.parts.seats.length;
  const first = state.parts.seats[mySeat(state) ?? state.bottom ?? 0];
  const isBySeat = before.length === seats;
  return Array.from(before, (_, step) => {
    const at = ((isBySeat ? first.seat : first.side) + step) % before.length;
    return { at, name: isBySeat ? who(state, at) : sideName(state, at), deal: points[at] ?? 0, total: before[at] + (points[at] ?? 0) };
  });
}

/** Trump and the score. @param {import("../store.js").State} state */
function headOf(state) {
  const all = totals(state);
  const { head: facts } = state.parts;
  return h("div", { class: "tricks-head" }, facts.trump && trumpOf(facts),
    all.length === 2 ? scores(state, { scores: all.toSorted((one, other) => one.at - other.at).map(({ total }) => total), target: facts.target ?? 0, unit: "points", draws: false }) : h("span", { class: "seat-scores", "data-place": "score" },
      h("span", { class: "sr" }, listed(all.map(({ name, total }) => `${name} ${numeral(total)}`))),
      all.map(({ at, name, total }) => h("span", { key: at, class: "seat-score", "aria-hidden": "true" }, h("span", { dir: "auto" }, name), h("b", null, numeral(total)))),
      facts.target > 0 && h("span", { key: "goal", class: "goal", "aria-hidden": "true" }, t("ui.goal", { n: numeral(facts.target) }))));
}

/** @param {any} facts */
function trumpOf({ trump, turned }) {
  return h("span", { class: "trump-card" },
    h("span", { class: "sr" }, trumpText({ trump, turned })),
    h("span", { "aria-hidden": "true" }, named(`ui.suit.${trump}`, "") ? suitSign(trump) : trump, turned && h("b", null, cardText(turned).slice(1))));
}

/** @param {any} facts */
function trumpText({ trump, turned }) {
  const suit = named(`ui.suit.${trump}`, trump);
  return turned ? t("ui.tricks.trump-turned", { suit, card: spokenName(turned) }) : t("ui.tricks.trump", { suit });
}

/** @param {import("../store.js").State} state */
function scoreText(state) {
  const { head: facts } = state.parts;
  const values = totals(state).map(({ name, deal, total }) => t("ui.tricks.score", { name, total: numeral(total), deal: numeral(deal) }));
  return [facts.trump && trumpText(facts), ...values, facts.target > 0 && t("ui.goal", { n: numeral(facts.target) })].filter(Boolean).join(t("ui.stop"));
}

// --- The board ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function boardOf(state, act) {
  const shown = shownTrick(state), { parts: { head: { dealer, phase }, hand: own }, pending } = state;
  const due = { cards: 1, isStone: own?.held.some((text) => text.includes("-")) };
  const slots = slotsOf(state, shown, (seat, play) => {
    const isMine = seat === mySeat(state), isSent = isMine && !play && phase === "play" && pending !== null && holds(state, pending.move);
    const aside = isMine && phase === "pass" ? own.passed ?? [] : [], cards = play ? [play.card] : isSent ? [pending.move] : aside;
    const said = cards.map(spokenName).join(t("ui.comma"));
    return {
      badge: badge(state, seat, { marks: dealer === seat && mark("dealer", t("ui.tricks.dealer"), "D"), note: noteOf(state, seat) }), due,
      cards, said, how: { pending: isSent }, ...aside.length > 0 && { label: t("ui.tricks.aside", { cards: said }) },
    };
  });
  return trick(state, act, {
    slots, drawn: played, centre: centre(state), corners: phase === "play" && lastButton(state, act, t("ui.last-trick")), calm: !shown && !["pass", "play"].includes(phase), label: t("ui.tricks.table"),
    title: t("ui.last-trick"), played: ({ card }) => laid([card]),
  });
}

/** @param {any} slot */
const played = (slot) => (slot.cards.length ? flying(slot, laid(slot.cards, { winner: slot.wins, ...slot.how })) : null);

/** What a seat has done: what the game says of it, cards set aside, tricks and points taken. @param {import("../store.js").State} state @param {number} seat */
function noteOf(state, seat) {
  const { head: { phase, points = [] }, seats } = state.parts;
  const { text, took, passed } = seats[seat];
  const said = text && h("span", { key: "said", class: "called", dir: "auto" }, text);
  if (phase === "pass") return passed && seat !== mySeat(state) ? [said, t("ui.tricks.aside-n", { n: passed })] : said || "";
  if (took === undefined || phase !== "play" && !state.parts.over) return said || "";
  const hasPoints = points.length === seats.length && points.some((value, at) => value !== seats[at].took) && points[seat] !== 0;
  return [said, h("span", { key: "sr", class: "sr" }, t(took === 1 ? "ui.tricks.trick" : "ui.tricks.tricks", { n: took }), hasPoints && t("ui.stop"), hasPoints && t("ui.tricks.points", { n: points[seat] })),
    h("span", { key: "took", class: "took", "aria-hidden": "true" }, sign("back"), numeral(took), hasPoints && h("b", { key: "points" }, `+${numeral(points[seat])}`))];
}

/** What stands in the middle: to whom cards are passed, or the tricks of both sides. @param {import("../store.js").State} state */
function centre(state) {
  const { head: { phase, text }, ask } = state.parts;
  if (phase === "bid") return null;
  if (phase === "pass") return ask && h("p", { class: "contract", dir: "auto" }, t("ui.tricks.pass-to", { name: nameOf(state, ask.to) }));
  if (phase !== "play") return h("p", { class: "contract" }, sentence(text));
  return tally(state);
}

/** The tricks of both sides. @param {import("../store.js").State} state */
function tally(state) {
  const { seats } = state.parts;
  if (new Set(seats.map(({ side }) => side)).size !== 2 || seats[0].took === undefined) return null;
  const order = mineFirst(state);
  const took = order.map((side) => seats.reduce((sum, one) => sum + (one.side === side ? one.took : 0), 0));
  return h("p", { key: "tally", class: "trick-tally" },
    h("span", { class: "sr" }, listed(order.map((side, at) => `${sideName(state, side)} ${took[at]}`))),
    h("span", { "aria-hidden": "true" }, h("b", { class: "text-ours" }, took[0]), " : ", h("b", { class: "text-theirs" }, took[1])),
    h("span", { class: "word" }, t("ui.tricks")));
}

/** What is said of the seats, which are bids where there are any. @param {import("../store.js").State} state */
function bidsText(state) {
  return listed(state.parts.seats.filter(({ text }) => text).map(({ seat, text }) => `${who(state, seat)}: ${text}`), t("ui.no-bids"));
}

// --- The hand ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function handOf(state, act) {
  const { hand: own, head: { phase } } = state.parts;
  const isAsked = isMyTurn(state) && (phase === "pass" || phase === "play");
  const open = isAsked ? state.ruling?.open ?? state.parts.ask.moves : null;
  if (own.held.some((text) => !cardsIn(text).length || text.includes("-"))) return dominoHand(state, act, open, tile);
  return hand(state, act, {
    rows: own.rows, open, fresh: fresh(state), freshAs: t("ui.tricks.received"),
    label: t("ui.hand.all", { n: own.held.length }), isDealt: true,
    onChoose: (keys) => (keys.length ? act.tap(keys[keys.length - 1]) : act.choose([])),
  });
}

/** The cards that have been passed to this person, until one is played. @param {import("../store.js").State} state @returns {string[]} */
function fresh({ parts: { hand: own, seats, table } }) {
  const isNew = seats.every(({ took }) => !took) && !table.trick?.plays.some(({ seat }) => seat === own.seat);
  return isNew ? (own.received ?? []).filter((card) => own.held.includes(card)) : [];
}

/** A domino, or what else a game plays with. @param {string} text @param {Object<string, any>} how */
function tile(text, how) {
  if (/^\d-\d$/.test(text)) return domino(text, how);
  return h("button", { type: "button", class: "chip", "data-rove": "", "data-card": text, "aria-pressed": how.chosen, "aria-label": how.dim ? `${text}${t("ui.comma")}${t("ui.not-now")}` : text, onclick: how.onTap }, text);
}

/** @param {import("../store.js").State} state */
function playLabel(state) {
  const { phase } = state.parts.head;
  const what = state.picked || state.chosen[0];
  if (phase === "pass") return what ? t("ui.tricks.pass-this", { card: moveName(state, what) }) : t("ui.tricks.pass");
  if (state.picked) return t("ui.tricks.say-this", { move: moveName(state, what) });
  if (what) return t("ui.play-this", { move: moveName(state, what) });
  return t(phase === "bid" || phase === "call" ? "ui.bid" : "ui.play");
}

// --- Moves that are no cards ---

/** Names of up to so many letters, such as the numbers of bids, lie seven in a line. */
const SHORT = 3;

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]} moves */
function picks(state, act, moves) {
  const names = moves.map((move) => moveName(state, move));
  return h("div", { class: names.every((name) => name.length <= SHORT) ? "picks named short" : "picks named", role: "group", "aria-label": t("ui.choices"), "data-roving": "", onkeydown: rove },
    moves.map((move, place) => h("button", {
      key: move, type: "button", class: "pick word", "data-rove": "", "data-move": move, "aria-pressed": state.picked === move,
      "aria-busy": state.pending?.move === move || null, onclick: () => act.pick(move),
    }, sentence(names[place]))));
}

// --- How a deal ended ---

/** The score of each side or seat: this deal, and in all. @param {import("../store.js").State} state */
function outcome(state) {
  const all = totals(state);
  if (!all.length) return null;
  const isGame = state.parts.head.target > 0;
  return h("table", { key: "scores", class: "deal-scores" },
    h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col" }, t("ui.tricks.this-deal")), isGame && h("th", { scope: "col" }, t("ui.tricks.in-all")))),
    h("tbody", null, all.map(({ at, name, deal, total }, place) => h("tr", { key: at, class: place === 0 && mySeat(state) !== null ? "own" : "" },
      h("th", { scope: "row", dir: "auto" }, name), h("td", null, deal > 0 ? `+${numeral(deal)}` : numeral(deal)), isGame && h("td", null, h("b", null, numeral(total)))))));
}
