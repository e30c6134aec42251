/** Hands of rummy: each meld with a bracket and its name, the cards in none with their sum; the figures are the server's. */

import { h } from "../dom.js";
import { cardName, handCard, lined, sentence } from "../parts/card.js";
import { leftName, meld, meldName } from "../parts/meld.js";
import { who } from "../parts/seats.js";
import { rove } from "../keys.js";
import { cardOf, isMyTurn, keysOf, toggled } from "../store.js";
import { listed, t } from "../words.js";
import { moves, orderBar, ownOrder, wasDrag } from "./rummy_order.js";

/** So many cards lie in one line where the hand is in melds, and so many in an order of one's own. */
const LEFT = 9;
const OWN = 12;

/** What is loaded for melds on the felt alone, and for a score sheet. */
export const extra = { open: /** @type {typeof import("./rummy_open.js")|null} */ (null), sheet: /** @type {typeof import("./rummy_sheet.js")|null} */ (null) };

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string} fresh the card that has come last. */
export function hand(state, act, fresh) {
  const { hand: { rows, held }, head, table } = state.parts;
  const groups = keyed(rows);
  const melds = groups.filter(({ kind }) => kind !== "left").sort((one, other) => other.cards.length - one.cards.length);
  const left = groups.filter(({ kind }) => kind === "left");
  const own = ownOrder(state);
  const kind = ["hand rummy-hand", ("wild" in head || table.rows) && "three", table.rows && "has-melds", own && "own"].filter(Boolean).join(" ");
  const figures = isMyTurn(state) ? state.parts.ask.discards ?? {} : {};
  const came = groups.flatMap(({ keys }) => keys).filter((key) => cardOf(key) === fresh).pop() ?? ""; // of equal ones the last
  const shared = { state, act, figures, fresh: came };
  return h("section", { id: "hand", class: kind, "aria-label": t("ui.rummy.hand", { n: held.length }), "data-roving": "", ...moves(act, rove) },
    own ? inOrder(shared, own, left) : h("div", { key: "melds", class: "melds" }, melds.map((one, place) => inMeld(shared, one, place)), left.map((one) => leftOver(shared, one, melds.length))));
}

/** @typedef {{state: import("../store.js").State, act: import("../acts.js").Acts, figures: Object<string, {left: number, shows: boolean}>, fresh: string}} Shared  what all cards are drawn by; `figures`: what each discard leaves, while one is asked for. */

/** @param {Shared} shared @param {any} row @param {number} place */
function inMeld(shared, row, place) {
  return h("div", { key: row.key, class: `group ${row.kind}`, style: { "--n": row.cards.length } }, line(shared, row, row.keys, place),
    h("p", { key: "name", class: "bracket", "aria-hidden": "true" }, h("span", { key: "word", class: "row-word" }, sentence(meldName(row)))));
}

/** What is in no meld, its sum, and beside it what the hand counts. @param {Shared} shared @param {any} row @param {number} place */
function leftOver(shared, row, place) {
  const [chosen = ""] = shared.state.chosen, found = shared.figures[cardOf(chosen)];
  const stays = (/** @type {any} */ _, /** @type {number} */ at) => !found || row.keys[at] !== chosen;
  const name = leftName({ ...row, values: row.values.filter(stays) });
  return h("div", { key: "left", class: "group left", style: { "--n": Math.min(row.cards.length, LEFT) } },
    h("div", { key: "lines", class: "left-lines" }, lined(row.keys, LEFT).map((keys, at) => line(shared, row, keys, place + at))),
    h("p", { key: "name", class: name ? "bracket" : "bracket bare", "aria-hidden": "true" }, h("span", { key: name, class: "row-word" }, name)),
    h("p", { key: "counts", class: found?.shows ? "counts shows" : "counts" }, h("b", { key: "n" }, found ? found.left : shared.state.ruling?.draft?.left ?? row.points), " ", h("span", { key: "word" }, t(`ui.rummy.${"knock" in shared.state.parts.head ? "deadwood" : shared.state.parts.table.rows ? "loose" : "points"}`))));
}

