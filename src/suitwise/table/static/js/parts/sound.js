/** Sounds of a table, made here and quiet, and a shake of the device: loaded at the first tap, before which no browser makes any. */

import { prefs } from "../prefs.js";
import { ending, isCalled, mySeat } from "../store.js";
import { sideOf } from "./seats.js";

/** The tones of each sound: how high in Hz, and when it begins and how long it lasts in seconds. */
const TONES = {
  card: [[210, 0, 0.06]], trick: [[523, 0, 0.14], [659, 0.09, 0.2]], turn: [[660, 0, 0.35]], no: [[155, 0, 0.16]],
  win: [[523, 0, 0.2], [659, 0.12, 0.2], [784, 0.24, 0.2], [1047, 0.36, 0.5]],
};
/** How loud each is, of 1. */
const LOUD = { card: 0.05, trick: 0.07, turn: 0.1, no: 0.08, win: 0.09 };
/** For how many ms the device shakes at one's turn and with a refusal. */
const TURN_MS = 40, NO_MS = 25;
/** The lines of the story that lay a card. */
const LAYS = /\.(plays|leads|discard)$/;

/** @typedef {import("../store.js").State} State */
/** @typedef {keyof TONES} Sound */

/** Make the sound of what has changed, and shake the device. @param {State} now @param {State} before @param {AudioContext|null} audio */
export function hear(now, before, audio) {
  if (!before.v) return;
  const sound = soundOf(now, before), shakes = sound === "no" ? NO_MS : isNewTurn(now, before) ? TURN_MS : 0;
  if (prefs.haptic && shakes && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(shakes);
  if (prefs.sound && sound && audio) make(sound, audio);
}

/** What is heard of a change: of several things that which matters most. @param {State} now @param {State} before @returns {Sound|null} */
function soundOf(now, before) {
  if (ending(now)?.headline?.won && !ending(before)) return "win";
  if (now.no && now.no !== before.no) return "no";
  if (isWon(now) && now.lastTrickUntil !== before.lastTrickUntil) return "trick";
  if (isNewTurn(now, before)) return "turn";
  const last = before.log.at(-1)?.n ?? 0;
  return now.log !== before.log && now.log.some((line) => line.n > last && LAYS.test(line.code)) ? "card" : null;
}

/** Whether a trick lies there that this person or its side has won. @param {State} state */
function isWon(state) {
  const winner = state.lastTrickUntil === null ? undefined : state.parts.table?.last?.best;
  return winner !== undefined && mySeat(state) !== null && (winner === mySeat(state) || sideOf(state, winner) === "ours");
}

/** Whether this person is waited for and was not. @param {State} now @param {State} before */
const isNewTurn = (now, before) => isCalled(now) && !isCalled(before);

/** @param {Sound} sound @param {AudioContext} audio */
async function make(sound, audio) {
  await audio.resume();
  const ends = TONES[sound].map(([high, after, lasts]) => tone(audio, high, LOUD[sound], audio.currentTime + after, lasts));
  ends[ends.length - 1].onended = () => { if (--sounding === 0) audio.suspend(); };
  sounding += 1;
}

/** How many sounds are under way: without any the device may rest. */
let sounding = 0;

/** @param {AudioContext} audio @param {number} high @param {number} loud @param {number} start @param {number} lasts */
function tone(audio, high, loud, start, lasts) {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.value = high;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + lasts + 0.02);
  return source;
}
