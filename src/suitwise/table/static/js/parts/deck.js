/** The deck of a board, and the cards that lie in its fields: what a tap on one does, and how both are drawn. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { t } from "../words.js";
import { card, cardName } from "./card.js";
import { domino, dominoName } from "./domino.js";

/** @typedef {import("../pages/board.js").Board} Board */
/** @typedef {import("../pages/board.js").Field} Field */

/** What finds the cards of a deck in a text. @param {Board} board */
const pattern = ({ deck: rows }) => new RegExp(rows.flat().join("|").replace(/[^\w|]/g, "\\$&") || "(?!)", "gi");

/** The cards of the deck in a text, as the deck writes them. @param {string} text @param {Board} board @returns {string[]} */
export function cardsOf(text, board) {
  const cards = new Map(board.deck.flat().map((one) => [one.toUpperCase(), one]));
  return (text.match(pattern(board)) ?? []).map((one) => cards.get(one.toUpperCase()) ?? one);
}

/** What stands in a text beside the cards. @param {string} text @param {Board} board */
const restOf = (text, board) => text.replace(pattern(board), " ").replace(/[\s,]+/g, " ").trim();

/**
 * What the fields hold after a tap on a card: it goes into the field, or where it lies there and none is
 * left, out of it; where all of it lie elsewhere one comes from there.
 * @param {string} tap @param {Field} into @param {Field[]} fields @param {Object<string, string>} texts @param {Board} board
 * @returns {Object<string, string>|null} null where the field is full.
 */
export function tapped(tap, into, fields, texts, board) {
  const held = new Map(fields.map(({ name }) => [name, cardsOf(texts[name], board)]));
  const written = (/** @type {string} */ name, /** @type {string[]} */ cards) => [...cards, restOf(texts[name], board)].filter(Boolean).join(" ");
  const own = held.get(into.name) ?? [];
  const others = into.apart ? fields.filter(({ name, apart }) => apart && name !== into.name) : [];
  const count = (/** @type {string[]} */ cards) => cards.filter((one) => one === tap).length;
  const elsewhere = others.filter(({ name }) => count(held.get(name) ?? []));
  const used = count(own) + elsewhere.reduce((sum, { name }) => sum + count(held.get(name) ?? []), 0);
  if (count(own) && used >= board.copies) return { [into.name]: written(into.name, own.filter((one) => one !== tap)) };
  if (into.most && own.length >= into.most) return null;
  const now = { [into.name]: written(into.name, [...own, tap]) };
  if (used < board.copies) return now;
  const [{ name }] = elsewhere, left = [...(held.get(name) ?? [])];
  left.splice(left.indexOf(tap), 1);
  return { ...now, [name]: written(name, left) };
}

/** A card's name in words. @param {string} text @param {string} kind */
export const deckName = (text, kind) => (isDomino(kind) ? dominoName(text) : cardName(text));

/** @param {string} kind */
const isDomino = (kind) => kind === "texas42";

/** A card as its game draws it; with `onTap` a button. @param {string} text @param {string} kind @param {Object<string, any>} [how] */
export const drawn = (text, kind, how = {}) => (isDomino(kind) ? domino(text, how) : card(text, how));

/** Cards that lie in a field, each a button that takes it away. @param {string[]} cards @param {Board} board @param {(card: string) => void} tap @param {string} name the field's. */
export function laid(cards, { kind }, tap, name) {
  if (!cards.length) return null;
  return h("div", { class: `laid ${kind}`, role: "group", "aria-label": name, "data-roving": "", onkeydown: rove },
    cards.map((one, place) => drawn(one, kind, { key: `${place} ${one}`, row: 0, label: t("ui.board.take", { card: deckName(one, kind) }), onTap: () => tap(one) })));
}

/**
 * The deck, each card a button that says where it lies.
 * @param {Board} board @param {Field[]} fields @param {Object<string, string>} texts @param {string} set the field that is set.
 * @param {(card: string) => void} tap @param {(name: string) => string} label of a field.
 */
export function deck(board, fields, texts, set, tap, label) {
  const { kind, copies } = board;
  const places = fields.map(({ name }) => ({ name, cards: cardsOf(texts[name], board) }));
  return h("div", { key: "deck", class: `deck ${kind}`, role: "group", "aria-label": t("ui.board.deck", { field: label(set) }), "data-roving": "", onkeydown: rove },
    board.deck.map((cards, row) => h("div", { key: row, class: "deck-row" }, cards.map((one) => {
      const at = places.filter(({ cards: there }) => there.includes(one));
      const chosen = at.some(({ name }) => name === set);
      const n = places.reduce((sum, { cards: there }) => sum + there.filter((other) => other === one).length, 0);
      const lies = at.map(({ name }) => label(name));
      return h("span", { key: one, class: "deck-card" }, drawn(one, kind, { key: one, row, chosen, dim: n >= copies && !chosen, label: [deckName(one, kind), ...lies].join(t("ui.comma")), onTap: () => tap(one) }),
        copies > 1 && n > 0 && h("span", { key: "n", class: "deck-count", "aria-hidden": "true" }, n));
    }))));
}
