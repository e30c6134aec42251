/**
 * What this device remembers: settings, the player's name, the seats taken at tables. Never sent as such.
 * @typedef {Object} Prefs
 * @property {string} lang        "" takes the browser's.
 * @property {"auto"|"light"|"dark"} theme
 * @property {string} name        the player's name.
 * @property {boolean} oneTap     a tap on a domino plays it.
 * @property {boolean} large      large signs on cards and dominoes.
 * @property {boolean} expanded     rows of the hand show whole cards.
 * @property {boolean} mirrored     the strongest cards lie at the right.
 * @property {boolean} alternate    suits lie red and black by turns.
 * @property {2|4} colours        of the suits.
 * @property {boolean} sound      from the first tap on.
 * @property {boolean} haptic     the device shakes at one's turn and with a refusal.
 * @property {string[]} guided    what has been done here once, of which no guidance is given any more.
 * @property {"normal"|"slow"|"fast"|"skip"} speed  of the draw at tables against bots alone.
 * @property {"normal"|"slow"|"fast"} bots  how fast bots play there.
 * @property {string[]} keysOff   letters that do nothing.
 */

/** @type {Prefs} */
const FIRST = {
  lang: "", theme: "auto", name: "", oneTap: false, large: false, expanded: false, mirrored: false, alternate: false, colours: 4, sound: true, haptic: true, guided: [], speed: "normal", bots: "normal", keysOff: [],
};
/** The most signs of a player's name, and of a pass phrase. */
export const NAME_MOST = 24, PHRASE_MOST = 64;
const KEY = "suitwise:prefs";
/** Under what begins so the seats, tables and games of this device are kept. */
const SEAT = "seat:", WANTED = "wanted:", SEEN = "table:", ORDER = "order:", PHRASE = "phrase:", LAST = "last:", DAYS = "days", DAILY = "daily:";
/** How long a visit asks again for the seat by itself. The secret stays: by it a seat that was given after all is found. */
const WANTED_MS = 300_000;
const TABLES_KEPT = 30, DAYS_KEPT = 400, DAILIES_KEPT = 60;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @type {Prefs} */
export const prefs = { ...FIRST, ...read(KEY) };

/** Change settings, keep them and show them. @param {Partial<Prefs>} changes */
export function setPrefs(changes) {
  Object.assign(prefs, changes);
  write(KEY, prefs);
  showPrefs();
}

/** Show the settings that the style sheet knows, and follow the system's light and dark. */
export function showPrefs() {
  const { dataset } = document.documentElement;
  dataset.theme = prefs.theme === "auto" ? (dark.matches ? "dark" : "light") : prefs.theme;
  dataset.large = String(prefs.large);
  dataset.colours = String(prefs.colours);
}
dark.addEventListener("change", showPrefs);

/** The token of the seat taken at a table. @param {string} code @returns {string|null} */
export const seatToken = (code) => read(SEAT + code);
/** @param {string} code @param {string} token */
export const keepSeat = (code, token) => write(SEAT + code, token);
/** @param {string} code */
export const loseSeat = (code) => drop(SEAT + code);

/** The secret of the seat that is being taken at a table: made here and kept, so that asking again asks for the same seat. @param {string} code @param {number|null} seat @param {number} [at] when it was asked for. @returns {string} */
export function newSecret(code, seat, at = Date.now()) {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const secret = read(WANTED + code)?.secret ?? btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
  write(WANTED + code, { secret, seat, at });
  return secret;
}

/** The seat that was asked for at a table a moment ago, where no answer has come. @param {string} code @returns {{seat: number|null, at: number}|null} */
export function wantedSeat(code) {
  const wanted = read(WANTED + code);
  return wanted && Math.abs(Date.now() - wanted.at) < WANTED_MS && !seatToken(code) ? wanted : null;
}

