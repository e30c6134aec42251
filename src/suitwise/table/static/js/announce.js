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

/**
 * Show in the title and the favicon whether it is this person's turn.
 *
 * @param {boolean} isMine
 * @param {string} title
 */
export function cue(isMine, title) {
  if (document.title !== title) document.title = title;
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[rel="icon"]'));
  const icon = `${BASE}/${isMine ? "icon-turn.svg" : "icon.svg"}`;
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

/** @type {AudioContext|null} */
let audio = null;

/** Make the sound of a turn and shake the device, if its settings say so. */
export function chime() {
  if (prefs.haptic) navigator.vibrate?.(40);
  if (!prefs.sound) return;
  audio ??= new AudioContext();
  const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.4);
}
