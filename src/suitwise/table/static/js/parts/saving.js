/** Records of tables, and files that a device saves. */

import { seatToken } from "../prefs.js";

/** The record of a table's deals that are over, with the keys that dealt them, or that of one; "" where it can't be had. @param {string} code @param {number|null} deal counted from 1. @returns {Promise<string>} */
export async function recordOf(code, deal) {
  const headers = { Authorization: `Bearer ${seatToken(code)}` };
  const answer = await fetch(`${window.site}/api/tables/${code}/record${deal === null ? "" : `?deal=${deal}`}`, { headers }).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

/** Save a text as a file of this device, or bytes that are one already. @param {BlobPart} what @param {string} name */
export function save(what, name) {
  const type = { svg: "image/svg+xml", json: "application/json" }[name.split(".")[1]] ?? "text/plain";
  const href = URL.createObjectURL(new Blob([what], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
