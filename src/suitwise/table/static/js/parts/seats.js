/** Who sits around the table, and is ready; and where: you at the bottom, the next seat to your left or right, as play goes. */

import { h, same } from "../dom.js";
import { drains } from "../motion.js";
import { avatar } from "./avatar.js";
import { sentence } from "./card.js";
import { mySeat, nameOf, until } from "../store.js";
import { t } from "../words.js";

/** The names of places around the board by the number of seats, clockwise from yours. */
const PLACES = {
  1: ["bottom"], 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"],
};

/** The seats in the order of play from yours, each with its place. @param {import("../store.js").State} state @returns {{seat: number, place: string}[]} */
export function seatsAround(state) {
  const count = state.parts.seats?.length ?? state.parts.people?.length ?? 4;
  const first = mySeat(state) ?? state.bottom ?? 0;
  return Array.from({ length: count }, (_, step) => {
    const turned = state.welcome?.anticlockwise ? (count - step) % count : step;
    return { seat: (first + step) % count, place: PLACES[count]?.[turned] ?? `ring-${turned}-${count}` };
  });
}

/**
 * Where a place and its play lie on the felt, in hundredths of its width and height: evenly round an
 * ellipse, more than four seats a little farther out towards the corners.
 * @param {string} place
 * @returns {{"--x": number, "--y": number, "--play-x": number, "--play-y": number}}
 */
export function spot(place) {
  const [, step, count] = /^ring-(\d+)-(\d+)$/.exec(place) ?? [];
  const quarters = { bottom: 0, left: 1, top: 2, right: 3 };
  const turn = step === undefined ? quarters[place] / 4 : Number(step) / Number(count);
  const at = [-Math.sin(2 * Math.PI * turn), Math.cos(2 * Math.PI * turn)];
  const round = (/** @type {number} */ part) => Math.round(50 + 50 * part);
  const [x, y] = at.map((part) => round(Math.sign(part) * Math.abs(part) ** OUTWARD));
  return { "--x": x, "--y": y, "--play-x": round(at[0]), "--play-y": round(at[1]) };
}

/** What is said of a seat that no person plays. */
const KINDS = { bot: "ui.a-bot", cover: "ui.covered", open: "ui.open-seat" };
/** Less than one moves what is not straight ahead towards the corners. */
const OUTWARD = 0.72;

/**
 * The badge of a seat: picture, name, cards left, what is said of it, whose turn it is.
 * @param {import("../store.js").State} state
 * @param {number} seat
 * @param {{marks?: any, note?: any, held?: any}} [more] signs beside the name; a note in place of the seat's own; how many cards it holds.
 */
export function badge(state, seat, { marks, held, note = state.parts.seats?.[seat]?.text } = {}) {
  const { people, head, life, clock } = state.parts, person = people?.[seat], isAway = away(state, person);
  return same(`badge ${seat}`, badgeOf, {
    seat, marks, held, note, name: who(state, seat), side: sideOf(state, seat), face: facing(state, seat), isAway: isAway !== null,
    isTurn: head?.turn === seat && (life?.stage ?? "playing") === "playing",
    said: isAway ?? note ?? (person?.control in KINDS ? t(KINDS[person.control]) : ""),
    clock: clock?.seat === seat ? { ...clock, drift: state.drift, whole: 1000 * (state.welcome?.house?.clock_s ?? 0), text: clockText(state, clock) } : null,
  });
}

/** @param {Object<string, any>} seated what there is to be seen of a seat. */
function badgeOf({ seat, marks, held, note, name, side, face, isAway, isTurn, said, clock }) {
  return h("div", { class: `badge ${isTurn ? "turn" : ""} ${said ? "" : "bare"} ${side}`, "data-place": `seat-${seat}` },
    h("span", { key: "face", class: clock ? "face timed" : "face" }, same(`face ${seat}`, avatar, ...face), clock && ring(clock), held,
      h("span", { key: "turn", ...isTurn && { role: "img", "aria-label": t("ui.on-turn") } })),
    h("span", { key: "who", class: "who" },
      h("span", { key: "name", class: "name", dir: "auto" }, name),
      marks, clock && h("span", { key: "clock", class: "clock", role: "timer" }, clock.text)),
    h("span", { key: `note ${typeof note === "string" ? note : ""}`, class: note && !isAway ? "note said" : "note" }, typeof said === "string" ? sentence(said) : said));
}

/** A sign beside a name, and what it means. @param {string} kind @param {string} label @param {any} drawn */
export const mark = (kind, label, drawn) => h("span", { class: `mark ${kind}`, role: "img", "aria-label": label, title: label }, drawn);

/** How many cards a seat holds. @param {number} n @param {string} label */
export const heldSign = (n, label) => h("span", { key: "held", class: "held", role: "img", "aria-label": label }, n);

/** Who sits there, as this person says it. @param {import("../store.js").State} state @param {number} seat @returns {string} */
export const who = (state, seat) => (seat === mySeat(state) ? t("ui.you") : nameOf(state, seat));

/** By what a seat's picture is drawn. @param {import("../store.js").State} state @param {number} seat @returns {Parameters<typeof avatar>} */
function facing(state, seat) {
  const people = state.parts.people ?? state.welcome?.people ?? [];
  const isBot = (/** @type {any} */ one) => one?.control === "bot";
  return [nameOf(state, seat), isBot(people[seat]), people.filter(isBot).map(({ name }) => name)];
}

/** The picture of who sits there. @param {import("../store.js").State} state @param {number} seat */
export const faceOf = (state, seat) => avatar(...facing(state, seat));

