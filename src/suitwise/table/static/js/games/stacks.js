/** Stack Management: the stacks side by side; a tap on one chooses what its top card can do. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { mySeat } from "../store.js";
import { listed, styled, t } from "../words.js";

/** So many colours; the letter on a card tells its suit as well. */
const COLOURS = 8;

await styled("stacks");

/**
 * @param {import("../store.js").State} state
 * @param {import("../acts.js").Acts} act
 * @returns {import("../pages/table.js").Drawn}
 */
export function draw(state, act) {
  const { head, table, ask } = state.parts;
  const moveName = (/** @type {string} */ move) => ask?.names?.[ask.moves.indexOf(move)] ?? move;
  return {
    score: h("span", { class: "headline" }, head.text),
    board: board(state, act),
    hand: null,
    panel: null,
    claim: false,
    moveName,
    playLabel: state.picked ? t("ui.play-this", { move: moveName(state.picked) }) : t("ui.play"),
    speak: { score: head.text, table: listed(table.lines), bids: "" },
  };
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function board(state, act) {
  const { table, can } = state.parts;
  const mayUndo = Boolean(can?.takeback);
  return h("div", { class: "stacks-board" },
    h("ul", { id: "stacks", class: "stack-row", role: "list", "aria-label": t("ui.table"), "data-roving": "", onkeydown: rove },
      table.stacks.map((cards, number) => h("li", { key: number }, stack(state, act, cards, number)))),
    h("p", { class: "legend" }, h("span", { class: "stack-card ace" }, t("ui.stacks.ace")), h("span", { class: "stack-card king" }, t("ui.stacks.king"))),
    mySeat(state) !== null && h("button", { type: "button", class: "undo", "aria-disabled": !mayUndo, onclick: () => mayUndo && act.propose("takeback") }, t("ui.stacks.undo")));
}

/** A stack is one button: its top card is what moves. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]} cards @param {number} number */
function stack(state, act, cards, number) {
  const { table, ask } = state.parts;
  const from = fromOf(state.picked), to = toOf(state.picked);
  const kind = ["stack", to === number && "aimed", !cards.length && "bare"].filter(Boolean).join(" ");
  return h("button", {
    type: "button", class: kind, "data-rove": "", "data-stack": number, "aria-label": table.lines[number],
    "aria-pressed": from === number, "aria-busy": fromOf(state.pending?.move ?? "") === number || null,
    onclick: mySeat(state) === null ? null : () => act.pick(picked(ask?.moves ?? [], state.picked, cards, number)),
  },
  cards.map((card, place) => h("span", { key: card, class: cardClass(table, card, place) }, card)),
  h("span", { key: "number", class: "stack-number" }, number));
}

/** The number of a card's colour. @param {string} card */
export function tintOf(card) {
  const suit = card.replace(/^\d+\.?/, "");
  return /^\d+$/.test(suit) ? (Number(suit) - 1) % COLOURS : (suit.charCodeAt(0) - 97) % COLOURS;
}

/** @param {any} table @param {string} card @param {number} place from the top. */
function cardClass({ aces, kings }, card, place) {
  return ["stack-card", `tint-${tintOf(card)}`, aces.includes(card) && "ace", kings.includes(card) && "king", place === 0 && "top"].filter(Boolean).join(" ");
}

/** The stack that a move takes from, null where nothing is picked. @param {string} move */
function fromOf(move) {
  return move ? Number.parseInt(move.slice(1), 10) : null;
}

/** The stack that a move goes to, null where it goes to none. @param {string} move */
function toOf(move) {
  return move.includes(">") ? Number(move.split(">")[1]) : null;
}

/**
 * What a tap on a stack picks: on an empty one, that the card picked goes there; else the next move of
 * its top. Where it has none, its removal is asked about: the server says why it can't be.
 *
 * @param {string[]} moves @param {string} before @param {string[]} cards @param {number} number
 */
function picked(moves, before, cards, number) {
  if (!cards.length) return `m${fromOf(before) ?? number}>${number}`;
  const own = moves.filter((move) => fromOf(move) === number);
  return own[(own.indexOf(before) + 1) % own.length] ?? `r${number}`;
}
