/**
 * The board: a slot for each seat that never moves, with who leads and who wins the trick, and a centre.
 * @typedef {{seat: number, place: string, badge: any, plays: any, led?: boolean, wins?: boolean,
 *     label: string, out?: boolean, laid?: string, due?: Due|null, more?: any}} Slot
 *     `laid`: what lies there, so that something else is new; `due`: what will lie there; `more`: a button for what is folded.
 * @typedef {{cards: number, isStone?: boolean}} Due  this person's next play: how many cards, or a domino.
 */

import { h, same } from "../dom.js";
import { isMyTurn, mySeat, unfolded } from "../store.js";
import { listed, t } from "../words.js";
import { spot, who } from "./seats.js";

/** Where a play of up to nine cards has room. */
export const isRoomy = matchMedia("(min-width: 700px) and (min-height: 700px)");
/** The cards of a play that have room: there, on phones with up to four seats, with up to six, and with more. */
const ROOMY = 9, FOUR = 4, SIX = 3, MANY = 2;
/** The strips by which a place that waits is wider than a card, at most. */
const DUE_MOST = 3;

/**
 * @param {{slots: Slot[], centre?: any, corners?: any, over?: any, done?: boolean, gained?: number, calm?: boolean, label: string, onTap?: () => void}} props
 *     `corners`: what lies at the lower corners, left and right; `over`: a sheet over the middle;
 *     `done`: the trick is whole and about to be cleared; `gained`: the points that it brought; `calm`: nothing is played now.
 */
export function trick({ slots, centre, corners, over, done, gained, calm, label, onTap }) {
  const winner = done && slots.find((one) => one.wins);
  const flags = [`n${slots.length}`, slots.length > 4 && "many", done && "done", calm && "calm", over && "covered"].filter(Boolean).join(" ");
  return h("div", { class: `board ${flags}`, onclick: onTap, ref: (felt) => felt.dataset.low ?? felts.observe(felt) },
    h("ul", { class: "places", "aria-label": label, "data-gather": winner ? `seat-${winner.seat}` : null, "data-points": winner && gained ? gained : null }, slots.map((slot) => same(`slot ${slot.place}`, [slot], () => slotItem(slot)))),
    h("div", { class: "centre" }, centre), corners, over);
}

/** Tells a felt how high it is, and which of these it does not pass: what lies there follows. A container query would have each play laid out several times. */
const felts = new ResizeObserver((all) => all.forEach(({ target, contentRect: { height } }) => {
  const { style, dataset } = /** @type {HTMLElement} */ (target);
  style.setProperty("--felt-high", `${height}px`);
  dataset.low = [360, 320, 250].filter((most) => height <= most).join(" ");
}));

/** @param {Slot} slot */
function slotItem(slot) {
  const flags = [slot.led && "led", slot.wins && "wins", slot.out && "out", !slot.plays && "empty"].filter(Boolean).join(" ");
  return h("li", { key: slot.seat, class: `place ${slot.place} ${flags}`, style: spot(slot.place) },
    slot.badge,
    h("div", { key: slot.laid ?? "", class: "slot" },
      h("span", { class: "sr" }, slot.label),
      h("span", { class: "laid", "aria-hidden": "true" }, slot.plays ?? (slot.due && place(slot.due))),
      slot.more,
      slot.wins && h("span", { class: "wins-sign", "aria-hidden": "true" }, "★"),
      slot.led && !slot.wins && h("span", { class: "led-sign", "aria-hidden": "true" }, "▸")));
}

/** Where this person's play will lie. @param {Due} due */
function place({ cards, isStone }) {
  return h("span", { key: "due", class: isStone ? "due stone" : "due", style: { "--more": Math.min(cards - 1, DUE_MOST) } }, t("ui.your-play"));
}

/** What a seat is to play: this person's own at its turn. @param {import("../store.js").State} state @param {number} seat @param {Due} due @returns {Due|null} */
export function dueOf(state, seat, due) {
  return seat === mySeat(state) && isMyTurn(state) && state.parts.head.phase === "play" && !state.pending ? due : null;
}

/** How many cards of a play are drawn; the others are folded. @param {number} cards @param {number} seats */
export function drawnOf(cards, seats) {
  return Math.min(cards, isRoomy.matches ? ROOMY : seats > 6 ? MANY : seats > 4 ? SIX : FOUR);
}

/** The button that shows a folded play whole; of a trick that is about to be cleared the trick. @param {import("../store.js").State} state @param {{unfold: (seat: number) => void, last: () => void}} act @param {number} seat @param {number} all its cards. @param {number} drawn those that are not folded. */
export function moreButton(state, act, seat, all, drawn) {
  const open = (/** @type {Event} */ event) => { event.stopPropagation(); if (state.lastTrickUntil === null) act.unfold(seat); else act.last(); };
  return all > drawn && h("button", { key: "more", id: `more-${seat}`, type: "button", class: "more-cards", "aria-label": t("ui.all-of", { name: who(state, seat), n: all }), onclick: open }, `+${all - drawn}`);
}

/** A play that is folded, whole over the felt's middle. @param {import("../store.js").State} state @param {{unfold: (seat: number|null) => void}} act @param {(play: any) => any} drawn */
export function playSheet(state, act, drawn) {
  const play = unfolded(state);
  if (!play) return null;
  const title = t("ui.all-of", { name: who(state, play.seat), n: play.cards.length });
  return h("section", { key: "play", class: "last-sheet whole", role: "group", "aria-label": title },
    h("h2", null, title), drawn(play), h("button", { type: "button", class: "chip", onclick: () => act.unfold(null) }, t("ui.close")));
}

/** The corner's button for the last trick, which keeps its place before there is one. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} label */
export function lastButton(state, act, label) {
  return h("button", { key: "to-last", type: "button", class: `corner-button last ${state.parts.table.last ? "" : "unseen"}`, "aria-pressed": state.isLastShown, onclick: () => act.last() }, label);
}

/** The last trick over the felt's middle, where it is asked for. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} title @param {(play: any) => any} drawn what a seat has played. */
export function lastSheet(state, act, title, drawn) {
  const { last } = state.parts.table;
  if (!state.isLastShown || !last) return null;
  return h("section", { key: "last", class: "last-sheet", role: "group", "aria-label": title },
    h("h2", null, title),
    h("ul", null, last.plays.map((play) => {
      const wins = play.seat === last.best;
      return h("li", { key: play.seat, class: wins ? "wins" : "" }, h("span", { class: "name", dir: "auto" }, who(state, play.seat), wins && h("b", { "aria-hidden": "true" }, " ★")), h("span", { class: "laid" }, drawn(play)));
    })),
    h("button", { type: "button", class: "chip", onclick: () => act.last() }, t("ui.close")));
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
export function slotLabel(name, what, { led, wins }) {
  if (!what) return t("ui.slot-empty", { name });
  const key = led && wins ? "ui.slot-led-wins" : led ? "ui.slot-led" : wins ? "ui.slot-wins" : "ui.slot";
  return t(key, { name, what });
}
