/** The games as the server tells of them: their order, what they are called, how many sit there. */

import { prefs } from "../prefs.js";
import { ask } from "../router.js";
import { named } from "../words.js";

/** Games that have a picture, in the order shown; others are behind More. On a Chinese device Tractor comes first by itself. */
export const PICTURES = ["tractor", "texas42", "gin", "rummikub", "rami", "indian13", "stacks"];

/** The games that tables can be made of, in the order shown. @returns {Promise<any[]>} */
export async function games() {
  return listedGames(await (await ask("games")).json());
}

/** Games, or boards of games, in the order that they are listed in. @template {any} T @param {T[]} list @returns {T[]} */
export function listedGames(list) {
  const rank = (/** @type {any} */ { name, game = name }) => (PICTURES.includes(game) ? PICTURES.indexOf(game) : PICTURES.length);
  return list.sort((one, other) => rank(one) - rank(other));
}

/** @param {any} game */
export const title = (game) => named(`ui.game.${game.name}`, game.title ?? game.name);

/** What a game is called where room is scarce. @param {any} game */
export const short = (game) => named(`ui.short.${game.name}`, title(game));

/** How many sit there by the rules chosen: a game may have a rule for it. @param {any} game @param {Object<string, string>} values */
export function seatsOf(game, values) {
  const rule = game.house.rules.find(({ kind }) => kind === "players");
  return rule ? Number(values[rule.name]) : game.seats;
}

/** How fast a table against bots alone goes, as this person likes it. */
export const pace = () => ({ speed: prefs.speed, bots: prefs.bots });
