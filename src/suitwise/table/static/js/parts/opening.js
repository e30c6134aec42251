/** Records: those of tables, and those of this device, chosen or dropped and kept for this window, so that their addresses work again. */

import { h } from "../dom.js";
import { attempt } from "../prefs.js";
import { ask } from "../router.js";
import { t } from "../words.js";

/** The most bytes of a record, as the server has it. */
const MOST = 1024 * 1024;
/** Where this window keeps the record that was opened last: its id, a blank, its text. */
const KEPT = "record";

/** A button that opens a file, on which files can be dropped as well. @param {(text: string) => void} take @param {(no: string) => void} refuse */
export function opener(take, refuse) {
  const open = (/** @type {FileList|undefined|null} */ files) => files?.[0] && read(files[0], take, refuse);
  return h("div", { key: "opener", class: "segmented", ondragover: (event) => event.preventDefault(), ondrop: (event) => { event.preventDefault(); open(event.dataTransfer?.files); } },
    h("label", null, h("input", { type: "file", accept: ".json,.txt,text/plain,application/json", onchange: (event) => open(event.target.files) }),
      h("span", null, t("ui.replay.choose"))));
}

/** @param {File} file @param {(text: string) => void} take @param {(no: string) => void} refuse */
async function read(file, take, refuse) {
  if (file.size > MOST) return refuse(t("ui.replay.too-large"));
  const text = await file.text().catch(() => "");
  return text ? take(text) : refuse(t("ui.replay.unread"));
}

/** Ask the server for something of a record. @param {"replay"|"review"|"record"} what @param {{record: string, deal: number|null}} where @param {string|null} text of a record that was opened here; of a table's the server has it. */
export function asked(what, { record, deal }, text) {
  return text ? ask(what, { body: text }) : ask(`tables/${record}/${what}${deal === null ? "" : `?deal=${deal}`}`, { code: record });
}

/** The record of a table's deals that are over, with the keys that dealt them, or that of one; "" where it can't be had. @param {string} record @param {number|null} deal counted from 1. @returns {Promise<string>} */
export async function recordOf(record, deal) {
  const answer = await asked("record", { record, deal }, null).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

/** Why a record is not to be had here: it was opened elsewhere, or is of a table where this device has no seat. @param {string} id @returns {string} */
export function notHere(id) {
  return id.startsWith("f-") ? t("ui.replay.not-here") : t("ui.replay.not-mine", { code: id });
}

/** The text of the record of an id, if this window has it. @param {string} id @returns {string|null} */
export function kept(id) {
  const text = attempt((storage) => storage.getItem(KEPT), "sessionStorage");
  return text?.startsWith(`${id} `) ? text.slice(id.length + 1) : null;
}

/** Keep a record; where there is no room for it the page asks for the file again. @param {string} hash what the server calls it. @param {string} text @returns {string} its id. */
export function keep(hash, text) {
  const id = `f-${hash}`;
  attempt((storage) => storage.setItem(KEPT, `${id} ${text}`), "sessionStorage");
  return id;
}
