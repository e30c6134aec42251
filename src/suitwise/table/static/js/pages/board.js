/**
 * The board: a position that anybody sets up, and what its game says of it.
 *
 * The address holds the position; the server is sent none of it until somebody asks. Forms and answers are
 * what the server says they are: no rule is known here.
 * @typedef {{name: string, kind: "cards"|"stacks"|"choice"|"count"|"text", start: string, choices: string[], most: number, needed: boolean, apart: boolean}} Field
 * @typedef {{game: string, kind: string, deck: string[][], copies: number, questions: {name: string, fields: Field[]}[]}} Board
 */

import { cue, polite } from "../announce.js";
import { h, render } from "../dom.js";
import { tidyRoving } from "../keys.js";
import { answerOf, saidText } from "../parts/answer.js";
import { sentence } from "../parts/card.js";
import { field } from "../parts/copying.js";
import { cardsOf, deck, deckName, laid, tapped } from "../parts/deck.js";
import { icon, select } from "../parts/dialogs.js";
import { listedGames } from "../parts/games.js";
import { answered, ask, back, boardAddress } from "../router.js";
import { firstWords, has, listed, named, numeral, styled, t } from "../words.js";

/** How long the address waits: browsers refuse addresses that change all the time. */
const ADDRESS_MS = 250;
/** How long a form rests before it is asked about by itself, where that is wanted. */
const REST_MS = 300;

