/** Playing cards: their names in words, their faces, and plays of several laid over one another. */

import { h } from "../dom.js";
import { taken } from "../store.js";
import { BASE, listed, t } from "../words.js";

const WRITTEN = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Whether a card is a joker: "BJ" or "RJ", or "JK" where their colour does not matter. @param {string} text */
function isJoker(text) {
  return text === "BJ" || text === "RJ" || text === "JK";
}

/** The sign of a card: its suit's, or a joker's. @param {string} text */
function suitOf(text) {
  return text === "JK" ? "BJ" : isJoker(text) ? text : text[0];
}

/** A card's name: "10 of spades", "big joker". @param {string} text */
export function cardName(text) {
  if (isJoker(text)) return t(`ui.card.${text}`);
  return t("ui.card.name", { rank: t(`ui.rank.${text[1]}`), suit: t(`ui.suit.${text[0]}`) });
}

/** A card as people write it: "♥10". @param {string} text */
export function cardText(text) {
  return WRITTEN[text[0]] && text.length === 2 ? WRITTEN[text[0]] + text[1].replace("T", "10") : t(`ui.card.${text}`);
}

/** Cards named, each with how many there are: "9 of hearts twice, ace of hearts". @param {string[]} cards */
export function cardNames(cards) {
  const counts = new Map();
  cards.forEach((card) => counts.set(card, (counts.get(card) ?? 0) + 1));
  return listed([...counts].map(([card, n]) => (n > 1 ? t(n > 2 ? "ui.card.times" : "ui.card.twice", { card: cardName(card), n }) : cardName(card))));
}

/** A sign of `cards.svg` in the colour of the text around it. @param {string} name @param {string} [kind] */
export function sign(name, kind = "") {
  return h("svg", { class: `glyph ${kind}`, viewBox: "0 0 10 10", "aria-hidden": "true" }, h("use", { href: `${BASE}/cards.svg#${name}` }));
}

/** The sign of a suit within a text, in its colour. @param {string} suit */
export function suitSign(suit) {
  return h("span", { class: `suit-sign suit-${suit}` }, sign(suit));
}

/** Cards within a sentence, as the server writes them: "♦K♦K", "♠10". */
const PRINTED = /((?:[♠♥♦♣](?:10|[2-9JQKA]))+)/;
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** The cards of "♦K♦10" as they are typed: "DK", "DT". @param {string} text */
export function cardsOf(text) {
  return (text.match(/[♠♥♦♣](?:10|.)/g) ?? []).map((card) => SIGNS[card[0]] + card.slice(1).replace("10", "T"));
}

/** How cards are printed within sentences. @typedef {{pattern: RegExp, drawn: (cards: string) => any, said: (cards: string) => string, svg: (drawing: string) => string}} Prints  `pattern` with one group; what is drawn and said in its place; and a drawing of the server's. */
/** @type {Prints} */
const USUAL = { pattern: PRINTED, drawn: (cards) => printed(cardsOf(cards)), said: (cards) => cardNames(cardsOf(cards)), svg: (drawing) => drawing };
export const prints = { now: USUAL };

/** Print cards as the game of a page does. @param {{prints?: Prints}} game */
export function printAs(game) {
  prints.now = game.prints ?? USUAL;
}

