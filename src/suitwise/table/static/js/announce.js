/**
 * What is told to ears and to those who look elsewhere: live regions, the title, the favicon, sound.
 *
 * One polite region is fed a line at a time; equal lines are told apart by a sign without width, or they
 * would not be spoken twice. One assertive region is for "your turn", refusals and what was copied. While
 * a dialog is open its own region speaks, for all outside of it is silent.
 */

import { spoken } from "./parts/card.js";
import { prefs } from "./prefs.js";
import { BASE } from "./words.js";

const APART_MS = 150;
const QUEUE_MOST = 12;
const ZERO_WIDTH = "\u200b";

/** @type {string[]} */
let queue = [];
let speaking = false;
let isOdd = false;

/** Tell a line when those before it are told. @param {string} text */
export function polite(text) {
  if (!text) return;
  queue = [...queue, text].slice(-QUEUE_MOST);
  if (!speaking) next();
}

/** Tell at once. @param {string} text */
export function assertive(text) {
  if (text) put("assertive", text);
}

function next() {
  const text = queue.shift();
  speaking = text !== undefined;
  if (text === undefined) return;
  put("polite", text);
  setTimeout(next, APART_MS);
}

/** @param {string} region @param {string} text */
function put(region, text) {
  isOdd = !isOdd;
  const said = spoken(text) + (isOdd ? ZERO_WIDTH : "");
  document.querySelectorAll(`#${region}, dialog[open] .told`).forEach((node) => { node.textContent = said; });
}

/** Show in the title and the favicon whether it is this person's turn. @param {boolean} isMine @param {string} title */
export function cue(isMine, title) {
  if (document.title !== title) document.title = title;
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel="icon"]'));
  const icon = `${BASE}/${isMine ? "icon-turn.svg" : "icon.svg"}`;
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

/** @type {AudioContext|null} */
let audio = null;
/** @type {Promise<typeof import("./parts/sound.js")>|null} */
let sounds = null;

/** Be ready to make sounds, from a tap or a key on: before one no browser lets a page. */
export function wake() {
  if (prefs.sound && "AudioContext" in window) audio ??= new AudioContext();
  if (prefs.sound || prefs.haptic) sounds ??= import("./parts/sound.js");
}

/** Make the sound of what has changed, if this person wants any. @param {import("./store.js").State} now @param {import("./store.js").State} before */
export function hear(now, before) {
  sounds?.then((loaded) => loaded.hear(now, before, audio)).catch(() => {});
}
