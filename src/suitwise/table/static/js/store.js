/**
 * All that the table page knows, and how each message of the server changes it.
 *
 * `parts` is whole state, merged part by part; `log` is the numbered story. What the person is about to
 * do (`chosen`, `asked`, `ruling`) stands beside it and is dropped when it no longer fits.
 * @typedef {Object} State
 * @property {"connecting"|"open"|"waiting"|"closed"} line
 * @property {number} closed            the code of a closing for good, else 0.
 * @property {string} code              the table's.
 * @property {Object<string, any>|null} welcome
 * @property {boolean} lost            this device had a seat, whose secret counts no more.
 * @property {Object<string, any>} parts  head hand table ask seats view people life proposal can bar clock over proof
 * @property {number} v                 the version of the parts; 0 before the first.
 * @property {Told[]} log
 * @property {number} drift             the server's clock less `performance.now()`, which nobody sets, in ms.
 * @property {string[]} chosen          keys of the cards chosen: `cardOf(key)` is the card.
 * @property {string} picked            a call, declaration or other move picked from a list, "" for none.
 * @property {{q: number, text: string, play: boolean, isTold: boolean}|null} asked  the question under way.
 * @property {Object<string, any>|null} ruling  the answer to it.
 * @property {{text: string, on: string}|null} queued  a play for one's next turn, and the trick that it is meant for.
 * @property {{id: string, move: string, cards: string[]}|null} pending  the move sent and not yet acknowledged.
 * @property {{text: string, meets?: string[], note?: string}|null} no    the last refusal.
 * @property {string} failed            a claim ruled false, as all are told, until its trick is taken or this person moves; or a tap that does nothing, for a while.
 * @property {Object<string, any>|null} hint
 * @property {boolean} isThinking       a hint is asked for.
 * @property {{text: string[], svg: string|null, isOld?: boolean}|null} why  old once the position is another.
 * @property {number|null} lastTrickUntil  till when the last trick still lies, by `performance.now()`.
 * @property {number|null} fallenUntil  till when a throw that fell lies whole on the felt, by `performance.now()`.
 * @property {number} gained            the points that the last trick brought, as far as they are told.
 * @property {boolean} isLastShown      the last trick is looked at.
 * @property {boolean} isLaidSeen       the hands that are laid down at the end of a deal were looked at.
 * @property {number|null} unfolded     the seat whose play, too long for its place, is looked at.
 * @property {(() => any)|null} day     draws what a deal of a day came to, once it is over.
 * @property {"why"|"log"|"chat"} tab
 * @property {boolean} isPanelOpen      on a phone.
 * @property {""|"menu"|"help"|"rules"|"settings"|"score"|"claim"|"end"|"leave"|"sit"|"device"} dialog
 * @property {string} said              what the say-line holds.
 * @property {number} unread            chat lines not looked at.
 * @property {{n: number, name: string}[]} onlookers  as the host is told.
 * @property {number|null} bottom       the seat that is drawn nearest where a record is looked at; null at a table.
 * @typedef {{n: number, code: string, p: Object<string, any>, text: string, seat: number|null}} Told
 */

import { has, t } from "./words.js";

const LOG_MOST = 600;
const TRICK_MS = 1800;
/** How long a throw that fell lies there, before what is not led goes back. */
const FALL_MS = 1800;
/** A ruling that a claim is false, as the story tells it. */
const FAILED = /\.claim\.fails$/;
const NOTHING_ASKED = { picked: "", ruling: null, asked: null, no: null, hint: null };

/** @returns {State} */
export function firstState(code) {
  return {
    line: "connecting", closed: 0, code, welcome: null, lost: false, onlookers: [], parts: {}, v: 0, log: [], drift: 0,
    chosen: [], picked: "", asked: null, ruling: null, queued: null, pending: null, no: null, failed: "", hint: null, isThinking: false, why: null,
    day: null, lastTrickUntil: null, fallenUntil: null, gained: 0, isLastShown: false, isLaidSeen: false, unfolded: null, tab: "log", isPanelOpen: false, dialog: "", said: "", unread: 0, bottom: null,
  };
}

export class Store {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {((state: State, before: State) => void)[]} */
    this.calls = [];
  }

  /** Call back after each change. @param {(state: State, before: State) => void} call */
  subscribe(call) {
    this.calls.push(call);
  }

  /** @param {Partial<State>} changes */
  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    this.calls.forEach((call) => call(this.state, before));
  }
}

/** Where the panel lies over the table. */
export const isNarrow = matchMedia("(max-width: 55.99rem), (max-height: 30rem)");

/** What going back changes before it leaves the table: what is open is closed, the last opened first; null where nothing is. @param {State} state @returns {Partial<State>|null} */
export function closing(state) {
  if (state.dialog) return { dialog: "" };
  if (state.isPanelOpen && isNarrow.matches) return { isPanelOpen: false };
  if (state.isLastShown) return { isLastShown: false };
  return unfolded(state) ? { unfolded: null } : null;
}

/** Whether the panel is seen. @param {State} state */
export const isPanelSeen = ({ isPanelOpen }) => isPanelOpen || !isNarrow.matches;

