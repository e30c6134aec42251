/** The end of a deal of Tractor: the kitty, and the points of each trick by the side that won it. */

import { h } from "../dom.js";
import { cardNames, card } from "../parts/card.js";
import { nameOf } from "../store.js";
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

/** A pillar for each trick that had points, as high as they are. @param {import("../store.js").State} state @param {{winner: number, points: number}[]} all */
function columns(state, all) {
  const attackers = state.parts.head.attackers ?? [];
  const most = Math.max(1, ...all.map((one) => one.points));
  if (!all.some((one) => one.points)) return null;
  return h("ol", { key: "tricks", class: "over-tricks", "aria-label": t("ui.tractor.by-trick") }, all.map((one, place) => [one, place]).filter(([one]) => one.points).map(([one, place]) => {
    const side = attackers.includes(one.winner) ? "attacks" : "holds";
    const text = t("ui.tractor.trick-line", { number: place + 1, n: one.points, who: nameOf(state, one.winner) });
    return h("li", { key: place, class: side, title: text },
      h("span", { class: "sr" }, text),
      h("span", { class: "pillar", "aria-hidden": "true", style: { "--high": one.points / most } }),
      h("span", { class: "n", "aria-hidden": "true" }, one.points));
  }));
}
