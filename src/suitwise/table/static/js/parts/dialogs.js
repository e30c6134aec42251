/** The frame of a dialog, choices in a list, and the signs of buttons. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** The signs of a table's buttons, drawn as strokes in a square of 24. */
const ICONS = {
  hint: "M9 18H15M10 21H14M9 15.5C9 13 6 12.5 6 9A6 6 0 0 1 18 9C18 12.5 15 13 15 15.5Z", why: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M9.5 9.5A2.5 2.5 0 1 1 12 12.2V13.5M12 16.8V17",
  menu: "M4 7H20M4 12H20M4 17H20", close: "M6 6 18 18M18 6 6 18", panel: "M4 5H20V16H11L7 20V16H4Z",
  review: "M5 19V12M10 19V5M15 19V9M20 19V14", replay: "M4 5V10H9M4.6 10A8 8 0 1 1 4 13", sharing: "M12 15V4M7 9 12 4 17 9M5 13V20H19V13",
};

/** The sign of a button, which has its name elsewhere. @param {string} name of one of a table's, or of those given. @param {Object<string, string>} [signs] */
export function icon(name, signs = ICONS) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
    h("path", { d: signs[name] ?? ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

/** A list to choose from. @param {Object<string, any>} props @param {string[][]} options each value, and what it is called. @param {string} value @param {(value: string) => void} chosen */
export function select(props, options, value, chosen) {
  return h("select", { ...props, onchange: (event) => chosen(event.target.value) }, options.map(([key, text]) => h("option", { key, value: key, selected: key === value }, text)));
}

/** A dialog that holds the focus until it is closed, as a tap beside it does, too. @param {{key: string, title: string, onClose: () => void}} props @param {...any} children */
export function dialog({ key, title, onClose }, ...children) {
  const onclick = (/** @type {any} */ { target, currentTarget }) => { if (target === currentTarget) target.close(); };
  return h("dialog", { key, class: "dialog", "aria-labelledby": `${key}-title`, onclose: onClose, onclick, ref: (node) => node.open || node.showModal() },
    h("header", { class: "dialog-head" }, h("h2", { id: `${key}-title` }, title),
      h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.close"), onclick: closeThis }, icon("close"))),
    h("div", { class: "dialog-body" }, children), h("div", { class: "told sr", "aria-live": "assertive" }));
}

/** Close the dialog that holds what was tapped. @param {MouseEvent} event */
export function closeThis(event) {
  /** @type {Element} */ (event.target).closest("dialog")?.close();
}
