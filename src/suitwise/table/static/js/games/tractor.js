/** Tractor: the hand of up to 33 cards, bids while cards are drawn, the burial, plays of many cards, throws. */

import { later } from "../acts.js";
import { h, same } from "../dom.js";
import { LATE_LINE, cardNames, cardText, fan } from "../parts/card.js";
import { hand } from "../parts/hand.js";
import { lateHands, sideOf, who } from "../parts/seats.js";
import { shownTrick, trickText } from "../parts/trick.js";
import { prefs } from "../prefs.js";
import { cardOf, cardsIn, isMyTurn, keysOf, less, mySeat, nameOf, offered } from "../store.js";
import { listed, t } from "../words.js";
import { bids } from "./tractor_bids.js";
import { board, extra, gauge, goingBack, head, levelsText, pointsText, scoreOf, shownKitty, trumpText } from "./tractor_board.js";

/** What a card counts, by its rank's letter: only to name cards, the server counts. */
const POINTS = { 5: 5, T: 10, K: 10 };
/** @param {string} card */
const pointsOf = (card) => POINTS[card[1]] ?? 0;

/** Strips of cards that have room in a line of offers on a phone, and what each offer takes beside its cards. */
const ROOM = 15, OFFER_EXTRA = 4;

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const isSeated = mySeat(state) !== null;
  // what only other tables than that of four with two packs need
  if (state.parts.head.levels.length > 2) extra.many = later("many", () => import("./tractor_many.js"), act);
  const score = scoreOf(state), { bar } = state.parts;
  return {
    score: same("head", head, score),
    board: board(state, act, isSeated && !state.isLastShown ? offers(state, act) : null),
    hand: isSeated ? handOf(state, act) : lateHands(state, (cards) => fan(cards, { most: LATE_LINE })),
    bar: bar && isSeated ? same("bids", bids, bar.options, bar.intent, act) : undefined,
    ask: !isSeated ? undefined : bar?.intent ? t("ui.tractor.intent", { cards: cardNames(cardsIn(bar.intent)) }) : bar ? bar.text : isMyTurn(state) && state.parts.head.phase === "call" ? t("ui.tractor.call-how") : undefined,
    drawsMoves: true,
    moveName,
    rules: same("rules", rules, score, extra.many?.facts(state)),
    gauge: state.parts.over && [gauge(score), shownKitty(state)],
    details: state.parts.over && columns(state),
    claimMove: isMyTurn(state) && state.parts.ask.claim ? "claim" : "",
    playLabel: playLabel(state), isShort: owedOf(state) > 0 && state.chosen.length !== owedOf(state),
    get speak() { return { score: `${trumpText(score)}${t("ui.stop")}${pointsText(score)}`, table: trickText(state, shownTrick(state), spoken), last: trickText(state, state.parts.table.last, spoken), bids: bidsText(state) }; },
  };
}

// --- The hand ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function handOf(state, act) {
  const { hand: own, ask } = state.parts;
  const open = state.ruling?.open?.length ? state.ruling.open : ask?.open ?? null; // with a choice to which none can be added, those of any play
  const isAsked = isMyTurn(state) && ["play", "bury"].includes(state.parts.head.phase), back = goingBack(state);
  const rows = back.length ? own.rows.map((row) => ({ ...row, cards: less(row.cards, back) })).filter(({ cards }) => cards.length) : own.rows;
  return hand(state, act, {
    rows: prefs.alternate ? byTurns(rows) : rows, open: isAsked ? open : null,
    fresh: state.parts.head.phase === "bury" ? own.kitty ?? [] : [],
    label: t("ui.hand.all", { n: own.held.length - back.length }),
    points: pointsOf,
    onChoose: (keys) => act.choose(isAsked && ask.size === 1 ? keys.slice(-1) : keys),
  });
}

/** The trumps, then red and black suits by turns: of the colour that has more suits lies one first. @param {import("../parts/hand.js").Row[]} rows */
function byTurns(rows) {
  const of = (keys) => rows.filter(({ key }) => keys.includes(key));
  const [more, fewer] = [of(["S", "C"]), of(["H", "D"])].sort((one, other) => other.length - one.length);
  return [...of(["trump"]), ...more.flatMap((row, at) => (at < fewer.length ? [row, fewer[at]] : [row]))];
}

/** How many cards are to be chosen, 0 where that is not said. @param {import("../store.js").State} state @returns {number} */
const owedOf = (state) => isMyTurn(state) && !state.picked ? state.parts.ask.size ?? 0 : 0;

/** @param {string} move */
const moveName = (move) => cardsIn(move).map(cardText).join("") || extra.many?.moveName(move) || move;

/** @param {import("../store.js").State} state */
function playLabel(state) {
  const { head: { phase }, ask } = state.parts;
  const n = state.chosen.length;
  if (phase === "call") return state.picked ? t("ui.tractor.call", { card: moveName(state.picked) }) : t("ui.tractor.call-first");
  if (phase === "bury" && isMyTurn(state)) return t("ui.tractor.bury", { n, of: ask?.size ?? 8 });
  if (state.picked === "claim") return t("ui.do.claim");
  const owed = owedOf(state);
  if (owed > 1 && n !== owed) return t("ui.tractor.play-of", { n, of: owed });
  if (n < 2) return t("ui.play");
  return t("ui.tractor.play", { n });
}

