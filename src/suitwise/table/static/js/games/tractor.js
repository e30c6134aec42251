/** Tractor: the hand of up to 33 cards, bids while cards are drawn, the burial, plays of many cards, throws. */

import { h } from "../dom.js";
import { cardNames, fan } from "../parts/card.js";
import { hand } from "../parts/hand.js";
import { slotLabel } from "../parts/trick.js";
import { prefs } from "../prefs.js";
import { cardOf, cardsIn, isMyTurn, mySeat, nameOf } from "../store.js";
import { listed, t } from "../words.js";
import { bidText, bids } from "./tractor_bids.js";
import { board, head, pointsText, trumpText } from "./tractor_board.js";
import { over } from "./tractor_over.js";

/** What a card counts, by its rank's letter: only to name cards, the server counts. */
const POINTS = { 5: 5, T: 10, K: 10 };

/** The blocks that are offered at a time. */
const OFFERS_MOST = 3;

/**
 * @param {import("../store.js").State} state
 * @param {import("../acts.js").Acts} act
 * @returns {import("../pages/table.js").Drawn}
 */
export function draw(state, act) {
  const isSeated = mySeat(state) !== null;
  return {
    score: head(state),
    board: board(state, act, isSeated ? offers(state, act) : null),
    hand: isSeated ? handOf(state, act) : null,
    bar: state.parts.bar && isSeated ? bids(state, act) : undefined,
    ask: state.parts.bar ? bidText(state.parts.bar) : undefined,
    over: state.parts.over && over(state),
    panel: null,
    claim: false,
    playLabel: playLabel(state),
    speak: { score: `${trumpText(state)}${t("ui.stop")}${pointsText(state)}`, table: tableText(state), bids: bidsText(state) },
  };
}

// --- The hand ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function handOf(state, act) {
  const { hand: own } = state.parts;
  const isAsked = isMyTurn(state) && ["play", "bury"].includes(state.parts.head.phase);
  return hand({
    rows: own.rows, chosen: state.chosen, pending: state.pending ? state.chosen : [],
    open: isAsked ? state.ruling?.open ?? state.parts.ask.open ?? null : null,
    fresh: state.parts.head.phase === "bury" ? own.kitty ?? [] : [],
    label: t("ui.hand.all", { n: own.held.length }),
    expanded: prefs.expanded, mirrored: prefs.mirrored, points: (text) => POINTS[text[1]] ?? 0,
    onChoose: (keys) => act.choose(keys),
    onResize: () => act.store.set({}),
  });
}

/** @param {import("../store.js").State} state */
function playLabel(state) {
  const { head: { phase }, ask } = state.parts;
  const n = state.chosen.length;
  if (phase === "bury") return t("ui.tractor.bury", { n, of: ask?.size ?? 8 });
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

/** What is owed, and of a lead the whole block of which a part is chosen, to be taken at once. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function blocks(state, act) {
  const { ruling, parts: { ask } } = state;
  const chosen = state.chosen.map(cardOf);
  const offered = [...ruling?.owed ?? ask.owed ?? [], ...ruling?.legal ? ruling.meets : []]
    .filter((block) => !holds(chosen, block)).slice(0, OFFERS_MOST);
  if (!offered.length) return null;
  return h("div", { key: "blocks", class: "offers", role: "group", "aria-label": t("ui.tractor.blocks") },
    offered.map((block) => h("button", {
      key: block, type: "button", class: "offer", "aria-label": t("ui.tractor.take", { cards: cardNames(cardsIn(block)) }), onclick: () => take(block, state, act),
    }, h("span", { class: "word" }, t("ui.tractor.take-short")), fan(cardsIn(block)))));
}

/** Whether cards have all of a block, copies counted. @param {string[]} cards @param {string} block */
function holds(cards, block) {
  const left = [...cards];
  return cardsIn(block).every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Choose a block beside what is chosen of other cards. @param {string} block @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function take(block, state, act) {
  const cards = cardsIn(block);
  const others = state.chosen.map(cardOf).filter((card) => !cards.includes(card));
  act.chooseCards([...others, ...cards]);
}

// --- For ears ---

/** @param {import("../store.js").State} state */
function tableText(state) {
  const shown = state.parts.table.trick ?? state.parts.table.last;
  const plays = (shown?.plays ?? []).map(({ seat, cards }) => slotLabel(nameOf(state, seat), cardNames(cards), { led: shown.leader === seat, wins: shown.best === seat }));
  return plays.length ? listed(plays) : t("ui.table-empty");
}

/** @param {import("../store.js").State} state */
function bidsText(state) {
  const all = state.parts.head.bids.map(({ seat, cards }) => `${nameOf(state, seat)}: ${cardNames(cards)}`);
  return all.length ? listed(all) : t("ui.no-bids");
}