/** The play that is looked at whole, while it lies there, a lead that is still to be cut, too. @param {State} state */
export function unfolded({ parts, unfolded: seat, lastTrickUntil }) {
  const shown = lastTrickUntil === null ? parts.table?.trick : parts.table?.last;
  if (shown?.uncut && shown.leader === seat) return { seat, cards: shown.uncut };
  return shown?.plays.find((play) => play.seat === seat) ?? null;
}

/** The card of a key: keys tell equal cards of two decks apart. @param {string} key */
export const cardOf = (key) => key.split("#")[0];

/** The keys of a hand's cards: the card, and for the second of two equal ones the card and "#2". @param {string[]} cards @returns {string[]} */
export function keysOf(cards) {
  const seen = new Map();
  return cards.map((card) => {
    const count = (seen.get(card) ?? 0) + 1;
    seen.set(card, count);
    return count === 1 ? card : `${card}#${count}`;
  });
}

/** Cards less others, copies counted. @param {string[]} cards @param {string[]} others */
export function less(cards, others) {
  const left = [...others];
  return cards.filter((card) => !taken(left, card));
}

/** Whether a list has a thing, which it has no longer then. @param {string[]} list @param {string} one */
export const taken = (list, one) => list.includes(one) && Boolean(list.splice(list.indexOf(one), 1));

/** A list of chosen keys with one more, or without it where it has it. @param {string[]} chosen @param {string} key */
export function toggled(chosen, key) {
  return chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
}

/** The cards that a move's text names, empty where it is no play of cards. @param {string} move @returns {string[]} */
export function cardsIn(move) {
  if (/^\d-\d$/.test(move)) return [move];
  return /^((BJ|RJ|JK|[SHDC][2-9TJQKA]))+$/.test(move) ? move.match(/BJ|RJ|JK|[SHDC][2-9TJQKA]/g) ?? [] : [];
}

/** The seat of this person, null for who watches. @param {State} state @returns {number|null} */
export const mySeat = (state) => state.welcome?.seat ?? null;

/** Whether a move is asked of this person. @param {State} state */
export function isMyTurn(state) {
  const { ask, life } = state.parts;
  return Boolean(ask) && (life?.stage ?? "playing") === "playing";
}

/** Whether this person is waited for: in a draw each seat is asked after each card, and nobody is. @param {State} state */
export const isCalled = (state) => isMyTurn(state) && !state.parts.bar;

/** Who leads the trick on the table, what was led and who wins it: "" before a lead. @param {State} state */
export function trickKey({ parts }) {
  const { leader, plays = [], best } = parts.table?.trick ?? {};
  return plays.length ? JSON.stringify([leader, plays[0], best]) : "";
}

/** Whether this person is still to play to the trick on the table, and not yet on turn. @param {State} state */
export function canQueue(state) {
  const seat = mySeat(state);
  const { life, head } = state.parts;
  const isPlay = (life?.stage ?? "playing") === "playing" && head?.phase === "play" && seat !== null && !state.pending;
  return isPlay && !isMyTurn(state) && trickKey(state) !== "" && !state.parts.table.trick.plays.some((play) => play.seat === seat);
}

/** The moves that are hinted, or that would do in place of one that was refused. @param {State} state @returns {string[]} */
export function offered({ hint, no, ruling }) {
  return hint ? [hint.move] : no?.meets ?? (ruling?.legal === false ? ruling.meets ?? [] : []);
}

/** A move as its game names it, where it does; else as it stands. @param {State} state @param {string} move @returns {string} */
export const nameOfMove = ({ parts: { ask } }, move) => ask?.names?.[ask.moves.indexOf(move)] ?? move;

/** The name of the game in the text of a variant, "gin" of "gin(to=100)". @param {string} [variant] */
export const gameOf = (variant = "") => /^\w*/.exec(variant)?.[0] ?? "";

/** By which texts it is told how a table's game is played, "" where there are none. @param {State} state @returns {string} */
export function taughtBy({ welcome }) {
  return [gameOf(welcome?.variant), welcome?.kind].find((key) => has(`ui.played.${key}.aim`)) ?? "";
}

/** The name of the player of a seat. @param {State} state @param {number} seat @returns {string} */
export function nameOf(state, seat) {
  return state.parts.people?.[seat]?.name || state.welcome?.names?.[seat] || t("ui.seat", { n: seat + 1 });
}

/** How many ms there are to a moment of the server's clock. @param {{drift: number}} state @param {number} moment */
export const until = (state, moment) => moment - performance.now() - state.drift;

/** What a message of the server changes; a message that changes nothing gives an empty object. @param {State} state @param {Object<string, any>} message @returns {Partial<State>} */
export const received = (state, message) => RECEIVED[message.t]?.(state, message) ?? {};

