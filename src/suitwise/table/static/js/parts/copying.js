/** Texts that can be copied, also where the clipboard is closed, as on plain http, or saved. */

import { assertive } from "../announce.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/** A text in a field, with a button that copies it. @param {string} id @param {string} label @param {string} value @param {number} [rows] */
export function field(id, label, value, rows = 1) {
  return h("div", { key: id, class: "copying" }, h("label", { for: id }, label),
    h("span", { class: "line-form" }, h("textarea", { id, readonly: true, rows, value, spellcheck: "false", onfocus: (event) => event.target.select() }),
      copier(id, label)));
}

/** How long a button says so. */
const COPIED_MS = 2500;

/** A button that copies what a field holds, and says so. @param {string} id of the field. @param {string} what it holds. */
export function copier(id, what) {
  return h("button", { type: "button", "aria-label": t("ui.sharing.copy", { what }), onclick: async ({ currentTarget: { firstChild: text } }) => {
    text.nodeValue = t(await copy(id) ? "ui.copied" : "ui.copy-chosen"); // since no state of a page holds it
    assertive(text.nodeValue);
    setTimeout(() => { text.nodeValue = t("ui.copy"); }, COPIED_MS);
  } }, t("ui.copy"));
}

/** Copy what a field holds, or choose it where the clipboard is closed. @param {string} id @returns {Promise<boolean>} whether it was copied. */
async function copy(id) {
  const field = /** @type {HTMLInputElement|HTMLTextAreaElement} */ (document.getElementById(id));
  field.select();
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value).then(() => true, () => false);
  return document.execCommand("copy");
}

/** Save a text as a file of this device, or bytes that are one already. @param {BlobPart} what @param {string} name */
export function save(what, name) {
  const type = { svg: "image/svg+xml", json: "application/json" }[name.split(".")[1]] ?? "text/plain";
  const href = URL.createObjectURL(new Blob([what], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
