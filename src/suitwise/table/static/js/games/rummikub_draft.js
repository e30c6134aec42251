/**
 * A turn at Rummikub that is being laid out: heaps of tiles that are moved about until the table is right.
 *
 * It is this person's alone. Every touch is asked about: the server orders the heaps, says which are no
 * sets and why, and what is left on the rack. Tiles that are lifted are `chosen`, by their keys: `r5` or
 * `r5#2` on the rack, `@2.0` the first of the third heap, `~r5` one of the table that lies nowhere.
 * @typedef {{tiles: string[], why: string|null, ways: string[]}} Heap
 */

import { keepOrder, keptOrder } from "../prefs.js";
import { cardOf, isMyTurn, less } from "../store.js";

const TILES = /\[[krbo]?\d+\]|[krbo]\d+|j/g;

/** The tiles of a set or a heap. @param {string} text @returns {string[]} */
export const tilesOf = (text) => text.match(TILES) ?? [];

/** @param {string[]} tiles @returns {Heap} */
const heap = (tiles) => ({ tiles, why: null, ways: [] });

/** The heaps of a table as it is written. @param {string[]} sets @returns {Heap[]} */
const heaps = (sets) => sets.filter((text) => text !== "-").map((text) => heap(tilesOf(text)));

/** A tile as it lies on a rack: nobody has said what a joker stands for. @param {string} tile */
export const bare = (tile) => (tile[0] === "[" ? "j" : tile);

export class Draft {
  constructor() {
    this.of = "";
    this.begin([], { colour: [], number: [] });
  }

  /** @param {Heap[]} table @param {{colour: string[], number: string[]}} rack */
  begin(table, rack) {
    this.heaps = table;
    this.rack = rack;
    /** @type {string[][]} */
    [this.lifted, this.played] = [[], []];
    /** What was asked about before each touch. @type {string[]} */
    this.past = [];
    this.said = this.sent = "";
    this.isLegal = false;
    /** @type {any} */
    this.taken = null;
  }

  /** Keep to the table as it is: begin anew where it is another one, with what was laid out before the page was loaded, and take what the server has said. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
  follow(state, act) {
    const { table, hand } = state.parts;
    const of = JSON.stringify([table.sets, hand?.held, isMyTurn(state)]);
    if (of !== this.of) {
      this.begin(heaps(table.sets), hand?.orders ?? { colour: [], number: [] });
      this.of = of;
      this.past = isMyTurn(state) ? keptOrder(state.code, of) : [];
      if (this.past.length) queueMicrotask(() => this.ask(act, this.past.pop() ?? ""));
    }
    const { ruling, asked, picked } = state;
    if (isMyTurn(state) && picked.startsWith("table:")) queueMicrotask(() => act.state.picked === picked && this.ask(act, picked.replace("table:", "fit:"))); // what was hinted
    if (!ruling || ruling === this.taken || asked?.text !== this.sent) return;
    this.taken = ruling;
    if (!ruling.draft) return;
    if (!this.sent.startsWith("draft:")) this.keep();
    this.said = ruling.note ?? "";
    this.isLegal = ruling.legal;
    if (this.sent.startsWith("fit:")) queueMicrotask(() => act.store.set({ chosen: [] }));
    Object.assign(this, { heaps: ruling.draft.heaps, rack: ruling.draft.rack, lifted: ruling.draft.lifted, played: ruling.draft.played });
    keepOrder(state.code, of, [...this.past, `draft:${this.text}`]);
  }

  /** Whether anything lies elsewhere than on the table. */
  get isTouched() {
    return this.past.length > 0;
  }

  get text() {
    return this.heaps.map(({ tiles }) => tiles.join("")).join("/");
  }

  // --- What touches do ---

  /** @param {any} act @param {string} text */
  ask(act, text) {
    this.sent = text;
    act.store.set({ chosen: [], picked: "", hint: null });
    act.ask(text, false);
  }

  keep() {
    this.past.push(`draft:${this.text}`);
    this.isLegal = false;
  }

  /** The lifted tiles, and what lies where without them. @param {string[]} keys */
  without(keys) {
    const of = (/** @type {RegExp} */ sign) => keys.filter((key) => sign.test(key)).map((key) => cardOf(key.replace("~", "")));
    const own = of(/^\w/), loose = of(/^~/), isTaken = (/** @type {number} */ at, /** @type {number} */ place) => keys.includes(`@${at}.${place}`);
    const fromHeaps = this.heaps.flatMap(({ tiles }, at) => tiles.filter((_, place) => isTaken(at, place)));
    const heaps = this.heaps.map((one, at) => (one.tiles.some((_, place) => isTaken(at, place)) ? heap(one.tiles.filter((_, place) => !isTaken(at, place))) : one));
    const rack = { colour: less(this.rack.colour, own), number: less(this.rack.number, own) };
    return { tiles: [...own, ...fromHeaps.map(bare), ...loose], heaps, rack, lifted: less(this.lifted, loose) };
  }

  /** Take the lifted tiles from where they lie. @param {string[]} keys @returns {string[]} */
  take(keys) {
    const { tiles, ...left } = this.without(keys);
    this.keep();
    Object.assign(this, left);
    return tiles;
  }

  /** How it is written that the lifted tiles are laid to a heap. @param {string[]} keys @param {number} to */
  written(keys, to) {
    const { tiles, heaps } = this.without(keys);
    return [...heaps, heap([])].map((one, at) => one.tiles.join("") + (at === to ? `+${tiles.join("")}` : "")).filter(Boolean).join("/");
  }

  /** Lay the lifted tiles to a heap, to none for a new one. @param {any} act @param {string[]} keys @param {number} [to] */
  lay(act, keys, to = this.heaps.length) {
    const asked = this.written(keys, to), tiles = this.take(keys);
    this.heaps = [...this.heaps, heap([])].map((one, at) => (at === to ? heap([...one.tiles, ...tiles]) : one)).filter((one) => one.tiles.length);
    this.ask(act, `draft:${asked}`);
  }

  /** Have the lifted tiles laid to a heap if they fit there; else they stay lifted. @param {any} act @param {string[]} keys @param {number} to */
  fit(act, keys, to) {
    this.sent = `fit:${this.written(keys, to)}`;
    act.ask(this.sent, false);
  }

  /** Put lifted tiles back: on the rack, or where they were of the table, beside it. @param {any} act @param {string[]} keys */
  putBack(act, keys) {
    const tiles = this.take(keys);
    this.heaps = this.heaps.filter((one) => one.tiles.length);
    const own = tiles.filter((tile) => this.played.includes(tile));
    this.rack = { colour: [...this.rack.colour, ...own], number: [...this.rack.number, ...own] };
    this.ask(act, `draft:${this.text}`);
  }

  /** Say what the jokers of a heap stand for. @param {any} act @param {number} at @param {string} way */
  mean(act, at, way) {
    this.ask(act, `fit:${this.heaps.map(({ tiles }, place) => (place === at ? way : tiles.join(""))).join("/")}`);
  }

  /** Have the server lay the tiles of the rack that are lifted, with those laid already. @param {any} act @param {string[]} keys */
  arrange(act, keys) {
    const hand = keys.filter((key) => !/^[@~]/.test(key)).map(cardOf);
    this.ask(act, `arrange:${this.text}|${hand.join("")}`);
  }

  /** Lay all as it lay before the last touch, or before all of them. @param {any} act @param {boolean} [isAll] */
  undo(act, isAll = false) {
    const before = this.past.pop() ?? "";
    if (!isAll && this.past.length) return this.ask(act, before);
    this.of = "";
    keepOrder(act.state.code, "", []);
    return act.clear();
  }
}