/** The cards as this person has laid them; what is in no meld of the best is told all the same. @param {Shared} shared @param {string[]} keys @param {any[]} left */
function inOrder(shared, keys, left) {
  const row = { key: "own", kind: "left", name: t("ui.order.own"), n: keys.length, keys, cards: keys.map(cardOf), stands: [] };
  return [h("div", { key: "own", class: "left-lines" }, lined(keys, OWN).map((part, at) => line(shared, row, part, at))), orderBar(shared.state, shared.act, left.map((one) => one.name))];
}

/** The rows with a key for each card: of equal cards of two decks, wherever they lie, each has its own. @param {any[]} rows */
function keyed(rows) {
  const keys = keysOf(rows.flatMap(({ cards }) => cards));
  return rows.map((row) => ({ ...row, keys: keys.splice(0, row.cards.length) }));
}

/** @param {Shared} shared @param {any} row @param {string[]} keys @param {number} place */
function line(shared, row, keys, place) {
  const name = row.cards.length === 1 ? t("ui.rummy.row-one", row) : t("ui.rummy.row", { ...row, n: row.cards.length });
  return h("ul", { class: "line", "aria-label": name, style: { "--n": keys.length } },
    keys.map((key, at) => cardOfHand(shared, row, key, place, at === keys.length - 1)));
}

/** @param {Shared} shared @param {any} row @param {string} key @param {number} place @param {boolean} isLast */
function cardOfHand({ state, act, figures, fresh }, row, key, place, isLast) {
  const at = row.keys.indexOf(key);
  const text = row.cards[at], stand = row.stands[at], figure = figures[text];
  const [word, named] = state.picked.includes(":") ? state.picked.split(":") : ["discard", state.picked];
  const chosen = state.chosen.includes(key) || key === named, pending = Boolean(state.pending?.cards.includes(key)), dim = Object.keys(figures).length > 0 && !figure;
  const shows = "wild" in state.parts.head ? "ui.rummy.shows.declare" : "ui.rummy.shows.knock";
  const label = listed([
    cardName(text), stand && t("ui.rummy.stands", { card: stand.length === 2 ? cardName(stand) : t(`ui.rank.${stand}`) }),
    figure && t("ui.rummy.leaves", { n: figure.left }), figure?.shows && t(shows),
    chosen && t("ui.card.chosen"), dim && t("ui.card.not-now"), pending && t("ui.card.sent"),
  ].filter(Boolean));
  return h("li", { key, onclick: (event) => wasDrag(event) || (state.parts.table.rows ?? state.parts.table.laid ? act.choose(toggled(state.chosen, key)) : act.tap(key)) },
    handCard(text, { key, row: place, label, chosen, dim, pending, fresh: key === fresh, isLast }),
    figure && (chosen ? state.chosen.length < 2 && h("span", { key: "deed", class: "to-do", "aria-hidden": "true" }, t(`ui.rummy.${word}`))
      : h("span", { key: "figure", class: figure.shows ? "leaves shows" : "leaves", "aria-hidden": "true" }, figure.left)));
}

/** The hands at the end of a deal, the winner's first, laid one after the other: melds, what was laid off, what is left. @param {import("../store.js").State} state */
export function laidDown(state) {
  let laid = 0;
  return h("dl", { key: "hands", class: "wild" in state.parts.head ? "laid-down three" : "laid-down" }, state.parts.over.hands.map(({ seat, rows }) => [
    h("dt", { key: `name-${seat}`, dir: "auto" }, who(state, seat)),
    h("dd", { key: seat }, rows.filter((row) => row.cards.length).map((row) => {
      laid += row.cards.length;
      return meld(row, laid - row.cards.length, ["left", "off"].includes(row.kind) ? row.name : undefined);
    })),
  ]));
}
