/** Texts that can be copied, also where the clipboard is closed, as on plain http. */

import { h } from "../dom.js";
import { copier } from "./stages.js";

/** A text in a field, with a button that copies it. @param {string} id @param {string} label @param {string} value @param {number} [rows] */
export function field(id, label, value, rows = 1) {
  return h("div", { key: id, class: "copying" }, h("label", { for: id }, label),
    h("span", { class: "line-form" }, h("textarea", { id, readonly: true, rows, value, spellcheck: "false", onfocus: (event) => event.target.select() }),
      copier(id, label)));
}
