/**
 * Reviews as the server works them out, read line by line, and kept while this window is open.
 *
 * So the page of the review and that of the replay share one, and going back to it asks nothing again.
 * @typedef {{ply: number, seat: number, costly: boolean, place: string, did: string, better: string|null, why: string|null, plain: string|null, cost: string, short: string, more: string[], board: {game: string, ask: string, fields: Object<string, string>}|null}} Found
 * @typedef {Object} Judged
 * @property {string} [kind]     of the game's page.
 * @property {Found[]} found      the decisions judged so far, in the order of the record.
 * @property {number|null} seat   whose seat this person has, if one.
 * @property {string[]} names     of all seats.
 * @property {number} plies       the number of the last move, 0 before it begins.
 * @property {string[]} notes     how figures are to be read.
 * @property {{why: string|null, seats: {seat: number, total: string, costliest: number[]}[], costliest: number[]}|null} ends  what it comes to; null before its end.
 * @property {string} no          why there is none.
 * @property {boolean} isWaiting  for another review to end.
 * @property {() => void} told    called with each piece of news.
 * @property {number} at          when it ended, by this device's clock.
 * @property {{seat?: number|null, top: number}} view  whose decisions somebody has chosen to see, if so, and how far the page was scrolled.
 */

import { h } from "../dom.js";
import { language, t } from "../words.js";
import { sentence } from "./card.js";
import { asked } from "./opening.js";

/** What stands before a decision that has cost something: a shape, not a colour alone. */
export const COSTLY = "▼";

/** A review that was broken off is asked for again when it is opened so much later: the server may come further then. */
const AGAIN_MS = 60_000;

/** @type {Map<string, Judged>} */
const kept = new Map();

/** @param {string} record @param {number|null} deal */
const keyOf = (record, deal) => `${language()} ${record} ${deal}`;

/** The decisions of a record that have cost something, by their moves; none where nobody has asked for its review. @param {{record: string, deal: number|null}} where @returns {Map<number, Found>} */
export function costlyOf({ record, deal }) {
  const found = kept.get(keyOf(record, deal))?.found ?? [];
  return new Map(found.filter((one) => one.costly).map((one) => [one.ply, one]));
}

/** What the decision that comes next has cost, or the one just made; empty where neither has. @param {Map<number, Found>} costly @param {number} ply @returns {string} */
export function verdictAt(costly, ply) {
  const next = costly.get(ply + 1), found = next ?? costly.get(ply);
  if (!found) return "";
  const what = [next && t("ui.review.next", { did: next.did }), t("ui.review.better", { what: found.better }), found.why, found.plain ?? found.cost];
  return what.filter(Boolean).join(" · ");
}

/** @param {string} told of `verdictAt`. */
export function verdict(told) {
  return told && h("p", { key: "judged", class: "ask judged" }, h("span", { "aria-hidden": "true" }, `${COSTLY} `), sentence(told));
}

/**
 * The review of a record, asked for if it has not been, or was broken off a while ago.
 * @param {{record: string, deal: number|null}} where
 * @param {string|null} text of a record that was opened here; of a table's the server has it.
 * @param {boolean} [isAnew] whether it is asked for again at once.
 * @returns {Judged}
 */
export function judge(where, text, isAnew = false) {
  const key = keyOf(where.record, where.deal);
  const known = kept.get(key);
  const isPast = Boolean(known?.ends?.why) && performance.now() - (known?.at ?? 0) > AGAIN_MS;
  if (known && !known.no && !isPast && !isAnew) return known;
  /** @type {Judged} */
  const made = { found: [], seat: null, names: [], plies: 0, notes: [], ends: null, no: "", isWaiting: false, told: () => {}, at: 0, view: known?.view ?? { top: 0 } };
  kept.set(key, made);
  read(made, asked("review", where, text)).catch(() => { made.no = t("ui.no-server"); }).then(() => made.told());
  return made;
}

/** @param {Judged} judged @param {Promise<Response>} sent */
async function read(judged, sent) {
  const answer = await sent;
  if (!answer.ok || !answer.body) {
    judged.no = (await answer.json()).text;
    return;
  }
  const reader = answer.body.getReader(), decoder = new TextDecoder();
  for (let rest = "", isDone = false; !isDone;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach((line) => take(judged, JSON.parse(line)));
    isDone = done;
    judged.told();
  }
  if (!judged.ends && !judged.no) judged.no = t("ui.no-server");
}

/** @param {Judged} judged @param {any} news a line of the server's. */
function take(judged, { t: kind, ...news }) {
  judged.isWaiting = kind === "waits";
  if (kind === "judged") judged.found = [...judged.found, ...news.found];
  else if (kind === "ends") Object.assign(judged, { ends: news, at: performance.now() });
  else if (kind === "error") judged.no = news.text;
  else Object.assign(judged, news);
}
