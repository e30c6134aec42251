/** The keyboard: letters that do something at a table, and moving within a list by arrows. */

import { prefs } from "./prefs.js";

/** The letters of a table and what they are for, `ui.key.…` in the words. */
export const LETTERS = { h: "hint", w: "why", l: "last", s: "score", t: "table", b: "bids", c: "claim", "/": "say", "?": "help" };

/** @type {Object<string, () => void>} */
let deeds = {};

/** Say what the letters do from now on. @param {Object<string, () => void>} named by the names of `LETTERS`, and `play`, `clear`. */
export function onKeys(named) {
  deeds = named;
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) && event.key !== "Escape") return;
  if (isTyping(event.target)) /** @type {HTMLElement} */ (event.target).blur();
  const deed = deeds[deedOf(event)];
  if (!deed || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  deed();
});

/** @param {any} event a key. @returns {string} */
function deedOf(event) {
  if (event.key === "Escape") return "clear";
  const isControl = Boolean(event.target?.closest?.("button:not([data-rove]), a, summary")); // whose own Enter is; a card's is not, which Space chooses
  if (event.key === "Enter") return isControl ? "" : "play";
  return prefs.keysOff.includes(event.key) ? "" : LETTERS[event.key] ?? "";
}

/** @param {any} target */
const isTyping = (target) => Boolean(target?.closest?.("input, textarea, select, [contenteditable]"));

/**
 * Move the focus within a list whose items have `data-rove`: arrows, Home, End; up and down go by rows
 * (`data-row`, whose numbers may leave some out), to the item nearest in the row. Put it on the list as its `onkeydown`.
 * @param {KeyboardEvent} event
 */
export function rove(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-rove]")]);
  const at = items.indexOf(/** @type {any} */ (document.activeElement));
  const to = at < 0 ? undefined : target(items, at, event.key);
  if (!to) return;
  event.preventDefault();
  items.forEach((item) => reach(item, item === to));
  to.focus();
}

/** Let Tab reach an item or not; what is as it should be is left alone, for most are. @param {HTMLElement} item @param {boolean} isReached */
function reach(item, isReached) {
  const tabindex = isReached ? "0" : "-1";
  if (item.getAttribute("tabindex") !== tabindex) item.setAttribute("tabindex", tabindex);
}

/** @param {HTMLElement[]} items @param {number} at @param {string} key @returns {HTMLElement|undefined} */
function target(items, at, key) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key], row = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (row) return nearest(items, at, row);
  return step ? items[at + step] : { Home: items[0], End: items[items.length - 1] }[key];
}

/** @param {HTMLElement[]} items @param {number} at @param {number} step */
function nearest(items, at, step) {
  const here = items[at].getBoundingClientRect();
  const rowOf = (/** @type {HTMLElement} */ item) => Number(item.dataset.row ?? 0) * step;
  const beyond = items.filter((item) => rowOf(item) > rowOf(items[at]));
  const row = Math.min(...beyond.map(rowOf));
  const distance = (item) => Math.abs(item.getBoundingClientRect().left - here.left);
  return beyond.filter((item) => rowOf(item) === row)
    .sort((one, other) => distance(one) - distance(other))[0];
}

/** Keep one item of each such list reachable by Tab, and the focus in the list when its item has gone. @param {ParentNode} root */
export function tidyRoving(root) {
  root.querySelectorAll("[data-roving]").forEach((list) => {
    const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-rove]")]);
    const kept = items.find((item) => item === document.activeElement) ?? items.find((item) => item.tabIndex === 0) ?? items[0];
    items.forEach((item) => reach(item, item === kept));
  });
}
