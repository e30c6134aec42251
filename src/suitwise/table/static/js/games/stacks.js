/** Stack Management: the stacks as piles of cards; a tap on one chooses what its top card can do. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { sign, spoken } from "../parts/card.js";
import { mySeat, nameOfMove, offered } from "../store.js";
import { listed, named, styled, t } from "../words.js";

/** So many colours; the sign on a card tells its suit as well. */
const COLOURS = 8;
/** The signs of the first suits, which the server names by letters; those of others are their letters. */
const SIGNS = { a: "S", b: "H", c: "D", d: "C", e: "star", f: "moon", g: "sun", h: "lord" };
/** The same as they are written in a drawing of the server's. */
const WRITTEN = { a: "♠", b: "♥", c: "♦", d: "♣", e: "★", f: "☾", g: "☀", h: "♛" };
/** As many stacks side by side at most. */
const ABREAST = 7;

await styled("stacks");

/** How this game's cards, "3b" or "7.27", are printed within sentences, and in drawings. */
export const prints = {
  pattern: /\b(\d+(?:[a-z]|\.\d+))\b/,
  drawn: (/** @type {string} */ card) => h("span", { class: "printed", role: "img", "aria-label": cardName(card) }, faceOf(card)),
  said: cardName,
  svg: (/** @type {string} */ svg) => svg.replace(/>(\d*)([a-h])</g, (_, value, suit) => `>${WRITTEN[suit]}${value}<`),
};

/** A card's value and suit. @param {string} card @returns {[string, string]} */
function partsOf(card) {
  const [, value, suit] = /^(\d+)\.?(.+)$/.exec(card) ?? ["", card, ""];
  return [value, suit];
}

/** @param {string} card */
function cardName(card) {
  const [value, suit] = partsOf(card);
  return t("ui.card.name", { rank: value, suit: named(`ui.suit.${SIGNS[suit]}`, suit) });
}

/** The sign of a card and its value. @param {string} card */
function faceOf(card) {
  const [value, suit] = partsOf(card);
  return [SIGNS[suit] ? h("span", { class: `suit-sign suit-${SIGNS[suit]}` }, sign(SIGNS[suit])) : suit, value];
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { head, table, ask } = state.parts;
  return {
    score: h("span", { class: "headline", "data-place": "score" }, head.text),
    board: board(state, act),
    hand: null,
    drawsMoves: true,
    moveName: (move) => nameOfMove(state, move),
    playLabel: ask?.moves.includes(state.picked) ? nameOfMove(state, state.picked) : t("ui.play"),
    speak: { score: head.text, table: listed(table.lines), bids: "" },
  };
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function board(state, act) {
  const { table, can } = state.parts;
  const mayUndo = Boolean(can?.takeback);
  return h("div", { class: "stacks-board", style: { "--n": Math.min(table.stacks.length, ABREAST) } },
    h("ul", { id: "stacks", class: "stack-row", role: "list", "aria-label": t("ui.table"), "data-roving": "", onkeydown: rove },
      table.stacks.map((cards, number) => h("li", { key: number }, stack(state, act, cards, number)))),
    h("p", { class: "legend" }, sign("lord"), t("ui.stacks.ace")),
    mySeat(state) !== null && h("button", { type: "button", class: "undo", "aria-disabled": !mayUndo, onclick: () => mayUndo && act.propose("takeback") }, t("ui.stacks.undo")));
}

/** A stack is one button: its top card is what moves. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]} cards @param {number} number */
function stack(state, act, cards, number) {
  const { table: { aces, lines }, ask } = state.parts, { picked, pending } = state;
  const isChosen = fromOf(picked) === number, isFixed = ask && !ask.moves.some((move) => fromOf(move) === number), next = pickedBy(ask?.moves ?? [], picked, cards, number);
  const ofTop = [" top", isChosen && "chosen", isFixed && "dim"].filter(Boolean).join(" ");
  const kind = ["stack", toOf(picked) === number && "aimed", !cards.length && "bare", offered(state).some((move) => [fromOf(move), toOf(move)].includes(number)) && "offered"];
  return h("button", {
    type: "button", class: kind.filter(Boolean).join(" "), "data-rove": "", "data-stack": number, "aria-label": spoken(lines[number]),
    "aria-pressed": isChosen, "aria-busy": fromOf(pending?.move ?? "") === number || null,
    onclick: mySeat(state) === null ? null : () => (picked && next === picked && !cards.length ? act.play() : act.pick(next)),
  },
  !cards.length && h("span", { key: "empty", class: "quiet" }, t("ui.stacks.empty")),
  cards.map((card, place) => h("span", { key: card, class: `card tint-${tintOf(card)}${place === 0 ? ofTop : ""}`, "data-fly": card, "data-back": "score" },
    h("span", { class: "label" }, faceOf(card)), place === 0 && h("span", { key: "large", class: "large" }, faceOf(card)[0]), aces.includes(card) && h("span", { key: "crown", class: "crown" }, sign("lord")))).reverse(),
  h("span", { key: "number", class: "stack-number" }, number));
}

/** The number of a card's colour. @param {string} card */
export function tintOf(card) {
  const [, suit] = partsOf(card);
  return /^\d+$/.test(suit) ? (Number(suit) - 1) % COLOURS : (suit.charCodeAt(0) - 97) % COLOURS;
}

/** The stack that a move takes from, null where nothing is picked. @param {string} move */
const fromOf = (move) => (move ? Number.parseInt(move.slice(1), 10) : null);

/** The stack that a move goes to, null where it goes to none. @param {string} move */
const toOf = (move) => (move.includes(">") ? Number(move.split(">")[1]) : null);

/**
 * What a tap on a stack picks: on an empty one, that the card picked goes there, which a further tap does; else the next move of
 * its top. Where it has none, its removal is asked about: the server says why it can't be.
 * @param {string[]} moves @param {string} before @param {string[]} cards @param {number} number
 */
function pickedBy(moves, before, cards, number) {
  if (!cards.length) return `m${fromOf(before) ?? number}>${number}`;
  const own = moves.filter((move) => fromOf(move) === number);
  return own[(own.indexOf(before) + 1) % own.length] ?? `r${number}`;
}