/** The ring around a picture, which empties with the time that is left. @param {any} clock that runs. */
function ring(clock) {
  const { until: ends, own_until: own = ends, whole } = clock;
  const circle = (/** @type {string} */ name, /** @type {Object<string, any>} */ more) => h("circle", { key: name, class: name, cx: 26, cy: 26, r: 24.5, pathLength: ROUND, ...more });
  return h("svg", { key: `ring ${ends}`, class: "time-ring", viewBox: "0 0 52 52", "aria-hidden": "true" }, circle("rest", {}),
    circle("left", { transform: "rotate(-90 26 26)", ...draining(clock, ends, whole + ends - own) }));
}

/** A bar that empties till a moment of the server's clock. @param {import("../store.js").State} state @param {number} ends */
export function timeBar(state, ends) {
  return h("svg", { key: `bar ${ends}`, class: "time-bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, h("path", { d: "M0 2h100", pathLength: ROUND, ...draining(state, ends, 0) }));
}

/** So far two clocks may be apart, in ms. */
const APART = 50;

/** The seconds till a moment of the server's clock, begun ones whole. @param {import("../store.js").State} state @param {number} ends */
export const secondsTo = (state, ends) => Math.max(0, Math.ceil((until(state, ends) - APART) / 1000));

/** A stroke that runs out till a moment. @param {{drift: number}} state @param {number} ends @param {number} whole how long it takes in all, as far as that is known. */
function draining(state, ends, whole) {
  const left = Math.max(0, until(state, ends));
  if (begun.until !== ends) Object.assign(begun, { until: ends, whole: Math.max(left, 1, whole) });
  const gone = ROUND * (1 - left / Math.max(begun.whole, left));
  return { "stroke-dasharray": ROUND, "stroke-dashoffset": gone, ref: (/** @type {Element} */ node) => drains(node, gone, ROUND, left) };
}

/** How long a whole ring or bar is. */
const ROUND = 100;
/** The clock that was last seen to begin, and its time: what the house says of it may be unknown. */
const begun = { until: 0, whole: 1 };

/** The seconds for the decision, and beside them those in the bank. @param {import("../store.js").State} state @param {any} clock that runs. */
function clockText(state, { until: ends, own_until: own }) {
  const left = (/** @type {number} */ moment) => secondsTo(state, moment);
  if (own === undefined) return t("ui.clock", { s: left(ends) });
  return t("ui.clock-bank", { s: left(own), bank: left(ends) - left(own) });
}

/** The hands of all seats, where they are shown: to those who look on one deal late, or in a record; else nothing. @param {import("../store.js").State} state @param {(cards: string[]) => any} draw */
export function lateHands(state, draw) {
  const hands = (state.parts.seats ?? []).map(({ held }, seat) => ({ seat, held })).filter(({ held }) => held?.length);
  if (!hands.length) return null;
  return h("dl", { class: "late-hands", tabindex: 0, "aria-label": t(state.bottom === null ? "ui.late-hands" : "ui.replay.hands") }, hands.map(({ seat, held }) => [
    h("dt", { key: `name-${seat}`, dir: "auto" }, nameOf(state, seat)), h("dd", { key: seat }, draw(held))]));
}

/** Whose side a seat is on, as seen from here: "ours", "theirs", or nothing where there are none. @param {import("../store.js").State} state @param {number} seat */
export function sideOf(state, seat) {
  const mine = mySeat(state) ?? state.bottom;
  const sides = state.parts.seats?.map((one) => one.side);
  if (mine === null || !sides) return "";
  const isByCalls = Boolean(state.parts.head?.to_call);
  const [camp, own] = [seat, mine].map((one) => (isByCalls ? campOf(state, one) : sides[one]));
  if (isByCalls ? !camp || !own : new Set(sides).size === sides.length) return "";
  return camp === own ? "ours" : "theirs";
}

/** With whom a seat plays at Tractor: "lord", "attack", or nothing while a call is open that it might fill. @param {import("../store.js").State} state @param {number} seat */
export function campOf({ parts: { head } }, seat) {
  if (!head.to_call) return head.attackers?.includes(seat) ? "attack" : "lord";
  const isOpen = head.calls.length < head.to_call || head.calls.some(({ filled }) => filled === null);
  return head.side.includes(seat) ? "lord" : isOpen ? "" : "attack";
}

/** What is said of somebody who is away, null where nothing is. @param {import("../store.js").State} state @param {any} person @returns {string|null} */
function away(state, person) {
  if (!person || person.control === "bot" || person.control === "open" || person.here) return null;
  if (person.control === "cover") return t("ui.covered");
  return person.covers_at ? t("ui.away-for", { s: secondsTo(state, person.covers_at) }) : t("ui.away");
}

/** In how many seconds the host may take a seat from its person, who is away or has never come; null where that is not to be. @param {import("../store.js").State} state @param {any} person @returns {number|null} */
export function freesIn(state, person) {
  if (!state.welcome?.host || person.frees_at === null || person.here || person.seat === mySeat(state)) return null;
  return secondsTo(state, person.frees_at);
}

/** Ready, and who is not. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function ready(state, act) {
  const { people = [], life = {} } = state.parts;
  const seat = mySeat(state);
  const waits = people.filter((person) => person.control === "human" && !person.ready && person.seat !== seat);
  const left = life.until ? secondsTo(state, life.until) : null;
  return h("div", { class: "ready" },
    seat !== null && life.needs_ready && !people[seat]?.ready && h("button", { type: "button", class: "play", onclick: () => act.tell({ t: "ready" }) }, t(life.stage === "between" ? "ui.next-deal" : "ui.ready")),
    life.needs_ready && h("p", { class: "quiet" }, waits.length > 0 && t("ui.not-ready", { names: waits.map((person) => nameOf(state, person.seat)).join(", ") }), left !== null && ` ${t("ui.seconds", { s: left })}`));
}