/** A sentence with the cards in it as they are printed, and named in words; one that begins with what was typed gets no capital. @param {string|null|undefined} text */
export function sentence(text) {
  return (text ?? "").replace(/^(?=['"])/, "\u2060").split(prints.now.pattern).map((piece, place) => (place % 2 ? prints.now.drawn(piece) : piece));
}

/** @param {string[]} cards */
function printed(cards) {
  return h("span", { class: "printed", role: "img", "aria-label": cardNames(cards) },
    cards.map(([suit, rank]) => h("span", null, suitSign(suit), rank === "T" ? "10" : rank)));
}

/** A sentence for ears: its cards in words. @param {string} text */
export function spoken(text) {
  return text.split(prints.now.pattern).map((piece, place) => (place % 2 ? prints.now.said(piece) : piece)).join("");
}

/** What stands below the cap of a joker; the big one's is red. */
const HEAVENS = { RJ: "sun", BJ: "moon", JK: "star" };
const COURTS = { J: "jack", Q: "queen", K: "king" };

/** The corner of a card: rank over suit, or a joker's cap over its sign. @param {string} text */
function index(text) {
  const ten = text[1] === "T";
  if (isJoker(text)) return [h("span", { key: text, class: "rank" }, sign(suitOf(text))), h("span", { key: "suit", class: "suit" }, sign(HEAVENS[text]))];
  return [h("span", { key: `rank ${text[1]}`, class: ten ? "rank wide" : "rank" }, ten ? "10" : text[1]), h("span", { key: "suit", class: "suit" }, sign(text[0]))];
}

/** @param {string} text */
const isCourt = (text) => isJoker(text) || text[1] in COURTS;

/** The middle of a card: a figure, or pips in their places, on a small card one large pip. @param {string} text */
function middle(text) {
  if (isCourt(text)) return drawn("court", "0 0 44 48", isJoker(text) ? "joker" : COURTS[text[1]]);
  const large = h("span", { key: "large", class: text[1] === "A" ? "large ace" : "large" }, sign(text[0]));
  return text[1] === "A" ? large : [large, drawn("pips", "0 0 27 72.4", text)];
}

/** @param {string} kind @param {string} viewBox @param {string} name */
const drawn = (kind, viewBox, name) => h("svg", { key: kind, class: kind, viewBox, "aria-hidden": "true" }, h("use", { href: `${BASE}/cards.svg#${name}` }));

/** @type {Map<string, any[]>} Faces once described: the renderer passes over what is the same value as before. */
const faces = new Map();

/** What is printed on a card: at both corners where pips leave room, at the upper one where only that is seen. @param {string} text @param {"corner"|"upper"|"whole"} seen */
function face(text, seen) {
  const name = text + seen;
  if (!faces.has(name)) {
    faces.set(name, [
      h("span", { key: "index", class: "index", "aria-hidden": "true" }, index(text)),
      seen !== "corner" && middle(text),
      seen === "whole" && !isCourt(text) && h("span", { key: "foot", class: "index foot", "aria-hidden": "true" }, index(text)),
    ].flat());
  }
  return faces.get(name);
}

/** @param {string} text @param {Object<string, any>} flags */
function classOf(text, flags) {
  const on = Object.keys(flags).filter((name) => flags[name]);
  return ["card", `suit-${suitOf(text)}`, ...on].join(" ");
}

/** A card; with `onTap` a button, else a picture with a name. @param {string} text "H5" @param {{label?: string, chosen?: boolean, dim?: boolean, fresh?: boolean, onTap?: () => void, key?: string, row?: number}} [how] */
export function card(text, { label, chosen, dim, fresh, onTap, key, row } = {}) {
  const shared = { key: key ?? text, class: classOf(text, { chosen, dim, fresh }), "data-card": text, "aria-label": label ?? cardName(text) };
  if (!onTap) return h("span", { ...shared, role: "img" }, face(text, "whole"));
  const roving = row === undefined ? {} : { "data-rove": "", "data-row": row };
  return h("button", { ...shared, ...roving, type: "button", "aria-pressed": Boolean(chosen), onclick: onTap }, face(text, "whole"));
}

/** A card of the hand: a button as wide as its visible strip; the hand knows what a tap does. @param {string} text @param {{key: string, row: number, label: string, chosen: boolean, dim: boolean, pending: boolean, fresh: boolean, isLast: boolean}} how */
export function handCard(text, { key, row, label, chosen, dim, pending, fresh, isLast }) {
  const own = {
    type: "button", class: classOf(text, { chosen, dim, pending, fresh }), "data-key": key, "data-fly": text, "data-origin": "stock", "data-rove": "", "data-row": row,
    "aria-pressed": chosen, "aria-busy": pending || null, "aria-label": label,
  };
  return h("button", own, face(text, isLast ? "whole" : "upper"), chosen && h("span", { key: "tick", class: "tick" }, sign("check")));
}

/** Plays of more cards lie in two lines, and hands that are shown to those who look on a deal late. */
const LINE_MOST = 9;
export const LATE_LINE = 14;

/** In two lines what is too long for one. @param {string[]} cards @param {number} most @returns {string[][]} */
export function lined(cards, most) {
  const half = cards.length > most ? Math.ceil(cards.length / 2) : cards.length;
  return [cards.slice(0, half), cards.slice(half)].filter((line) => line.length);
}

/**
 * Cards laid over one another, each showing its strip, named as one thing.
 * @param {string[]} cards
 * @param {{label?: string, pending?: boolean, most?: number, key?: string, lit?: string[], flies?: Object<string, any>}} [how]  `most`: in a line; `lit`: those that stand out; `flies`: each moves by itself, from and to these places.
 */
export function fan(cards, { label, pending, most = LINE_MOST, key, lit, flies } = {}) {
  const left = [...lit ?? []], lines = lined(cards, most);
  const kind = ["fan", lines.length > 1 && "double", pending && "pending"].filter(Boolean).join(" ");
  return h("span", { key, class: kind, role: "img", "aria-label": label ?? cardNames(cards) }, lines.map((line, number) =>
    h("span", { key: number, class: "fan-line" }, line.map((text, place) => h("span", { key: place, class: "strip" },
      h("span", { ...flies && { "data-fly": text, ...flies }, class: classOf(text, lit ? taken(left, text) ? { lit: true } : { dim: true } : {}) }, face(text, place === line.length - 1 ? "whole" : "corner")))))));
}
