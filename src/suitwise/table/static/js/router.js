/** Which page an address means, and going to another without loading anew. */

import { keepDaily, keepSeat } from "./prefs.js";
import { language, t } from "./words.js";

const TABLE = /^\/t\/([0-9A-Za-z]{3,12})$/;
/** A table's code, or the id of a record that was opened here. */
const RECORD = /^([0-9A-Z]{3,12}|f-[0-9a-f]{12}|file)$/;
const COUNT = /^\d{1,6}$/;

/** @type {() => void} */
let changed = () => {};

/** Call back whenever the address has changed. @param {() => void} call */
export function onRoute(call) {
  changed = call;
  addEventListener("popstate", call);
}

/** @typedef {{page: "replay", record: string, deal: number|null, ply: number|null, text?: string}} ReplayRoute */

/** @typedef {{page: "shared", sent: string, ply: number|null}} SharedRoute */

/** What the address in the bar means. @returns {{page: "home"}|{page: "table", code: string}|ReplayRoute|SharedRoute} */
export function route() {
  const found = TABLE.exec(location.pathname);
  const asked = new URLSearchParams(location.hash.slice(1));
  const record = asked.get("r") ?? "";
  const count = (/** @type {string} */ name) => (COUNT.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
  if (!found && RECORD.test(record)) return { page: "replay", record, deal: count("deal"), ply: count("ply") };
  const sent = asked.get("s");
  if (!found && sent !== null) return { page: "shared", sent, ply: count("ply") };
  return found ? { page: "table", code: found[1].toUpperCase() } : { page: "home" };
}

/** Go to an address of this site. @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  changed();
}

/** The address of a record, at a move of it. @param {string} record @param {number|null} deal @param {number|null} [ply] */
export function replayAddress(record, deal, ply = null) {
  return `/#r=${record}${deal === null ? "" : `&deal=${deal}`}${ply === null ? "" : `&ply=${ply}`}`;
}

/**
 * Make a table and go to its first seat.
 *
 * @param {Object<string, any>} body the variant, the seats, the name, the house.
 * @returns {Promise<string>} why it was not made, "" where it was.
 */
export async function makeTable(body) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json", "Accept-Language": language() }, body: JSON.stringify(body) };
  const answer = await fetch("/api/tables", sent).then((got) => got.json()).catch(() => ({}));
  if (!answer.host) return answer.text ?? t("ui.no-server");
  const [address, token] = answer.host.split("#");
  keepSeat(answer.table, token);
  if (body.daily) keepDaily(body.daily, body.variant, { code: answer.table });
  go(address);
  return "";
}

/** Take the secret out of the address bar: a seat's token stands after the #. @returns {string} */
export function takeFragment() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}

/** The address in what somebody typed or pasted: a code, or a link to a table or a record; null where there is none. @param {string} text @returns {string|null} */
export function addressOf(text) {
  const link = /\/t\/([0-9A-Za-z]{3,12})(#[\w-]+)?\/?$/.exec(text.trim());
  if (link) return `/t/${link[1].toUpperCase()}${link[2] ?? ""}`;
  const record = /#([rs]=[\w&=-]+)$/.exec(text.trim());
  if (record) return `/#${record[1]}`;
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[0-9A-Z]{3,12}$/.test(code) ? `/t/${code}` : null;
}