// --- What is offered where one's own play will lie ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function offers(state, act) {
  if (!isMyTurn(state) || state.pending) return null;
  return state.parts.head.phase === "forced" ? parts(state, act) : blocks(state, act);
}

/** After a throw that failed: the parts of which one is to be led, each drawn. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function parts(state, act) {
  return h("div", { key: "parts", class: "offers", role: "group", "aria-label": t("ui.tractor.lead-part") },
    state.parts.ask.moves.map((move) => h("button", {
      key: move, type: "button", class: "offer", "aria-label": t("ui.tractor.lead-this", { cards: cardNames(cardsIn(move)) }), onclick: () => act.move(move),
    }, fan(cardsIn(move)))));
}

/** What is owed, the whole block of a lead, plays that would do, a hint: to be taken at once. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function blocks(state, act) {
  const chosen = state.chosen.map(cardOf);
  const isAstray = state.ruling?.legal === false && !state.ruling.open?.length;
  const owed = (state.ruling?.owed ?? state.parts.ask.owed ?? []).map((block) => ({ cards: cardsIn(block), isPart: !isAstray }));
  const moves = plays(state).map((move) => ({ cards: cardsIn(move), isPart: false }));
  const offers = fitting([...owed, ...moves].filter(({ cards }) => cards.length && less(cards, chosen).length));
  if (!offers.length) return null;
  return h("div", { key: "blocks", class: "offers", role: "group", "aria-label": t("ui.tractor.blocks") }, offers.map(({ cards, isPart }) => h("button", {
    key: cards.join(""), type: "button", class: "offer", "aria-label": t("ui.tractor.take", { cards: cardNames(cards) }),
    onclick: () => act.choose(keysOf(isPart ? [...chosen.filter((card) => !cards.includes(card)), ...cards] : cards)),
  }, h("span", { class: "word" }, t("ui.tractor.take-short")), fan(cards))));
}

/** Whole plays that are worth offering. @param {import("../store.js").State} state @returns {string[]} */
function plays(state) {
  const { hint, no, ruling, parts: { ask } } = state, isLead = ask.size === undefined;
  return isLead && ruling?.legal && !hint && !no ? ruling.meets : offered(state);
}

/** As many as have room, each once. @template {{cards: string[]}} T @param {T[]} offers @returns {T[]} */
function fitting(offers) {
  const texts = new Set();
  let room = ROOM;
  return offers.filter(({ cards }) => {
    const text = [...cards].sort().join("");
    if (texts.has(text) || (texts.size && cards.length + OFFER_EXTRA > room)) return false;
    texts.add(text);
    room -= cards.length + OFFER_EXTRA;
    return true;
  });
}

// --- How a deal ended ---

/** A pillar for each trick that had points, as high as they are; those of the other side are hollow. @param {import("../store.js").State} state */
function columns(state) {
  /** @type {{winner: number, points: number}[]} */
  const all = state.parts.over.tricks ?? [];
  const most = Math.max(1, ...all.map((one) => one.points));
  const items = all.map((one, place) => one.points > 0 && pillar(state, one, place, most));
  if (!items.some(Boolean)) return null;
  return h("div", { key: "tricks", class: "over-tricks" },
    h("p", null, t("ui.tractor.by-trick"), " ", h("span", { class: "key ours" }, sideNamed(state, "ours")), " ", h("span", { class: "key theirs" }, sideNamed(state, "theirs"))),
    h("ol", { "aria-label": t("ui.tractor.by-trick") }, items));
}

/** @param {import("../store.js").State} state @param {{winner: number, points: number}} one @param {number} place @param {number} most */
function pillar(state, { winner, points }, place, most) {
  const text = t("ui.tractor.trick-line", { number: place + 1, n: points, who: who(state, winner) });
  return h("li", { key: place, class: sideOf(state, winner), title: text },
    h("span", { class: "sr" }, text),
    h("span", { class: "pillar", "aria-hidden": "true", style: { "--high": points / most } }),
    h("span", { "aria-hidden": "true" }, points));
}

/** A side as this person calls it; of a record by its players. @param {import("../store.js").State} state @param {"ours"|"theirs"} side */
function sideNamed(state, side) {
  if (mySeat(state) !== null || state.bottom === null) return t(side === "ours" ? "ui.we" : "ui.they");
  return state.parts.seats.filter(({ seat }) => sideOf(state, seat) === side).map(({ seat }) => nameOf(state, seat)).join(" + ");
}

// --- What the score means ---

/** @param {import("./tractor_board.js").Score} score @param {string[]} [more] what there is to be said of tables of more than four. */
function rules(score, more = [levelsText(score)]) {
  return [trumpText(score), pointsText(score), t("ui.tractor.steps", { steps: listed(score.steps) }), ...more].map((line) => h("p", { key: line }, line));
}

// --- For ears ---

/** A play in words. @param {{text: string}} play */
const spoken = (play) => play.text;

/** @param {import("../store.js").State} state */
function bidsText(state) {
  return listed(state.parts.head.bids.map(({ seat, cards }) => `${who(state, seat)}: ${cardNames(cards)}`), t("ui.no-bids"));
}
