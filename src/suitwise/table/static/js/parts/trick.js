/**
 * The board: a slot for each seat that never moves, with who leads and who wins the trick, and a centre.
 * @typedef {{seat: number, place: string, badge: any, label: string, key?: string, cards?: string[], led?: boolean, wins?: boolean,
 *     out?: boolean, due?: Due|null, folded?: Folded|null, how?: any}} Slot
 *     `label`: what lies there, in words; `key`: the same, so that something else is new; `how`: by what else the game draws it.
 * @typedef {{cards: number, isStone?: boolean}} Due  this person's next play: how many cards, or a domino.
 * @typedef {{all: number, shown: number, name: string}} Folded  a play of which not all cards have room, and whose it is.
 */

import { h, same } from "../dom.js";
import { isMyTurn, mySeat, unfolded } from "../store.js";
import { listed, t } from "../words.js";
import { seatsAround, spot, who } from "./seats.js";

/** Where a play of up to nine cards has room. */
export const isRoomy = matchMedia("(min-width: 700px) and (min-height: 700px)");
/** The cards of a play that have room: there, on phones with up to four seats, with up to six, and with more. */
const ROOMY = 9, FOUR = 4, SIX = 3, MANY = 2;
/** The strips by which a place that waits is wider than a card, at most. */
const DUE_MOST = 3;

/**
 * What lies before each seat, as a game tells of a seat and its play of the trick that is shown; `said`: its cards in words.
 * @param {import("../store.js").State} state @param {any} shown @param {(seat: number, play: any) => {cards: string[], said: string, due: Due|null, [more: string]: any}} told @returns {any[]}
 */
export function slotsOf(state, shown, told) {
  const isDue = isMyTurn(state) && state.parts.head.phase === "play" && !state.pending; // this person's play
  return seatsAround(state).map(({ seat, place }) => {
    const { said, ...own } = told(seat, shown?.plays.find((/** @type {any} */ one) => one.seat === seat));
    const isThere = own.cards.length > 0, flags = { led: isThere && shown?.leader === seat, wins: isThere && shown?.best === seat };
    return { seat, place, ...flags, label: slotLabel(who(state, seat), said, flags), key: `${flags.led}${flags.wins}${own.cards.join("")}`, ...own, due: isDue && seat === mySeat(state) ? own.due : null };
  });
}

/**
 * @param {import("../store.js").State} state @param {import("../acts.js").Acts} act
 * @param {{slots: Slot[], drawn: (slot: any) => any, centre?: any, corners?: any, over?: any, calm?: boolean, label: string, title: string, played: (play: any) => any}} props
 *     `drawn`: draws what lies in a slot, from nothing but this, so that it is drawn again only once that has changed; `corners`: what lies at the lower
 *     corners, left and right; `title` and `played`: of the last trick, which is a sheet over the middle; `over`: another; `calm`: nothing is played now.
 */
export function trick(state, act, { slots, drawn, centre, corners, over, calm, label, title, played }) {
  const { gained } = state, isDone = Boolean(shownTrick(state)?.isLast), sheet = lastSheet(state, act, title, played) ?? over;
  const winner = isDone && slots.find((one) => one.wins);
  const flags = [`n${slots.length}`, slots.length > 4 && "many", isDone && "done", calm && "calm", sheet && "covered"].filter(Boolean).join(" ");
  const onclick = () => (state.lastTrickUntil ?? state.fallenUntil) && act.clearTable();
  return h("div", { class: `board ${flags}`, onclick, ref: (felt) => felt.dataset.low ?? felts.observe(felt) },
    h("ul", { class: "places", "aria-label": label, "data-gather": winner ? `seat-${winner.seat}` : null, "data-points": winner && gained ? gained : null },
      slots.map((slot) => same(`place ${slot.place}`, placeOf, slot, drawn, act))),
    h("div", { class: "centre" }, centre), corners, sheet);
}

/** Tells a felt how high it is, and which of these it does not pass: what lies there follows. A container query would have each play laid out several times. */
const felts = new ResizeObserver((all) => all.forEach(({ target, contentRect: { height } }) => {
  const { style, dataset } = /** @type {HTMLElement} */ (target);
  style.setProperty("--felt-high", `${height}px`);
  dataset.low = [360, 320, 250].filter((most) => height <= most).join(" ");
}));

/** @param {Slot} slot @param {(slot: any) => any} drawn @param {import("../acts.js").Acts} act */
function placeOf({ badge, ...slot }, drawn, act) {
  const flags = [slot.led && "led", slot.wins && "wins", slot.out && "out"].filter(Boolean).join(" ");
  return h("li", { key: slot.seat, class: `place ${slot.place} ${flags}`, style: spot(slot.place) }, badge, same(`slot ${slot.place}`, slotOf, slot, drawn, act));
}