export class BoardPage {
  /** @param {HTMLElement} root @param {import("../router.js").BoardRoute} where */
  constructor(root, where) {
    this.root = root;
    this.where = where;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {Object<string, string>} */
    this.texts = {};
    /** The field that cards are tapped into. */
    this.set = "";
    this.no = "";
    /** Why there is no better answer than the one that is shown. */
    this.why = "";
    /** @type {any} */
    this.answer = null;
    /** @type {import("../parts/stacking.js").Stacking|null} */
    this.stacking = null;
    /** Grows whenever the form changes: an answer to another one is dropped. */
    this.form = 0;
    this.isBusy = this.isWanted = this.isClosed = this.isLive = this.isStopped = false;
    this.resting = this.due = 0;
    firstWords.then(() => this.load());
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.resting);
    clearTimeout(this.due);
  }

  // --- What comes in ---

  async load() {
    const [{ found, no }] = await Promise.all([answered(ask("board")), styled("board"), styled("daily")]);
    if (this.isClosed) return;
    this.boards = listedGames(found ?? []);
    this.no = no;
    this.choose(this.where.game, this.where.ask, this.where.fields);
  }

  get board() {
    return /** @type {Board} */ (this.boards.find(({ game }) => game === this.game) ?? this.boards[0]);
  }

  get question() {
    const { questions } = this.board;
    return questions.find(({ name }) => name === this.ask) ?? questions[0];
  }

  get cardFields() {
    return this.question.fields.filter(({ kind }) => kind === "cards");
  }

  /** Open the form of a question. @param {string} game @param {string} ask @param {Object<string, string>} given texts of its fields; none for those it begins with. */
  choose(game, ask, given = {}) {
    this.game = game;
    this.ask = ask;
    if (this.boards.length) {
      const { fields } = this.question;
      const isGiven = fields.some(({ name }) => name in given);
      const otherwise = (/** @type {Field} */ field) => (isGiven && field.kind !== "choice" ? "" : field.start);
      this.texts = Object.fromEntries(fields.map((field) => [field.name, given[field.name] ?? otherwise(field)]));
      this.game = this.board.game;
      this.ask = this.question.name;
      this.set = this.cardFields[0]?.name ?? "";
      this.stacks(fields.find(({ kind }) => kind === "stacks")?.name);
    }
    this.changed();
  }

  /** @param {string} [name] of a field of stacks, if the form has one. */
  async stacks(name) {
    this.stacking = null;
    if (!name) return;
    const { Stacking } = await import("../parts/stacking.js");
    if (name in this.texts) this.stacking = new Stacking(this, name);
    this.show();
  }

  // --- The form ---

  /** Take over what has changed of the form. @param {Object<string, string>} [texts] */
  changed(texts = {}) {
    this.texts = { ...this.texts, ...texts };
    this.form += 1;
    this.isWanted = false;
    this.no = this.boards.length ? "" : this.no;
    if (!this.isLive) this.answer = null;
    clearTimeout(this.resting);
    if (this.boards.length) this.resting = setTimeout(() => history.replaceState(history.state, "", this.address()), ADDRESS_MS);
    clearTimeout(this.due);
    if (this.isLive) this.due = setTimeout(() => this.asks(), REST_MS);
    this.show();
  }

  address() {
    return boardAddress(this.game, this.ask, this.texts);
  }

  /** A card of the deck, or one that lies in a field, has been tapped. @param {string} card @param {string} [name] the field. */
  tap(card, name = this.set) {
    const field = this.cardFields.find((one) => one.name === name);
    if (!field) return;
    const before = cardsOf(this.texts[name], this.board);
    const texts = tapped(card, field, this.cardFields, this.texts, this.board);
    if (!texts) return polite(t("ui.board.full", { field: this.label(name) }));
    const now = cardsOf(texts[name], this.board).length;
    if (now > before.length && now === field.most) this.goOn(texts);
    polite(t(now > before.length ? "ui.board.laid" : "ui.board.taken", { card: deckName(card, this.board.kind), field: this.label(name), n: now }));
    this.changed(texts);
  }

  /** Set the next field that is empty, where there is one. @param {Object<string, string>} texts */
  goOn(texts) {
    const at = this.cardFields.findIndex(({ name }) => name === this.set);
    const next = this.cardFields.slice(at + 1).find(({ name }) => !cardsOf({ ...this.texts, ...texts }[name], this.board).length);
    if (next) this.set = next.name;
  }

  clear() {
    const empty = this.cardFields.length ? this.cardFields : this.question.fields.filter(({ kind }) => kind === "text" || kind === "stacks");
    this.set = this.cardFields[0]?.name ?? "";
    this.changed(Object.fromEntries(empty.map(({ name }) => [name, ""])));
  }

  // --- Asking ---

  /** Ask the server, once. @param {number} [more] the number of the last answer, to go on with. */
  async asks(more = 0) {
    this.isWanted = this.isBusy && !more;
    this.isStopped = false;
    this.why = "";
    if (this.isBusy) return this.show();
    const { form } = this;
    this.isBusy = true;
    this.show();
    const body = { ask: this.ask, fields: this.texts, more };
    const { found, no } = await answered(ask(`board/${this.game}`, { body }));
    this.isBusy = false;
    if (this.isClosed) return;
    if (form !== this.form) {
      if (this.isLive || this.isWanted) this.asks();
      else this.show();
      return;
    }
    this.isWanted = false;
    if (no && more) return this.keepsTo(no);
    this.no = no;
    this.answer = found;
    this.show();
    if (!more && !this.isLive) this.leadTo(this.no ? ".board-no" : ".answer");
    if (!this.no && (!more || !found.more)) polite(found.verdict);
    if (!this.no && found.more && !this.isStopped) this.asks(found.more);
  }

  /** Bring what was asked for into sight, once its pictures have their height. @param {string} where */
  async leadTo(where) {
    const { form } = this, found = this.root.querySelector(where);
    await Promise.allSettled([...found?.querySelectorAll("img") ?? []].map((one) => one.decode()));
    if (form === this.form) found?.scrollIntoView({ block: "nearest" });
  }

  /** Show no better answer than there is. @param {string} why not, where nobody has asked for that. */
  keepsTo(why) {
    this.isStopped = true;
    this.why = why;
    this.show();
  }

  // --- What is shown ---

  /** @param {string} name of a field. */
  label(name) {
    return label("field", this.game, name);
  }

  show() {
    if (!this.root.isConnected || !has("ui.title")) return;
    cue(false, t("ui.board.title"));
    render(this.root, h("main", { key: "board", class: "board-page" }, h("header", { class: "board-head" },
      h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.close"), onclick: back }, icon("close")), h("h1", null, t("ui.board.title"))),
    h("p", { key: "about", class: "quiet" }, t("ui.board.about")),
    this.boards.length ? this.page() : h("p", { role: "status" }, this.no || t("ui.replay.loading"))));
    tidyRoving(this.root);
  }

  page() {
    const cards = this.cardFields.length > 0, isBusy = this.isBusy && !this.isStopped;
    return [
      h("div", { key: "choice", class: "board-choice" },
        this.select("game", t("ui.board.game"), this.boards.map(({ game }) => [game, named(`ui.game.${game}`, game)]), this.game, (game) => this.choose(game, "")),
        this.select("ask", t("ui.board.question"), this.board.questions.map(({ name }) => [name, label("ask", this.game, name)]), this.ask, (ask) => this.choose(this.game, ask))),
      h("form", { key: `${this.game} ${this.ask}`, class: "board-form", onsubmit: (event) => { event.preventDefault(); this.asks(); } },
        h("div", { class: "board-fields" }, this.question.fields.map((field) => (field.kind === "cards" ? this.cards(field) : this.field(field)))),
        h("div", { class: "board-bar" }, cards && deck(this.board, this.cardFields, this.texts, this.set, (card) => this.tap(card), (name) => this.label(name)), this.stacking?.palette(),
          h("div", { class: "board-go" },
            h("button", { type: "submit", class: "play", "aria-disabled": isBusy }, t(isBusy && !this.isLive ? "ui.board.busy" : "ui.board.go")),
            h("button", { type: "button", onclick: () => this.clear() }, t("ui.board.clear")),
            h("label", { class: "board-live" }, h("input", { type: "checkbox", checked: this.isLive, onchange: (event) => { this.isLive = event.target.checked; if (this.isLive) this.asks(); this.show(); } }), t("ui.board.live")),
            this.isLive && h("p", { class: "board-now" }, sentence(this.no || this.answer?.verdict || t("ui.board.busy")))))),
      h("p", { key: "no", class: "error board-no", role: "alert" }, sentence(this.no)),
      this.answer ? this.answered() : !this.no && !this.isBusy && h("p", { key: "hint", class: "quiet" }, t("ui.board.unsent")),
      this.shared(),
    ];
  }

  answered() {
    const isGoingOn = Boolean(this.answer.more) && !this.isStopped;
    return h("section", { key: "answer", class: "answer", "aria-label": t("ui.board.answer") }, answerOf(this.answer, this.board),
      this.answer.more > 0 && h("p", { key: "more", class: "board-more" }, h("span", { class: "quiet" }, t(isGoingOn ? "ui.board.going-on" : "ui.board.stopped"), " ", sentence(this.why)),
        isGoingOn ? h("button", { key: "stop", type: "button", onclick: () => this.keepsTo("") }, t("ui.board.stop"))
          : h("button", { key: "on", type: "button", onclick: () => this.asks(this.answer.more) }, t("ui.board.on"))));
  }

  /** A field that cards are tapped into. @param {Field} field */
  cards(field) {
    const { name, most } = field;
    const text = this.texts[name], cards = cardsOf(text, this.board);
    const isSet = name === this.set;
    const n = cards.length;
    return h("div", { key: name, class: `board-cards ${isSet ? "set" : ""} ${this.cardFields.length < 3 ? "alone" : ""}` },
      h("div", { class: "board-cards-head" },
        h("button", { type: "button", class: "board-set", "aria-pressed": isSet, onclick: () => { this.set = name; this.show(); } },
          isSet && h("span", { key: "mark", class: "board-mark", "aria-hidden": "true" }, "▸"), this.label(name), " ", h("span", { class: "quiet" }, most ? t("ui.board.of", { n: numeral(n), most: numeral(most) }) : numeral(n))),
        h("input", { value: text, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": t("ui.board.typed", { field: this.label(name) }), placeholder: t("ui.board.type"),
          onfocus: () => { if (this.set !== name) { this.set = name; this.show(); } }, oninput: (event) => this.changed({ [name]: event.target.value }) })),
      laid(cards, this.board, (card) => this.tap(card, name), this.label(name)));
  }

  /** @param {Field} field */
  field({ name, kind, choices, most }) {
    const value = this.texts[name], id = `field-${name}`;
    const change = (/** @type {any} */ event) => this.changed({ [name]: event.target.value });
    const text = () => h("textarea", { id, rows: Math.min(4, 1 + Math.floor(value.length / 40)), value, spellcheck: "false", autocapitalize: "off", oninput: change });
    const input = { text, stacks: () => [text(), this.stacking?.editor()], choice: () => select({ id }, choices.map((one) => [one, label("choice", this.game, `${name}.${one}`, one)]), value, (to) => this.changed({ [name]: to })),
      count: () => h("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", value, placeholder: most ? `0–${most}` : "", oninput: change }) }[kind];
    return h("div", { key: name, class: kind === "text" || kind === "stacks" ? "board-field wide" : "board-field" }, h("label", { for: id }, this.label(name)), input?.());
  }

  /** @param {string} key @param {string} text @param {string[][]} options @param {string} value @param {(value: string) => void} chosen */
  select(key, text, options, value, chosen) {
    return h("div", { key, class: "board-field" }, h("label", { for: `board-${key}` }, text), select({ id: `board-${key}` }, options, value, chosen));
  }

  /** The link and the text, to copy. */
  shared() {
    const link = `${location.origin}${this.address()}`;
    const said = this.answer && saidText(this.answer, listed([named(`ui.game.${this.game}`, this.game), label("ask", this.game, this.ask)]));
    return h("details", { key: "share", class: "board-share" }, h("summary", null, t("ui.board.share")),
      field("board-link", t("ui.board.link"), link), said && field("board-text", t("ui.board.text"), said, 4));
  }
}

/** What a thing of a board is called: by its game's own words, else by those of all boards, else as it stands. @param {string} what @param {string} game @param {string} name @param {string} [otherwise] */
function label(what, game, name, otherwise = name) {
  return named(`ui.board.${what}.${game}.${name}`, named(`ui.board.${what}.${name}`, otherwise));
}
