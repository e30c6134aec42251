/** A domino, drawn here: two squares of pips, or of digits where large signs are wanted. Pips are dots of a round pen. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { prefs } from "../prefs.js";
import { offered } from "../store.js";
import { t } from "../words.js";

/** Where pips lie: places of a 3 by 3 grid, row by row. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const SIDE = 48;

/**
 * A domino; with `onTap` a button, else a picture with a name.
 * @param {string} text "6-4", the higher end first.
 * @param {{chosen?: boolean, dim?: boolean, winner?: boolean, pending?: boolean, offered?: boolean, onTap?: () => void,
 *     label?: string, tabindex?: number, key?: string, row?: number}} [how]
 */
export function domino(text, how = {}) {
  const label = how.label ?? dominoName(text, how);
  const flags = ["chosen", "dim", "winner", "pending", "offered"].filter((name) => how[name]);
  const shared = { key: how.key ?? text, class: ["domino", ...flags].join(" "), "aria-label": label };
  if (!how.onTap) return h("span", { ...shared, role: "img" }, tile(text));
  const own = {
    type: "button", "aria-pressed": Boolean(how.chosen), "aria-busy": how.pending || null,
    "data-rove": "", "data-row": how.row ?? 0, "data-card": text, onclick: how.onTap,
  };
  return h("button", { ...shared, ...own }, tile(text));
}

/** A domino in words: "six-four", with what is to be said of it. @param {string} text @param {Object<string, any>} [how] */
export function dominoName(text, how = {}) {
  const [high, low] = text.split("-");
  const name = high === low ? t("ui.double", { of: t(`ui.pip.${high}`) })
    : t("ui.domino", { high: t(`ui.pip.${high}`), low: t(`ui.pip.${low}`) });
  const more = [how.chosen && t("ui.is-chosen"), how.dim && t("ui.not-now"), how.pending && t("ui.is-sent")];
  return [name, ...more.filter(Boolean)].join(t("ui.comma"));
}

/** A hand of dominoes, or of what else a game plays with. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]|null} open what may be played, null where that is not said. @param {typeof domino} [drawn] */
export function dominoHand(state, act, open, drawn = domino) {
  const { hand } = state.parts, row = hand.rows?.flatMap(({ cards }) => cards) ?? hand.held;
  return h("ul", { id: "hand", class: "dominoes", role: "list", "aria-label": t("ui.hand-of", { n: row.length }), "data-roving": "", onkeydown: rove },
    row.map((text) => h("li", { key: text, "data-fly": text }, drawn(text, {
      chosen: state.chosen.includes(text), dim: open !== null && !open.includes(text), offered: offered(state).includes(text), pending: state.pending?.cards.includes(text), onTap: () => act.tap(text),
    }))));
}

/** Half a domino, as the sign of a suit. @param {number} number */
export function halfDomino(number) {
  return h("svg", { class: "half", viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" }, marks([number]));
}

/** @param {string} text */
function tile(text) {
  return h("svg", { viewBox: `0 0 ${SIDE} ${2 * SIDE}`, "aria-hidden": "true" },
    h("path", { class: "bar", d: `M8 ${SIDE}H${SIDE - 8}` }), h("circle", { class: "spinner", cx: SIDE / 2, cy: SIDE, r: 3 }),
    marks(text.split("-").map(Number)));
}

/** The numbers of halves below each other. @param {number[]} numbers */
function marks(numbers) {
  if (prefs.large) return numbers.map((number, half) => h("text", { class: "digit", x: SIDE / 2, y: half * SIDE + SIDE / 2 + 12, "text-anchor": "middle" }, number));
  const dots = numbers.flatMap((number, half) => PIPS[number].map((place) => [12 + 12 * (place % 3), half * SIDE + 12 + 12 * Math.floor(place / 3)]));
  return [["pip edge", 0.9], ["pip", 0], ["pip floor", 0.9]].map(([kind, lower]) =>
    h("path", { key: kind, class: kind, d: dots.map(([x, y]) => `M${x} ${y + Number(lower)}h0`).join("") }));
}