/** @param {Omit<Slot, "badge">} slot @param {(slot: any) => any} drawn @param {import("../acts.js").Acts} act */
function slotOf(slot, drawn, act) {
  return h("div", { key: slot.key ?? "", class: "slot" },
    h("span", { class: "sr" }, slot.label),
    h("span", { class: "laid", "aria-hidden": "true" }, drawn(slot) ?? (slot.due && place(slot.due))),
    slot.folded && moreButton(slot.seat, slot.folded, act),
    slot.wins && h("span", { class: "wins-sign", "aria-hidden": "true" }, "★"),
    slot.led && !slot.wins && h("span", { class: "led-sign", "aria-hidden": "true" }, "▸"));
}

/** A play as one thing that flies from its seat. @param {Omit<Slot, "badge">} slot @param {any} faces */
export const flying = ({ seat, cards = [] }, faces) => h("span", { key: cards.join(""), "data-fly": cards.join(""), "data-origin": `seat-${seat}` }, faces);

/** Where this person's play will lie. @param {Due} due */
function place({ cards, isStone }) {
  return h("span", { key: "due", class: isStone ? "due stone" : "due", style: { "--more": Math.min(cards - 1, DUE_MOST) } }, t("ui.your-play"));
}

/** How many cards of a play are drawn; the others are folded. @param {number} cards @param {number} seats */
export function drawnOf(cards, seats) {
  return Math.min(cards, isRoomy.matches ? ROOMY : seats > 6 ? MANY : seats > 4 ? SIX : FOUR);
}

/** The button that shows a folded play whole; of a trick that is about to be cleared the trick. @param {number} seat @param {Folded} folded @param {import("../acts.js").Acts} act */
function moreButton(seat, { all, shown, name }, act) {
  const onclick = (/** @type {Event} */ event) => { event.stopPropagation(); act.unfold(seat); };
  return h("button", { key: "more", id: `more-${seat}`, type: "button", class: "more-cards", "aria-label": t("ui.all-of", { name, n: all }), onclick }, `+${all - shown}`);
}

/** A play that is folded, whole over the felt's middle. @param {import("../store.js").State} state @param {{unfold: (seat: number|null) => void}} act @param {(play: any) => any} drawn */
export function playSheet(state, act, drawn) {
  const play = unfolded(state);
  if (!play) return null;
  const title = t("ui.all-of", { name: who(state, play.seat), n: play.cards.length });
  return sheet("whole", title, drawn(play), () => act.unfold(null));
}

/** What lies over the felt's middle. @param {string} kind @param {string} title @param {any} what @param {() => void} [close] */
export function sheet(kind, title, what, close) {
  return h("section", { key: kind, class: `last-sheet ${kind}`, role: "group", "aria-label": title }, h("h2", null, title), what,
    close && h("button", { type: "button", class: "chip", onclick: close }, t("ui.close")));
}

/** The corner's button for the last trick, which keeps its place before there is one. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} label */
export function lastButton(state, act, label) {
  return h("button", { key: "to-last", type: "button", class: `corner-button last ${state.parts.table.last ? "" : "unseen"}`, "aria-pressed": state.isLastShown, onclick: () => act.last() }, label);
}

/** The last trick over the felt's middle, where it is asked for. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} title @param {(play: any) => any} drawn what a seat has played. */
function lastSheet(state, act, title, drawn) {
  const { last } = state.parts.table;
  if (!state.isLastShown || !last) return null;
  return sheet("last", title, h("ul", null, last.plays.map((play) => {
    const wins = play.seat === last.best;
    return h("li", { key: play.seat, class: wins ? "wins" : "" }, h("span", { class: "name", dir: "auto" }, who(state, play.seat), wins && h("b", { "aria-hidden": "true" }, " ★")), h("span", { class: "laid" }, drawn(play)));
  })), () => act.last());
}

/** The trick to be shown: the one that lies there, or the last while it still lies. @param {import("../store.js").State} state @returns {any} */
export function shownTrick({ lastTrickUntil, parts: { table: { trick, last } } }) {
  const isLast = lastTrickUntil !== null && Boolean(last) && !trick?.plays.length;
  return isLast ? { ...last, isLast } : trick && { ...trick, isLast };
}

/** A trick in words. @param {import("../store.js").State} state @param {any} shown @param {(play: any) => string} said what somebody has played. */
export function trickText(state, shown, said) {
  const plays = (shown?.plays ?? []).map((play) => slotLabel(who(state, play.seat), said(play), { led: shown.leader === play.seat, wins: shown.best === play.seat }));
  return listed(plays, t("ui.table-empty"));
}

/** What a slot shows, in words. @param {string} name @param {string} what "" for nothing. @param {{led?: boolean, wins?: boolean}} flags */
function slotLabel(name, what, { led, wins }) {
  if (!what) return t("ui.slot-empty", { name });
  const key = led && wins ? "ui.slot-led-wins" : led ? "ui.slot-led" : wins ? "ui.slot-wins" : "ui.slot";
  return t(key, { name, what });
}
