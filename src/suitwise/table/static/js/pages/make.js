/** A table of one's own: for friends, or against bots by other rules than last time. */

import { cue } from "../announce.js";
import { h, render } from "../dom.js";
import { makeFrom, sign } from "../parts/around.js";
import { copier } from "../parts/copying.js";
import { select } from "../parts/dialogs.js";
import { games, pace, seatsOf, short } from "../parts/games.js";
import { presets, rules, valuesOf, variantOf } from "../parts/rules.js";
import { NAME_MOST, PHRASE_MOST, keepLast, lastOf, prefs, setPrefs } from "../prefs.js";
import { back } from "../router.js";
import { firstWords, listed, named, styled, t } from "../words.js";

/** The rules of the table itself, beside those of its game, as nobody has changed them; times in seconds. */
const TABLE = { hints: "all", watch: "public", claims: "refuse", chat: true, practice: false, grace_s: 30, clock_s: 0, bank_s: 0 };
/** What some of them may be. */
const CHOICES = { hints: ["all", "practice", "none"], watch: ["public", "no", "delayed"], claims: ["refuse", "penalty"] };

export class MakePage {
  /** @param {HTMLElement} root @param {import("../router.js").MakeRoute} where */
  constructor(root, where) {
    this.root = root;
    this.isForFriends = where.friends;
    /** @type {any[]} */
    this.games = [];
    this.name = where.game;
    this.no = "";
    this.isBusy = false;
    this.phrase = "";
    /** The rules of the table, by their names. @type {Object<string, string|boolean|number>} */
    this.table = { ...TABLE };
    /** What the seats of others are, where somebody has chosen. @type {Object<number, string>} */
    this.seats = {};
    Promise.all([firstWords, games(), styled("home")]).then(([, found]) => this.begin(found)).catch(() => this.begin([]));
  }

  /** @param {any[]} found */
  begin(found) {
    this.games = this.isForFriends ? found.filter((game) => game.seats > 1) : found;
    if (!this.games.length) this.no = t("ui.no-server");
    else this.choose(this.games.some((game) => game.name === this.name) ? this.name : this.games[0].name);
    this.show();
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    this.seats = {};
    const last = lastOf(name);
    this.house = { preset: last.preset, changes: last.changes };
    this.level = last.level || this.game.levels.at(-1);
    this.show();
  }

  get game() {
    return this.games.find((game) => game.name === this.name);
  }

  get variant() {
    return variantOf(this.name, this.game.house, this.house);
  }

  /** Who sits where: the person first. @returns {string[]} */
  chairs() {
    const usual = this.isForFriends ? "open" : this.level;
    return Array.from({ length: seatsOf(this.game, valuesOf(this.game.house, this.house)) }, (_, seat) => (seat ? this.seats[seat] ?? usual : "human"));
  }

  async make() {
    const seats = this.chairs();
    keepLast(this.name, { level: this.level, ...this.house });
    const house = { ...Object.fromEntries(this.tableRules().map((name) => [name, this.table[name]])), ...seats.slice(1).every((seat) => seat !== "open") && pace() };
    await makeFrom(this, { variant: this.variant, seats, name: prefs.name.trim() || t("ui.guest"), house, phrase: this.phrase.trim() || undefined });
  }

  show() {
    if (!this.root.isConnected) return;
    const heading = t(this.isForFriends ? "ui.friends" : "ui.house-title");
    cue(false, heading);
    render(this.root, h("main", { key: "make", class: "sub make" },
      h("header", { class: "sub-head" }, h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.back"), onclick: back }, sign("back")),
        h("h1", null, heading), this.game && !this.isForFriends && h("span", { class: "quiet" }, short(this.game))),
      h("p", { class: "error", role: "alert" }, this.no),
      this.game && this.page(this.game)));
  }