/** The seat that was asked for is taken, or it can't be; where an old secret counts no more, it may be. @param {string} code @param {boolean} isTaken @returns {boolean} whether one was asked for. */
export function settleSeat(code, isTaken) {
  const wanted = read(WANTED + code);
  if (isTaken && wanted) keepSeat(code, wanted.secret);
  drop(WANTED + code);
  return Boolean(wanted);
}

/** Remember what a table is, for the list of the home screen. @param {string} code @param {{variant: string, at: number}} facts */
export function keepTable(code, facts) {
  write(SEEN + code, facts);
  tables().slice(TABLES_KEPT).forEach((table) => forgetTable(table.code));
}

/** @param {string} code */
export function forgetTable(code) {
  [SEAT, WANTED, SEEN, ORDER, PHRASE].forEach((key) => drop(key + code));
}

/** The pass phrase of a table; "" where none was said. @param {string} code @returns {string} */
export const phraseOf = (code) => read(PHRASE + code) ?? "";
/** @param {string} code @param {string} phrase */
export const keepPhrase = (code, phrase) => write(PHRASE + code, phrase);

/** Keep the order of a hand, as keys of its cards, for one deal of a table; none where they lie as the page lays them. @param {string} code @param {string} deal @param {string[]} keys */
export function keepOrder(code, deal, keys) {
  write(ORDER + code, { deal, keys });
}

/** The order of a hand that was kept for a deal. @param {string} code @param {string} deal @returns {string[]} */
export function keptOrder(code, deal) {
  const kept = read(ORDER + code);
  return kept?.deal === deal ? kept.keys : [];
}

/** The tables of this device, the latest first. @returns {{code: string, variant: string, at: number}[]} */
export function tables() {
  return all(SEEN).map((key) => ({ code: key.slice(SEEN.length), ...read(key) })).sort((one, other) => other.at - one.at);
}

/** How a game was played last here: by which bots, by which house. @param {string} game @returns {{level: string, preset: string, changes: Object<string, string>}} */
export const lastOf = (game) => ({ level: "", preset: "", changes: {}, ...read(LAST + game) });
/** @param {string} game @param {{level: string, preset: string, changes: Object<string, string>}} last */
export const keepLast = (game, last) => write(LAST + game, last);

/** The days whose deal of the day was played to its end here, in order. @returns {string[]} */
export const daysDone = () => read(DAYS) ?? [];
/** What is known here of a day's deal of a game: its table, and what it came to. @param {string} day @param {string} game @returns {{code: string, said?: string, lang?: string}|null} */
export const dailyOf = (day, game) => read(`${DAILY}${day}:${game}`);

/** Remember a day's deal of a game; the oldest are forgotten. @param {string} day @param {string} game @param {{code: string, said?: string, lang?: string}} facts */
export function keepDaily(day, game, facts) {
  write(`${DAILY}${day}:${game}`, facts);
  if (facts.said) write(DAYS, [...new Set([...daysDone(), day])].sort().slice(-DAYS_KEPT));
  all(DAILY).sort().reverse().slice(DAILIES_KEPT).forEach(drop);
}

/** The keys under which something is kept that begin so. @param {string} start @returns {string[]} */
export function all(start) {
  return (attempt((storage) => Object.keys(storage)) ?? []).filter((key) => key.startsWith(start));
}

/** @param {string} key */
export function drop(key) {
  attempt((storage) => storage.removeItem(key));
}

/** @param {string} key @returns {any} */
export function read(key) {
  return attempt((storage) => JSON.parse(storage.getItem(key) ?? "null"));
}

/** @param {string} key @param {any} value */
export function write(key, value) {
  attempt((storage) => storage.setItem(key, JSON.stringify(value)));
}

/** Use the storage of this device, or of this window alone, which may be closed to us or full: then nothing is remembered. @template T @param {(storage: Storage) => T} use @param {"localStorage"|"sessionStorage"} [where] @returns {T|null} */
export function attempt(use, where = "localStorage") {
  try {
    return use(window[where]);
  } catch {
    return null;
  }
}
