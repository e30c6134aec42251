/** Hands of rummy: each meld marked, the cards that are in none apart; the figures are the server's. */

import { h } from "../dom.js";
import { cardName, cardNames, cardText, fan, handCard, sentence } from "../parts/card.js";
import { rove } from "../keys.js";
import { cardOf, isMyTurn, mySeat, nameOf } from "../store.js";
import { listed, t } from "../words.js";
import { moves, orderBar, ownOrder, wasDrag } from "./rummy_order.js";

/** So many cards of melds lie in one line of a phone, and so many that are in none. */
const MELDED = 11;
const LEFT = 12;

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function hand(state, act) {
  const { hand: { rows, held }, head } = state.parts;
  const groups = keyed(rows);
  const left = groups.filter(({ kind }) => kind === "left");
  const own = ownOrder(state);
  const kind = ["hand rummy-hand", "wild" in head && "three", own && "own"].filter(Boolean).join(" ");
  return h("section", { id: "hand", class: kind, "aria-label": t("ui.rummy.hand", { n: held.length }), "data-roving": "", ...moves(act, rove) },
    own ? inOrder(state, act, own, left) : inMelds(state, act, groups, left));
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any[]} groups @param {any[]} left */
function inMelds(state, act, groups, left) {
  const melds = groups.filter(({ kind }) => kind !== "left");
  const figures = figuresOf(state);
  return [h("div", { key: "melds", class: "melds" }, melds.length ? halved(melds).map((line, row) => h("div", { key: row, class: "meld-line" }, line.map((one) => group(state, act, one, row, figures))))
    : h("p", { key: "none", class: "quiet none" }, t("ui.rummy.no-melds"))),
  left.map((one) => h("div", { key: "left", class: "left" }, group(state, act, one, 2, figures)))];
}

/** The cards as this person has laid them; what is in no meld of the best is told all the same. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]} keys @param {any[]} left */
function inOrder(state, act, keys, left) {
  const row = { key: "own", kind: "left", name: t("ui.order.own"), n: keys.length, keys, cards: keys.map(cardOf), stands: [] };
  return [h("div", { key: "own", class: "left" }, group(state, act, row, 0, figuresOf(state))), orderBar(state, act, left.map((one) => one.name))];
}

/** The rows with a key for each card: of equal cards of two decks, wherever they lie, each has its own. @param {any[]} rows */
function keyed(rows) {
  const seen = new Map();
  const keyOf = (text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count === 1 ? text : `${text}#${count}`;
  };
  return rows.map((row) => ({ ...row, keys: row.cards.map(keyOf) }));
}

/** Melds in one line, or two where they are too long for it. @param {any[]} melds @returns {any[][]} */
function halved(melds) {
  const cards = melds.reduce((sum, one) => sum + one.cards.length, 0);
  const half = cards > MELDED ? Math.ceil(melds.length / 2) : melds.length;
  return [melds.slice(0, half), melds.slice(half)].filter((line) => line.length);
}

/** What each discard leaves, while one is asked for. @param {import("../store.js").State} state @returns {Object<string, {left: number, shows: boolean}>} */
function figuresOf(state) {
  return isMyTurn(state) ? state.parts.ask.discards ?? {} : {};
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} row @param {number} place @param {Object<string, any>} figures */
function group(state, act, row, place, figures) {
  const stood = row.stands.filter(Boolean);
  const lines = row.cards.length > LEFT ? [row.keys.slice(0, LEFT / 2 + 1), row.keys.slice(LEFT / 2 + 1)] : [row.keys];
  const name = row.cards.length === 1 ? t("ui.rummy.row-one", row) : t("ui.rummy.row", row);
  return h("div", { key: row.key, class: `group ${row.kind}` },
    h("p", { class: "group-name", "aria-hidden": "true" }, h("span", { key: "word", class: "row-word" }, row.name, stood.length > 0 && [" = ", sentence(stood.map(printedStand).join(" "))]),
      row.kind === "left" && Object.keys(figures).length > 0 && h("span", { key: "figures", class: "figures" }, t("ui.rummy.figures"))),
    lines.map((keys, line) => h("ul", { key: line, class: "line", "aria-label": name },
      keys.map((key, at) => cardOfHand(state, act, row, key, { place: place + line, isLast: at === keys.length - 1, figure: figures[row.cards[row.keys.indexOf(key)]], isAsked: Object.keys(figures).length > 0 })))));
}

/** @param {string} stand a card or a rank. */
function printedStand(stand) {
  return stand.length === 2 ? cardText(stand) : stand.replace("T", "10");
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} row @param {string} key @param {any} how */
function cardOfHand(state, act, row, key, { place, isLast, figure, isAsked }) {
  const at = row.keys.indexOf(key);
  const text = row.cards[at], stand = row.stands[at];
  const chosen = state.chosen.includes(key), pending = Boolean(state.pending?.cards.includes(key)), dim = isAsked && !figure;
  const shows = "wild" in state.parts.head ? "ui.rummy.shows.declare" : "ui.rummy.shows.knock";
  const label = listed([
    cardName(text), stand && t("ui.rummy.stands", { card: stand.length === 2 ? cardName(stand) : t(`ui.rank.${stand}`) }),
    figure && t("ui.rummy.leaves", { n: figure.left }), figure?.shows && t(shows),
    chosen && t("ui.card.chosen"), dim && t("ui.card.not-now"), pending && t("ui.card.sent"),
  ].filter(Boolean));
  return h("li", { key, onclick: (event) => wasDrag(event) || act.tap(key) },
    handCard(text, { key, row: place, label, chosen, dim, pending, fresh: false, isLast }),
    figure && h("span", { key: "figure", class: figure.shows ? "figure shows" : "figure", "aria-hidden": "true" }, figure.left));
}

/** The hands at the end of a deal, the winner's first: melds, what was laid off, what is left. @param {import("../store.js").State} state */
export function laidDown(state) {
  return h("dl", { key: "hands", class: "laid-down" }, state.parts.over.hands.map(({ seat, rows }) => [
    h("dt", { key: `name-${seat}`, dir: "auto" }, seat === mySeat(state) ? t("ui.you") : nameOf(state, seat)),
    h("dd", { key: seat }, rows.filter((row) => row.cards.length).map((row) => h("span", { key: row.key, class: `shown ${row.kind}` },
      fan(row.cards, { label: `${row.name}: ${cardNames(row.cards)}` }), h("span", { class: "word", "aria-hidden": "true" }, sentence(row.name))))),
  ]));
}