/** @type {Object<string, (state: State, message: any) => Partial<State>>} */
const RECEIVED = {
  welcome: (state, welcome) => ({
    welcome, lost: welcome.seat === null && (state.lost || mySeat(state) !== null), onlookers: [], v: 0, drift: welcome.now - performance.now(), log: state.log.filter((line) => line.n <= welcome.n),
  }),
  part: (state, message) => (message.v < state.v ? {} : { ...newParts(state, message), ...newLines(state, message.told ?? []) }),
  told: (state, message) => newLines(state, message.told),
  // what was played is chosen no longer, not even the part of a throw that fell back into the hand
  ack: ({ pending, chosen }, { id }) => (pending?.id === id ? { pending: null, chosen: chosen.filter((key) => !pending?.cards.includes(key)) } : {}),
  no: refused,
  onlookers: (state, { list }) => ({ onlookers: list }),
  bye: (state, { code, text }) => ({ no: { text }, lost: code === "table.bad-token" }),
  error: (state, { text }) => ({ no: { text }, isThinking: false }),
  ruling: (state, ruling) => (ruling.q === state.asked?.q ? { ruling } : {}),
  hint: (state, hint) => ({ hint, isThinking: false, no: null, ruling: null, asked: null, tab: "log" }),
  why: (state, { text, svg = null }) => ({ why: { text, svg }, tab: "why" }),
  pong: (state, { now }) => ({ drift: now - performance.now() }),
};

/** @param {State} state @param {any} message @returns {Partial<State>} */
function newParts(state, message) {
  const { v } = message, parts = changedParts(state.parts, message);
  const merged = { ...state.parts, ...parts };
  const isOther = v !== state.v;
  const held = new Set(keysOf(merged.hand?.held ?? []));
  const chosen = state.chosen.filter((key) => held.has(key));
  return {
    v, parts: merged, chosen, isLaidSeen: Boolean(merged.over) && state.isLaidSeen, fallenUntil: fallsUntil(state, merged), unfolded: unfolded({ ...state, parts: merged, lastTrickUntil: null }) ? state.unfolded : null,
    ...(isOther && (parts.ask !== undefined || parts.table) ? { ...NOTHING_ASKED, why: state.why && { ...state.why, isOld: true } } : {}),
    ...(isWhole(state, merged) ? { lastTrickUntil: performance.now() + TRICK_MS, gained: gainedBy(state.parts, merged), isLastShown: false, failed: "" } : {}),
    ...(merged.table?.trick?.plays?.length ? { lastTrickUntil: null, isLastShown: false } : {}),
  };
}

/** The parts that a message changes, in full. @param {Object<string, any>} before @param {any} message @returns {Object<string, any>} */
export function changedParts(before, { parts, fields = {} }) {
  return Object.entries(fields).reduce((all, [name, some]) => ({ ...all, [name]: withFields(before[name], some) }), parts);
}

/** An object with other fields, or a list with other items. @param {any} part @param {Object<string, any>} some */
const withFields = (part, some) => Object.assign(Array.isArray(part) ? [...part] : { ...part }, some);

/** Whether a trick has just become whole. @param {State} state @param {any} parts */
function isWhole(state, parts) {
  const before = state.parts.table;
  return Boolean(before && parts.table?.last) && JSON.stringify(before.last) !== JSON.stringify(parts.table.last);
}

/** Till when a throw that has just fallen lies whole; no longer than till this person's next turn. @param {State} state @param {any} parts @returns {number|null} */
function fallsUntil(state, parts) {
  const fell = (/** @type {any} */ table) => Boolean(table?.trick?.tried && table.trick.plays.length);
  if (!fell(parts.table) || parts.ask) return null;
  return fell(state.parts.table) || !state.v ? state.fallenUntil : performance.now() + FALL_MS;
}

/** The points that the last trick has brought: its own where they are told, else those by which the deal's have grown. @param {any} before @param {any} parts @returns {number} */
function gainedBy(before, parts) {
  const sum = (/** @type {any} */ points) => (Array.isArray(points) ? points.reduce((all, one) => all + one, 0) : 0);
  return parts.table.last.points ?? Math.max(0, sum(parts.head?.points) - sum(before.head?.points));
}

/** @param {State} state @param {Told[]} told @returns {Partial<State>} */
function newLines(state, told) {
  const last = state.log.at(-1)?.n ?? 0;
  const isGap = told.some((line) => line.code === "gap");
  const fresh = told.filter((line) => line.n > (isGap ? 0 : last));
  if (!fresh.length) return {};
  const chats = state.tab === "chat" ? 0 : fresh.filter(isChat).length;
  const failed = state.v ? fresh.findLast((line) => FAILED.test(line.code))?.text : undefined;
  return { log: [...(isGap ? [] : state.log), ...fresh].slice(-LOG_MOST), unread: state.v ? state.unread + chats : 0, ...failed && { failed } };
}

/** Whether a line is what somebody said. @param {Told} line */
export const isChat = (line) => line.code === "table.chat";

/** @param {State} state @param {any} message @returns {Partial<State>} */
function refused(state, { id, text, meets }) {
  const isMove = state.pending?.id === id;
  return { no: { text, meets }, isThinking: false, ...(isMove ? { pending: null } : {}) };
}

/** How the deal or the match ended; a game that all agreed to end has no other outcome than that. @param {State} state @returns {any} */
export function ending({ parts: { over: end, life } }) {
  return end ?? (life?.stage === "over" ? { text: life.reason ?? "", match: true } : null);
}