  /** @param {any} game */
  page(game) {
    const set = (house) => { this.house = house; this.show(); };
    const form = [
      presets(this.name, game.house, this.house, set),
      this.isForFriends ? h("details", { key: `rules-${this.name}`, class: "fold" }, h("summary", null, t("ui.house-rules")), rules(game, this.house, set)) : rules(game, this.house, set),
      game.seats > 1 && this.people(game),
      h("details", { key: "table", class: "fold" }, h("summary", null, t("ui.table-rules")), h("div", { class: "rule-list" }, this.tableRules().map((name) => this.tableRule(name)))),
      h("div", { key: "text", class: "variant" }, h("label", { for: "variant" }, t("ui.to-copy")), h("input", { id: "variant", readonly: true, value: this.variant, onfocus: (event) => event.target.select() }), copier("variant", t("ui.to-copy"))),
    ];
    return [
      this.isForFriends && h("div", { key: "games", class: "segments", role: "radiogroup", "aria-label": t("ui.game") }, this.games.map((one) => h("label", { key: one.name },
        h("input", { type: "radio", name: "game", value: one.name, checked: one.name === this.name, onchange: () => this.choose(one.name) }), h("span", null, short(one))))),
      form,
      h("div", { key: "bar", class: "sub-bar" }, h("button", { type: "button", onclick: () => set({ preset: game.house.presets[0].name, changes: {} }) }, t("ui.reset")),
        h("button", { type: "button", class: "play", "aria-disabled": this.isBusy, onclick: () => this.make() }, t(this.isForFriends ? "ui.make-link" : "ui.play-so"))),
    ];
  }

  /** The names of the rules of the table; what a false claim costs where the game has claims. */
  tableRules() {
    return Object.keys(TABLE).filter((name) => name !== "claims" || this.game.claims);
  }

  /** @param {string} name */
  tableRule(name) {
    const value = this.table[name], own = { id: `f-h-${name}` };
    const set = (/** @type {string|boolean|number} */ to) => { this.table[name] = to; };
    const control = () => {
      if (name in CHOICES) return select(own, CHOICES[name].map((one) => [one, t(`ui.house.${name}.${one}`)]), String(value), set);
      if (typeof value === "boolean") return h("input", { ...own, type: "checkbox", role: "switch", class: "switch", checked: value, onchange: (event) => set(event.target.checked) });
      return h("input", { ...own, class: "rule-input", type: "number", min: name === "grace_s" ? 1 : 0, max: 3600, value: String(value), onchange: (event) => set(Number(event.target.value)) });
    };
    return h("div", { key: name, class: "rule" }, h("label", { class: "rule-text", for: own.id }, h("b", null, t(`ui.house.${name}`))), control());
  }

  /** Who plays, and how well. @param {any} game */
  people(game) {
    const player = (value) => named(`ui.player.${value}`, value);
    const chairs = this.chairs(), sides = chairs.length === game.seats ? game.sides : chairs.map((_, seat) => seat); // of more players there are other sides
    const choice = (id, label, options, value, chosen) => h("div", { key: id, class: "rule" }, h("label", { for: id, class: "rule-text" }, h("b", null, label)),
      select({ id }, options.map((one) => [one, player(one)]), value, (to) => { chosen(to); this.show(); }));
    return h("section", { key: "people", class: "rule-group", "aria-labelledby": "g-people" }, h("h2", { id: "g-people" }, t("ui.seats")), h("div", { class: "rule-list" },
      h("div", { key: "name", class: "rule" }, h("label", { for: "f-name", class: "rule-text" }, h("b", null, t("ui.your-name"))),
        h("input", { id: "f-name", class: "rule-input", maxlength: NAME_MOST, autocomplete: "nickname", placeholder: t("ui.guest"), value: prefs.name, oninput: (event) => setPrefs({ name: event.target.value }) })),
      this.isForFriends && h("div", { key: "phrase", class: "rule" }, h("label", { for: "f-phrase", class: "rule-text" }, h("b", null, t("ui.pass-phrase")), h("span", { class: "quiet" }, t("ui.pass-phrase-text"))),
        h("input", { id: "f-phrase", class: "rule-input", maxlength: PHRASE_MOST, autocomplete: "off", autocapitalize: "off", value: this.phrase, oninput: (event) => { this.phrase = event.target.value; } })),
      !this.isForFriends && game.levels.length > 1 && choice("f-level", t("ui.level"), game.levels, this.level, (level) => { this.level = level; this.seats = {}; }),
      chairs.slice(1).map((value, place) => choice(`f-seat-${place + 1}`, listed([t("ui.seat", { n: place + 2 }), ...(sides[place + 1] === sides[0] ? [t("ui.partner")] : [])]), ["open", ...game.levels], value, (chosen) => { this.seats[place + 1] = chosen; }))));
  }
}
