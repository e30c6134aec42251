/** Before and after a deal: who sits where, and how it ended. */

import { assertive } from "../announce.js";
import { h } from "../dom.js";
import { sentence } from "./card.js";
import { makeTable, replayAddress, reviewAddress } from "../router.js";
import { mySeat, nameOf, until } from "../store.js";
import { numeral, t } from "../words.js";

/** @type {((state: any, act: any) => any)|null} */
let drawLobby = null;

/** The table before it plays, whose drawing no other table waits for. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function lobby(state, act) {
  if (!drawLobby) import("./lobby.js").then(async (loaded) => { await loaded.styles; drawLobby = loaded.lobby; act.store.set({}); });
  return drawLobby?.(state, act);
}

/** In how many seconds the host may take a seat from its person, who is away or has never come; null where that is not to be. @param {import("../store.js").State} state @param {any} person @returns {number|null} */
export function freesIn(state, person) {
  if (!state.welcome?.host || person.frees_at === null || person.here || person.seat === mySeat(state)) return null;
  return Math.max(0, Math.ceil(until(state, person.frees_at) / 1000));
}

/** Ready, and who is not. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function ready(state, act) {
  const { people = [], life = {} } = state.parts;
  const seat = mySeat(state);
  const waits = people.filter((person) => person.control === "human" && !person.ready && person.seat !== seat);
  const left = life.until ? Math.max(0, Math.ceil(until(state, life.until) / 1000)) : null;
  return h("div", { class: "ready" },
    seat !== null && life.needs_ready && !people[seat]?.ready && h("button", { type: "button", class: "play", onclick: () => act.tell({ t: "ready" }) }, t("ui.ready")),
    life.needs_ready && h("p", { class: "quiet" }, waits.length > 0 && t("ui.not-ready", { names: waits.map((person) => nameOf(state, person.seat)).join(", ") }), left !== null && ` ${t("ui.seconds", { s: left })}`));
}

/** How the deal or the match ended; a game that all agreed to end has no other outcome than that. @param {import("../store.js").State} state @returns {any} */
export function ending({ parts: { over: end, life } }) {
  return end ?? (life?.stage === "over" ? { text: life.reason ?? "", match: true } : null);
}

/** How a deal or a match ended, and what comes then. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} own how the game shows it. */
export function over(state, act, own) {
  const isDaily = Boolean(state.welcome?.house.daily) && state.parts.life?.stage === "over" && mySeat(state) !== null;
  return outcome(state, act, own, isDaily && h("div", { key: "day", class: "day", ref: () => act.compare() }, state.day?.()), recordLinks(state),
    ending(state).match ? h("p", { key: "home", class: "meets" }, mySeat(state) !== null && !isDaily && h("button", { type: "button", class: "play", onclick: () => again(state) }, t("ui.again")), h("a", { class: "button", href: "/" }, t("ui.menu.home"))) : ready(state, act));
}

/** How a deal or a match ended. @param {import("../store.js").State} state @param {{last: () => void}} act @param {any} own how the game shows it. @param {...any} more what stands below. */
export function outcome(state, act, own, ...more) {
  const end = ending(state);
  return h("div", { key: "over", class: "over" },
    h("h2", null, sentence(end.text)),
    (end.lines ?? []).map((line) => h("p", { key: line }, sentence(line))),
    own ?? (end.tricks?.length ? tricksTaken(state, end.tricks) : null),
    end.next && h("p", { key: "next", class: "quiet" }, end.next),
    state.parts.table?.last && h("button", { key: "last", type: "button", onclick: () => act.last() }, t("ui.last-trick")), more);
}

/** The deal just ended, again and judged: beside the table, which goes on. @param {import("../store.js").State} state */
function recordLinks(state) {
  const last = state.parts.proof?.opened?.at(-1);
  if (!last || mySeat(state) === null) return null;
  const link = (key, href) => h("a", { key, class: "button", href }, t(`ui.${key}.link`));
  return h("p", { key: "record", class: "meets" }, link("replay", replayAddress(state.code, last.deal + 1)),
    state.welcome?.review && link("review", reviewAddress(state.code, last.deal + 1)));
}

/** A table that this person can't come to, and why. @param {import("../store.js").State} state */
export function closed({ closed: code, no }) {
  const text = { 4403: t("ui.bad-token"), 4404: t("ui.no-table") }[code] ?? t("ui.closed");
  return h("main", { class: "notice", key: "closed" }, h("h1", null, text), no && h("p", { class: "quiet" }, no.text), h("p", null, h("a", { class: "button", href: "/" }, t("ui.menu.home"))));
}

/** Make the same table anew: the same bots, the seats of others open. @param {import("../store.js").State} state */
function again(state) {
  const seats = state.parts.people.map((person) => (person.you || person.seat === mySeat(state) ? "human" : person.control === "bot" ? person.player : "open"));
  makeTable({ variant: state.welcome?.variant, seats, name: nameOf(state, mySeat(state) ?? 0), house: state.welcome?.house });
}

/** @param {import("../store.js").State} state @param {{winner: number, points: number}[]} tricks */
function tricksTaken(state, tricks) {
  return h("details", { key: "tricks" }, h("summary", null, t("ui.tricks-taken", { n: numeral(tricks.length) })),
    h("ol", null, tricks.map(({ winner, points }, place) => h("li", { key: place }, t("ui.trick-of", { n: place + 1, name: nameOf(state, winner), points: numeral(points) })))));
}

/** How long a button says that it has copied. */
const COPIED_MS = 2500;

/** A button that copies what a field holds, and says so. @param {string} id of the field. @param {string} what it holds. */
export function copier(id, what) {
  return h("button", { type: "button", "aria-label": t("ui.sharing.copy", { what }), onclick: async ({ currentTarget: { firstChild: text } }) => {
    text.nodeValue = t(await copy(id) ? "ui.copied" : "ui.copy-chosen"); // by itself, since no state of a page holds it
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
