/**
 * The order that a person gives a hand of rummy, in place of its best melds: by dragging a card, by keys,
 * or by two buttons. It is no rule and goes nowhere: this device keeps it for the deal.
 */

import { polite } from "../announce.js";
import { h } from "../dom.js";
import { cardName } from "../parts/card.js";
import { keepOrder, keptOrder } from "../prefs.js";
import { cardOf, keysOf } from "../store.js";
import { t } from "../words.js";

/** So many pixels a finger may tremble in a tap. */
const SLIP = 8;
/** The arrows that move a card, held with Shift. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/** What no description holds: the order of the deal under way, the card sent last, the drag. */
const seen = { deal: "", keys: /** @type {string[]} */ ([]), sent: "", drag: /** @type {any} */ (null), dragged: false };

/** The keys of the hand as this person has laid them, null where they lie in melds. @param {import("../store.js").State} state @returns {string[]|null} */
export function ownOrder({ code, parts, pending }) {
  const deal = parts.proof?.commit ?? "";
  if (deal !== seen.deal) Object.assign(seen, { deal, keys: deal ? keptOrder(code, deal) : [] });
  if (pending) [seen.sent] = pending.cards;
  if (!seen.keys.length || !parts.hand?.held?.length) return null;
  const keys = fitted(seen.keys, keysOf(parts.hand.held), seen.sent);
  if (keys.join() !== seen.keys.join()) keep(code, keys);
  return keys;
}

/**
 * An order with the cards held now: those that have come are last. Of two equal cards the second name
 * goes, whichever was played: so the one that was played gives its name to the one that stays.
 * @param {string[]} keys @param {string[]} held @param {string} sent
 */
function fitted(keys, held, sent) {
  const gone = keys.find((key) => !held.includes(key) && cardOf(key) === cardOf(sent));
  const swapped = gone && held.includes(sent) ? keys.map((key) => (key === gone ? sent : key === sent ? gone : key)) : keys;
  return [...swapped.filter((key) => held.includes(key)), ...held.filter((key) => !keys.includes(key))];
}

/** @param {string} code @param {string[]} keys */
function keep(code, keys) {
  seen.keys = keys;
  keepOrder(code, seen.deal, keys);
}

/** Lay the cards as they lie, to be moved, or in their best melds again. @param {import("../acts.js").Acts} act @param {boolean} isOwn */
function setOwn(act, isOwn) {
  laid(act, isOwn ? keysShown() : []);
  polite(t(isOwn ? "ui.order.own" : "ui.order.melds"));
}

/** The cards of the hand in the order in which they are seen. @returns {string[]} */
function keysShown() {
  return [...document.querySelectorAll("#hand [data-key]")].map((card) => /** @type {HTMLElement} */ (card).dataset.key ?? "");
}

/** @param {import("../acts.js").Acts} act @param {string[]} keys */
function laid(act, keys) {
  keep(act.state.code, keys);
  act.store.set({});
}

/** Put a card to a place counted from 0, and say where it lies. @param {import("../acts.js").Acts} act @param {string} key @param {number} to */
function put(act, key, to) {
  const keys = keysShown(), others = keys.filter((other) => other !== key);
  if (to < 0 || to > others.length) return;
  laid(act, [...others.slice(0, to), key, ...others.slice(to)]);
  polite(t("ui.order.at", { card: cardName(cardOf(key)), n: to + 1, of: keys.length }));
}

/** Move a card a step, and keep the focus where it is. @param {import("../acts.js").Acts} act @param {string} key @param {number} step */
function stepped(act, key, step) {
  const hadFocus = document.activeElement?.closest("#hand [data-key]");
  put(act, key, keysShown().indexOf(key) + step);
  if (hadFocus) queueMicrotask(() => /** @type {HTMLElement|null} */ (document.querySelector(`#hand [data-key="${key}"]`))?.focus());
}

/** Below the cards: the chosen one to the left or right, for whom a drag is too much, and the melds again. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string[]} left what is in no meld of the best. */
export function orderBar(state, act, left) {
  const [key] = state.chosen;
  const step = (name, by, sign) => h("button", { key: name, type: "button", "aria-label": t(`ui.order.${name}`), "aria-disabled": !key, onclick: () => key && stepped(act, key, by) }, sign);
  return h("div", { key: "order", class: "order" }, left.map((name) => h("p", { key: name }, name)), step("left", -1, "◂"), step("right", 1, "▸"),
    h("button", { key: "arrange", type: "button", onclick: () => setOwn(act, false) }, t("ui.order.arrange")));
}

