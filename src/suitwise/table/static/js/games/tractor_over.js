/** The end of a deal of Tractor: the kitty, and the points of each trick by the side that won it. */

import { h } from "../dom.js";
import { cardNames, card } from "../parts/card.js";
import { sideOf } from "../parts/seats.js";
import { mySeat, nameOf } from "../store.js";
import { t } from "../words.js";

/** @param {import("../store.js").State} state */
export function over(state) {
  const { kitty, tricks = [] } = state.parts.over;
  return [kitty?.length ? kittyOf(kitty) : null, columns(state, tricks)];
}

/** @param {string[]} cards */
function kittyOf(cards) {
  return h("div", { key: "kitty", class: "over-kitty" },
    h("span", { class: "word" }, t("ui.tractor.kitty")),
    h("span", { class: "cards", role: "img", "aria-label": cardNames(cards) }, cards.map((text, place) => card(text, { key: `${place}` }))));
}

/** A pillar for each trick that had points, as high as they are; those of the other side are hollow. @param {import("../store.js").State} state @param {{winner: number, points: number}[]} all */
function columns(state, all) {
  const most = Math.max(1, ...all.map((one) => one.points));
  const items = all.map((one, place) => one.points > 0 && pillar(state, one, place, most));
  if (!items.some(Boolean)) return null;
  return h("div", { key: "tricks", class: "over-tricks" },
    h("p", null, t("ui.tractor.by-trick"), " ", h("span", { class: "key ours" }, sideNamed(state, "ours")), " ", h("span", { class: "key theirs" }, sideNamed(state, "theirs"))),
    h("ol", { "aria-label": t("ui.tractor.by-trick") }, items));
}

/** @param {import("../store.js").State} state @param {{winner: number, points: number}} one @param {number} place @param {number} most */
function pillar(state, { winner, points }, place, most) {
  const text = t("ui.tractor.trick-line", { number: place + 1, n: points, who: nameOf(state, winner) });
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
