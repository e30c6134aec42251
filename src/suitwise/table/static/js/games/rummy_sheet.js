/** The score sheet of gin: three columns in Hollywood, the points of two sides where partners play. */

import { h } from "../dom.js";
import { sideName } from "../parts/score.js";
import { seatsAround, who } from "../parts/seats.js";
import { numeral, styled, t } from "../words.js";

await styled("sheet");

/** The seats by which the two sides are named, one's own first, and the points of each in all columns. @param {import("../store.js").State} state */
export function sides(state) {
  const { sheet: columns, totals } = state.parts.head;
  return seatsAround(state).slice(0, 2).map(({ seat }) => ({ side: seat % 2, name: totals.length > 2 ? sideName(state, seat % 2) : who(state, seat), points: columns.map(({ points }) => numeral(points[seat % 2])).join(" · ") }));
}

/** The score sheet: in each column the points and the boxes of both sides, at the end with all bonuses. @param {import("../store.js").State} state */
export function sheet(state) {
  const { head: { sheet: all }, over } = state.parts, two = sides(state);
  const line = (name, values) => values && h("tr", { key: name }, h("th", { scope: "row" }, t(`ui.sheet.${name}`)), values.map((pair, at) => two.map(({ side }) => h("td", { key: `${at} ${side}` }, numeral(pair[side])))));
  return h("table", { key: "sheet", class: "sheet" },
    h("thead", null, h("tr", null, h("td"), all.map((_, at) => h("th", { key: at, scope: "colgroup", colSpan: 2 }, t("ui.sheet.column", { n: at + 1 })))),
      h("tr", null, h("td"), all.map((_, at) => two.map(({ side, name }) => h("th", { key: `${at} ${side}`, scope: "col", dir: "auto" }, name))))),
    h("tbody", null, line("points", all.map(({ points }) => points)), line("boxes", all.map(({ boxes }) => boxes)), line("final", over?.finals)));
}
