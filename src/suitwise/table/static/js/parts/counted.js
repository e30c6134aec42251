/** What was played on this device, counted here and never sent. */

import { all as allKept, drop, read, write } from "../prefs.js";
import { ending, gameOf } from "../store.js";

const PLAYED = "played:";

/** The games that were played to their end here, by table. @returns {{code: string, game: string, level: string, won: boolean|null, at: number, cost: string[]}[]} the first first. */
export function played() {
  return allKept(PLAYED).map((key) => ({ code: key.slice(PLAYED.length), level: "", won: null, cost: [], ...read(key) })).sort((one, other) => one.at - other.at);
}

/** Remember a game that is over, or more of it. @param {string} code @param {Object<string, any>} facts */
export function keepPlayed(code, facts) {
  write(PLAYED + code, { ...read(PLAYED + code), ...facts });
}

/** Forget all games that were played here. */
export function forgetPlayed() {
  allKept(PLAYED).forEach(drop);
}

/** Remember that a game of this person is over, and how. @param {import("../store.js").State} state */
export function count(state) {
  const { people = [] } = state.parts, seat = state.welcome?.seat;
  const levels = new Set(people.filter((one) => one.control === "bot").map((one) => one.player));
  const { headline, won = headline?.won ?? null } = ending(state);
  keepPlayed(state.code, { game: gameOf(state.welcome?.variant), level: levels.size === 1 ? [...levels][0] : "", won, at: Date.now(), seat });
}

/** @typedef {{key: string, played: number, won: number, known: number}} Row */

/** All that was played: in all, by game and level, and how often in a row one has won. */
export function counts() {
  const listed = played(), all = listed.filter(({ game }) => game);
  /** @type {Map<string, Row>} */
  const rows = new Map();
  let streak = 0, best = 0;
  for (const { game, level, won } of all) {
    const key = `${game} ${level}`;
    const row = rows.get(key) ?? { key, played: 0, won: 0, known: 0 };
    rows.set(key, { key, played: row.played + 1, won: row.won + Number(won === true), known: row.known + Number(won !== null) });
    if (won !== null) streak = won ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  return { played: all.length, won: all.filter(({ won }) => won).length, streak, best, rows: [...rows.values()].sort((one, other) => other.played - one.played), listed };
}
