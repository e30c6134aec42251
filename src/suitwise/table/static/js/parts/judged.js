/**
 * Reviews as the server works them out, read line by line, and kept while this window is open.
 *
 * So the page of the review and that of the replay share one, and going back to it asks nothing again.
 *
 * @typedef {{ply: number, seat: number, costly: boolean, place: string, did: string, better: string|null, cost: string, short: string, more: string[]}} Found
 * @typedef {Object} Judged
 * @property {Found[]} found      the decisions judged so far, in the order of the record.
 * @property {number|null} seat   whose seat this person has, if one.
 * @property {string[]} names     of all seats.
 * @property {number} plies       the number of the last move, 0 before it begins.
 * @property {string[]} notes     how figures are to be read.
 * @property {{why: string|null, seats: {seat: number, total: string, costliest: number[]}[], costliest: number[]}|null} ends  what it comes to; null before its end.
 * @property {string} no          why there is none.
 * @property {boolean} isWaiting  for another review to end.
 * @property {() => void} told    called with each piece of news.
 * @property {{seat?: number|null, top: number}} view  whose decisions somebody has chosen to see, if so, and how far the page was scrolled.
 */

import { language, t } from "../words.js";
import { asked } from "./opening.js";

/** @type {Map<string, Judged>} */
const kept = new Map();

/** @param {string} record @param {number|null} deal */
const keyOf = (record, deal) => `${language()} ${record} ${deal}`;

/** The review of a record as far as it has come here, null where nobody has asked for it. @param {string} record @param {number|null} deal */
export function judgedSoFar(record, deal) {
  return kept.get(keyOf(record, deal)) ?? null;
}

/**
 * The review of a record, asked for if it has not been.
 *
 * @param {{record: string, deal: number|null}} where
 * @param {string|null} text of a record that was opened here; of a table's the server has it.
 * @returns {Judged}
 */
export function judge(where, text) {
  const key = keyOf(where.record, where.deal);
  const known = kept.get(key);
  if (known && !known.no) return known;
  /** @type {Judged} */
  const made = { found: [], seat: null, names: [], plies: 0, notes: [], ends: null, no: "", isWaiting: false, told: () => {}, view: { top: 0 } };
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
  else if (kind === "ends") judged.ends = news;
  else if (kind === "error") judged.no = news.text;
  else Object.assign(judged, news);
}