/** The item of a table's menu. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function orderItem(state, act) {
  const isOwn = Boolean(ownOrder(state));
  return h("button", { key: "order", type: "button", class: "row-button", "aria-pressed": isOwn, onclick: () => { setOwn(act, !isOwn); act.close(); } }, t("ui.menu.order"));
}

// --- Keys and drags ---

/** What a hand listens to. @param {import("../acts.js").Acts} act @param {(event: KeyboardEvent) => void} rove */
export function moves(act, rove) {
  const over = (drag, at) => aim(drag, at && placeAt(drag.card, at.clientX, at.clientY));
  return { onkeydown: (event) => typed(event, act) || rove(event), ...drags(cardAt, over, (drag) => dropped(drag, act)) };
}

/**
 * What a place listens to whose things can be dragged.
 * @param {(target: any) => HTMLElement|null} found the thing that a press is on.
 * @param {(drag: any, at: PointerEvent|null) => void} over told where a drag is, and null when it is over; what is seen to move is `drag.shown`.
 * @param {(drag: any) => void} letGo told of a drag that has ended, and not broken off.
 */
export function drags(found, over, letGo) {
  const ended = () => ends(over);
  return {
    onpointerdown: (event) => begun(event, found), onpointermove: (event) => dragged(event, over), onpointercancel: ended,
    onpointerup: ({ isPrimary }) => { if (isPrimary && seen.dragged) letGo(seen.drag); if (isPrimary) ended(); },
  };
}

/** Whether a click is the end of a drag; one by a key or a screen reader counts no presses, and is none. @param {MouseEvent} event */
export const wasDrag = (event) => seen.dragged && event.detail > 0;

/** @param {KeyboardEvent} event @param {import("../acts.js").Acts} act @returns {boolean} whether it has moved a card. */
function typed(event, act) {
  const key = cardAt(event.target)?.dataset.key, step = event.shiftKey && STEPS[event.key];
  if (!key || !step) return false;
  event.preventDefault();
  stepped(act, key, step);
  return true;
}

/** @param {any} target @returns {HTMLElement|null} */
const cardAt = (target) => target?.closest?.("#hand [data-key]") ?? null;

/** @param {PointerEvent} event @param {(target: any) => HTMLElement|null} found */
function begun(event, found) {
  if (!event.isPrimary) return;
  const card = event.button === 0 ? found(event.target) : null;
  seen.dragged = false;
  seen.drag = card && { card, shown: card, x: event.clientX, y: event.clientY, to: null };
}

/** @param {PointerEvent} event @param {(drag: any, at: PointerEvent|null) => void} over */
function dragged(event, over) {
  const { drag } = seen;
  if (!drag || !event.isPrimary) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!seen.dragged && Math.hypot(x, y) < SLIP) return;
  if (!seen.dragged) drag.card.setPointerCapture(event.pointerId);
  seen.dragged = true;
  over(drag, event);
  drag.shown.dataset.dragged = "";
  drag.shown.style.setProperty("--dx", `${x}px`);
  drag.shown.style.setProperty("--dy", `${y}px`);
}

/** Where a card would lie if it were let go here: among those of the nearest line. @param {HTMLElement} card @param {number} x @param {number} y @returns {{next: HTMLElement|undefined, last: HTMLElement}|null} */
function placeAt(card, x, y) {
  const others = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#hand [data-key]")]).filter((other) => other !== card);
  const placed = others.map((other) => ({ other, box: (other.parentElement ?? other).getBoundingClientRect() }));
  const far = ({ box }) => Math.abs((box.top + box.bottom) / 2 - y);
  const least = Math.min(...placed.map(far));
  const line = placed.filter((one) => far(one) < least + SLIP);
  if (!line.length) return null;
  const right = line.find(({ box }) => (box.left + box.right) / 2 > x)?.other;
  const { other: last } = line[line.length - 1];
  return { next: right ?? others[others.indexOf(last) + 1], last: right ?? last };
}

/** Mark the place that a drag is aimed at. @param {any} drag @param {any} to */
function aim(drag, to) {
  const before = drag.to?.last.parentElement, now = to?.last.parentElement;
  if (before) delete before.dataset.gap;
  drag.to = to;
  if (now) now.dataset.gap = to.next === to.last ? "before" : "after";
}

/** @param {any} drag @param {import("../acts.js").Acts} act */
function dropped({ card, to }, act) {
  if (!card.isConnected || !to) return;
  const others = keysShown().filter((key) => key !== card.dataset.key), at = others.indexOf(to.next?.dataset.key);
  put(act, card.dataset.key, at < 0 ? others.length : at);
}

/** The drag is over, wherever it has led; a click that belongs to it comes before anything else. @param {(drag: any, at: null) => void} over */
function ends(over) {
  const { drag, dragged: isDrag } = seen;
  setTimeout(() => { seen.dragged = false; });
  seen.drag = null;
  if (!drag || !isDrag) return;
  over(drag, null);
  delete drag.shown.dataset.dragged;
  ["--dx", "--dy"].forEach((name) => drag.shown.style.removeProperty(name));
}
