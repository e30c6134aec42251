/** Tractor at other tables than that of four with two packs: friends that are called, leads cut by name, kitties taken. */

import { h } from "../dom.js";
import { cardName, cardNames, cardText, fan, sentence, suitSign } from "../parts/card.js";
import { who } from "../parts/seats.js";
import { sheet } from "../parts/trick.js";
import { cardsIn, isMyTurn } from "../store.js";
import { listed, styled, t } from "../words.js";

const SUITS = "SHDC", RANKS = "AKQJT98765432";
/** The numbers of copies, as they stand on a small sign. */
const SIGNS = ["", "①", "②", "③", "④"];
/** The phases in which one of few moves is chosen that are no plays. */
const CHOSEN = ["cut", "steal"];

await styled("many");

/** A call as people say it, "the second ace of hearts". @param {string} card @param {number} number @param {(card: string) => string} [named] */
function callText(card, number, named = cardName) {
  return t("ui.tractor.nth", { n: t(`ui.tractor.nth.${number}`), card: named(card) });
}

// --- The calls ---

/** Who has been called, and by whom each call is filled, or how many copies were played so far. @param {import("../store.js").State} state */
export function calls(state) {
  const { calls: all = [], to_call: due = 0, phase } = state.parts.head;
  const open = phase === "call" ? due - all.length : 0;
  if (!all.length && !open) return null;
  return h("ul", { key: "calls", class: "friend-calls", "aria-label": t("ui.tractor.calls") },
    all.map(({ card, number, counted, filled }) => {
      const by = filled !== null ? who(state, filled) : counted ? t("ui.tractor.counted", { n: counted }) : t("ui.tractor.unfilled");
      return h("li", { key: `${card}${number}`, class: `chip-like ${filled === null ? "" : "joined"}` },
        h("span", { class: "sr" }, `${callText(card, number)}: ${by}`),
        h("span", { "aria-hidden": "true" }, SIGNS[number], sentence(cardText(card)), " ", h("span", { key: by, class: "by", dir: "auto" }, by)));
    }),
    open > 0 && h("li", { key: "open", class: "chip-like" }, t("ui.tractor.to-call", { n: open })));
}

/** The points that a seat has taken, where they count for it alone. @param {import("../store.js").State} state @param {number} seat */
export function taken(state, seat) {
  const { calls: all, won } = state.parts.head;
  return all && won?.[seat] > 0 && h("span", { key: "won", class: "won" },
    h("span", { "aria-hidden": "true" }, won[seat]), h("span", { class: "sr" }, t("ui.tractor.taken", { n: won[seat] })));
}

/** The word on a bomb, of which one card tells all. */
export const bomb = () => h("span", { key: "bomb", class: "bomb" }, t("ui.tractor.bomb"));

/** The levels of all seats, and what was taken out of the packs. @param {import("../store.js").State} state @returns {string[]} */
export function facts(state) {
  const { levels, removed = [] } = state.parts.head;
  const all = levels.map((level, seat) => `${who(state, seat)} ${level.replace("T", "10")}`);
  return [t("ui.tractor.all-levels", { levels: listed(all) }), ...removed.length ? [t("ui.tractor.removed", { cards: cardNames(removed) })] : []];
}

// --- What is chosen over the felt ---

/** What this person chooses from that lies in no hand: a call, how a lead is cut, whether the kitty is taken. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function chooser(state, act) {
  const { phase } = state.parts.head;
  if (!isMyTurn(state) || state.pending) return null;
  return phase === "call" ? caller(state, act) : CHOSEN.includes(phase) ? choices(state, act, phase) : null;
}

/** A suit, a rank and a copy, each by a tap; the rest of the call stays. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function caller(state, act) {
  const [card, copy = "1"] = state.picked.split("#"), [suit, rank] = card || "SA";
  const one = (/** @type {string} */ move, /** @type {string} */ label, /** @type {any} */ text, /** @type {boolean} */ isOn) => h("button", {
    key: label, type: "button", class: "pick", "aria-label": label, "aria-pressed": Boolean(card) && isOn, onclick: () => act.pick(move),
  }, text);
  return sheet("choose-sheet", t("ui.tractor.call-title"), [
    row("suits", [...SUITS].map((to) => one(`${to}${rank}#${copy}`, t(`ui.suit.${to}`), suitSign(to), to === suit))),
    row("ranks", [...RANKS].map((to) => one(`${suit}${to}#${copy}`, t(`ui.rank.${to}`), to === "T" ? "10" : to, to === rank))),
    row("copies", Array.from({ length: state.parts.ask.packs }, (_, at) => one(`${suit}${rank}#${at + 1}`, t(`ui.tractor.nth.${at + 1}`), SIGNS[at + 1], `${at + 1}` === copy))),
  ]);
}

/** @param {string} key @param {any} buttons */
const row = (key, buttons) => h("div", { key, class: `pick-row ${key}`, role: "group" }, buttons);

/** A button for each move: the parts of a lead apart and in words, a bid that takes the kitty, or none. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string} phase */
function choices(state, act, phase) {
  return sheet("choose-sheet", t(`ui.tractor.${phase}-title`), (state.parts.ask.moves ?? []).map((/** @type {string} */ move) => h("button", {
    key: move, type: "button", class: "offer", "aria-label": moveName(move), onclick: () => act.move(move),
  }, phase === "cut" ? [parted(partsIn(move)), h("span", { key: "words", class: "word" }, partsText(move))] : cardsIn(move).length ? fan(cardsIn(move)) : moveName(move))));
}

// --- The parts of a lead ---

/** @param {string} move @returns {string[][]} */
const partsIn = (move) => move.split("+").map(cardsIn);

/** "A tractor and a single". @param {string} move */
function partsText(move) {
  const kinds = partsIn(move).map((cards) => {
    const wide = cards.filter((card) => card === cards[0]).length;
    return t(`ui.tractor.part.${cards.length > wide ? "tractor-" : ""}${wide}`);
  });
  return kinds.slice(1).reduce((all, kind) => t("ui.tractor.and", { one: all, other: kind }), kinds[0]);
}

/** Parts beside one another, each a fan of its own. @param {string[][]} parts */
export function parted(parts) {
  return h("span", { key: "parts", class: "parted" }, parts.map((cards, at) => fan(cards, { key: `${at}` })));
}

/** A move that is no mere play, as people say it; "" for others. @param {string} move @returns {string} */
export function moveName(move) {
  const [card, number] = move.split("#");
  if (number) return callText(card, Number(number), cardText);
  if (move.includes("+")) return `${partsText(move)}: ${partsIn(move).map(cardNames).join(" + ")}`;
  return move === "pass" ? t("ui.tractor.pass") : cardNames(cardsIn(move));
}
