/** The score in the head of the page: the sides, what is played for, marks as players of 42 draw them. */

import { h } from "../dom.js";
import { mySeat, nameOf } from "../store.js";
import { numeral, t } from "../words.js";

/** The strokes of the word ALL, one a mark: seven are a match. */
const STROKES = [
  "M2 22 9 2", "M9 2 16 22", "M5 15H13", "M22 2V22", "M22 22H33", "M39 2V22", "M39 22H50",
];

/** The word ALL as far as it is written. @param {number} marks */
function marksDrawn(marks) {
  return h("svg", { class: "marks", viewBox: "0 0 52 24", "aria-hidden": "true" },
    STROKES.map((path, mark) => h("path", { d: path, class: mark < marks ? "on" : "" })));
}

/** The scores of two sides, the person's own first. @param {import("../store.js").State} state @param {{scores: number[], target: number, unit: string, draws: boolean}} props */
export function scores(state, { scores: values, target, unit, draws }) {
  const order = mineFirst(state);
  return h("span", { class: "scores", "data-place": "score" },
    h("span", { class: "sr" }, scoreLine(state, { scores: values, target, unit })),
    order.map((side) => h("span", { key: side, class: `score ${side === order[0] ? "ours" : "theirs"}`, "aria-hidden": "true" },
      h("span", { class: "side" }, sideName(state, side)),
      draws && marksDrawn(values[side]),
      h("b", null, numeral(values[side])))),
    target > 0 && !draws && h("span", { class: "side", "aria-hidden": "true" }, t("ui.goal", { n: numeral(target) })));
}

/** The score in words. @param {import("../store.js").State} state @param {any} head its scores, target and unit. */
export function scoreLine(state, { scores: values, target, unit }) {
  return t(target ? "ui.score-line" : "ui.score-single", { ...bySides(state, values), unit: t(`ui.unit.${unit}`), target: numeral(target) });
}

/** What both sides have, and how they are called, as sentences take it. @param {import("../store.js").State} state @param {number[]} values */
export function bySides(state, values) {
  const [we, they] = mineFirst(state);
  return { we: sideName(state, we), they: sideName(state, they), ours: numeral(values[we]), theirs: numeral(values[they]) };
}

/** The sides, that of this person first. @param {import("../store.js").State} state @returns {[number, number]} */
export function mineFirst(state) {
  const seat = mySeat(state) ?? state.bottom;
  const side = seat === null ? 0 : state.parts.seats?.[seat]?.side ?? 0;
  return side === 1 ? [1, 0] : [0, 1];
}

/** A side as this person calls it; for who watches by its players. @param {import("../store.js").State} state @param {number} side */
export function sideName(state, side) {
  if (mySeat(state) !== null) return side === mineFirst(state)[0] ? t("ui.we") : t("ui.they");
  return (state.parts.seats ?? []).filter((one) => one.side === side).map(({ seat }) => nameOf(state, seat)).join(" + ");
}
