/** Which page an address means, and going to another without loading anew. */

import { seatToken } from "./prefs.js";
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
  addEventListener("popstate", () => {
    if (isSkipping) {
      isSkipping = false;
      settle();
    } else if (isGuarded) {
      isGuarded = false;
      closeNow();
    } else call();
  });
}

// --- What is open over a page: going back closes it first ---

let closeNow = () => {};
/** Whether something is open. */
let isOpen = false;
/** Whether the address stands twice in the history, so that going back once leaves the page as it is. */
let isGuarded = false;
/** Whether the next going back is our own, since what was open has been closed in another way. */
let isSkipping = false;

/** Say what going back closes, null where nothing is open. @param {(() => void)|null} close */
export function guard(close) {
  closeNow = close ?? (() => {});
  isOpen = Boolean(close);
  settle();
}

/** Let the history be as what is open asks; while our own way back is still to come, that waits for it. */
function settle() {
  if (isSkipping || isOpen === isGuarded) return;
  isGuarded = isOpen;
  isSkipping = !isOpen;
  if (isOpen) history.pushState({ ...history.state }, "");
  else history.back();
}

/** @typedef {{page: "replay"|"review", record: string, deal: number|null, ply: number|null, share?: boolean, text?: string}} ReplayRoute */
/** @typedef {{page: "shared", sent: string, ply: number|null}} SharedRoute */
/** @typedef {{page: "make", game: string, friends: boolean}} MakeRoute */
/** @typedef {{page: "learn"|"mine"|"more"}} MoreRoute */
/** @typedef {{page: "board", game: string, ask: string, fields: Object<string, string>}} BoardRoute */

/** What the address in the bar means. @returns {{page: "home"}|{page: "table", code: string}|ReplayRoute|SharedRoute|BoardRoute|MakeRoute|MoreRoute} */
export function route() {
  const found = TABLE.exec(location.pathname.slice(window.site.length));
  const asked = new URLSearchParams(location.hash.slice(1));
  const record = asked.get("r") ?? "";
  const count = (/** @type {string} */ name) => (COUNT.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
  if (!found && asked.has("b")) {
    const { b: game, ask = "", ...fields } = Object.fromEntries(asked);
    return { page: "board", game, ask, fields };
  }
  if (!found && asked.has("make")) return { page: "make", game: asked.get("make") ?? "", friends: asked.has("friends") };
  const more = /** @type {const} */ (["learn", "mine", "more"]).find((name) => location.hash === `#${name}`);
  if (!found && more) return { page: more };
  if (!found && RECORD.test(record)) return { page: asked.has("review") ? "review" : "replay", record, deal: count("deal"), ply: count("ply"), share: asked.has("share") };
  const sent = asked.get("s");
  if (!found && sent !== null) return { page: "shared", sent, ply: count("ply") };
  return found ? { page: "table", code: found[1].toUpperCase() } : { page: "home" };
}

/** Go to an address of this site. What is open over the page goes with it. @param {string} address @param {boolean} [isInstead] whether it takes the place of the page that is left. */
export function go(address, isInstead = isGuarded) {
  isGuarded = false;
  if (isInstead) history.replaceState({ isBack: Boolean(history.state?.isBack) }, "", address);
  else history.pushState(null, "", address);
  changed();
}

/** How many pages back the table is from the page after this one; 0 where no table is there. */
let toTable = 0;

/** Keep with an address whether one came to it from another page of this site, and how far from a table: it may be loaded anew. @param {boolean} isBack */
export function cameFrom(isBack) {
  const { page } = route();
  const isRecord = page === "replay" || page === "review";
  if (history.state === null) history.replaceState({ isBack, toTable: isRecord ? toTable : 0 }, "");
  toTable = page === "table" ? 1 : isRecord && history.state.toTable ? history.state.toTable + 1 : 0;
}

/** Leave a record: for the table that one came from, else for that of the record, else for the first page. @param {string} record */
export function leaveRecord(record) {
  if (history.state?.toTable) history.go(-history.state.toTable);
  else go(/^[0-9A-Z]+$/.test(record) ? `${window.site}/t/${record}` : `${window.site}/`);
}

/** Go back to the page that one came from, or to the first one. */
export function back() {
  if (history.state?.isBack) history.back();
  else go(`${window.site}/`);
}

/** The address of a record, at a move of it. @param {string} record @param {number|null} deal @param {number|null} [ply] */
export function replayAddress(record, deal, ply = null) {
  return `${window.site}/#r=${record}${deal === null ? "" : `&deal=${deal}`}${ply === null ? "" : `&ply=${ply}`}`;
}

/** The address of making a table. @param {string} game @param {boolean} [isForFriends] */
export function makeAddress(game, isForFriends = false) {
  return `${window.site}/#make=${game}${isForFriends ? "&friends=1" : ""}`;
}

/** The address of a board with a form filled in. @param {string} game @param {string} [ask] @param {Object<string, string>} [fields] */
export function boardAddress(game, ask = "", fields = {}) {
  const filled = Object.entries(fields).filter(([, text]) => text);
  return `${window.site}/#${new URLSearchParams([["b", game], ...(ask ? [["ask", ask], ...filled] : [])])}`;
}

/** The address of the review of a record. @param {string} record @param {number|null} deal */
export const reviewAddress = (record, deal) => `${replayAddress(record, deal)}&review=1`;

/** What the page of a record is called. @param {"replay"|"review"} page @param {string} record */
export function titleOf(page, record) {
  return /^[0-9A-Z]+$/.test(record) ? t(`ui.${page}.title-of`, { code: record }) : t(`ui.${page}.title`);
}

/** Ask the server in the language in use, as who has the seat of a table, or sending something. @param {string} path @param {{code?: string, body?: string|Object<string, any>}} [how] */
export function ask(path, { code, body } = {}) {
  const headers = { "Accept-Language": language(), ...code && { Authorization: `Bearer ${seatToken(code)}` } };
  const sent = typeof body === "object" ? JSON.stringify(body) : body;
  return fetch(`${window.site}/api/${path}`, { headers, ...body && { method: "POST", body: sent } });
}

/** What the server answers, or in words why it does not. @param {Promise<Response>} asked @returns {Promise<{found: any, no: string}>} */
export async function answered(asked) {
  const got = await asked.catch(() => null), found = await got?.json().catch(() => null);
  return got?.ok && found ? { found, no: "" } : { found: null, no: found?.text ?? t("ui.no-server") };
}

/** Take the secret out of the address bar: a seat's token stands after the #. @returns {string} */
export function takeFragment() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}
