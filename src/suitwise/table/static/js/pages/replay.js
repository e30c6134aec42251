/**
 * A record looked at again: its table as games draw it, with all hands or one, and a scrubber.
 *
 * The server has played the whole record once and sent each move as what it changed of the parts; here
 * they are put together once, so that going to any move is drawing it. No rule is known here.
 * @typedef {{seat: number|null, mark: ""|"trick"|"deal", told: {text: string, to: number[]|null, but: number|null}[], parts: Object<string, any>}} Ply
 */

import { cue, polite } from "../announce.js";
import { h, render } from "../dom.js";
import { printAs, sentence, spoken } from "../parts/card.js";
import { icon, select } from "../parts/dialogs.js";
import { costlyOf, verdict, verdictAt } from "../parts/judged.js";
import { asked, keep, kept, notHere, opener } from "../parts/opening.js";
import { scrubber, stopAt, ticksOf } from "../parts/scrubber.js";
import { outcome } from "../parts/stages.js";
import { seatToken } from "../prefs.js";
import { answered, boardAddress, guard, leaveRecord, replayAddress, reviewAddress, titleOf } from "../router.js";
import { changedParts, ending, firstState, nameOf } from "../store.js";
import { firstWords, numeral, styled, t } from "../words.js";
import { GAMES } from "./table.js";

const STEP_MS = 1200;
const SPEEDS = [0.5, 1, 2, 4];
/** How long the address waits: browsers refuse addresses that change all the time. */
const ADDRESS_MS = 250;

export class ReplayPage {
  /** @param {HTMLElement} root @param {import("../router.js").ReplayRoute} where */
  constructor(root, where) {
    this.root = root;
    this.where = where;
    /** @type {number|null} the seat whose hand alone is shown. */
    this.seat = null;
    this.speed = 1;
    this.timer = this.resting = 0;
    this.no = "";
    this.isClosed = false;
    /** @type {any} as the server has it; null before it is there. */
    this.record = null;
    /** @type {Ply[]} */
    this.plies = [];
    /** The moves at which something is decided, that end a trick, at which the slider stops. */
    this.decisions = this.tricks = this.stops = /** @type {number[]} */ ([]);
    this.at = this.last = 0;
    this.hasTricks = false;
    this.costly = costlyOf(where);
    /** @type {boolean|null} whether the last trick is looked at; null where the move decides. */
    this.isLast = null;
    /** @type {number|null} the seat whose play, too long for its place, is looked at. */
    this.unfolded = null;
    const unfold = (/** @type {number|null} */ seat) => { this.unfolded = seat; this.isLast = seat === null && this.isLast; this.show(); };
    this.act = { unfold, last: () => { this.isLast = !this.showsLast(); this.show(); }, clearTable: () => {}, store: { set: () => this.show() } };
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    addEventListener("keydown", this.onKey);
    /** @type {import("../parts/sharing.js").Sharing|null} */
    this.sharing = null;
    firstWords.then(() => this.load(where.text ?? kept(where.record)));
  }

  close() {
    this.isClosed = true;
    removeEventListener("keydown", this.onKey);
    clearTimeout(this.timer);
    clearTimeout(this.resting);
  }

  // --- What comes in ---

  /** @param {string|null} text of a record that was opened here; of a table's the server has it. */
  async load(text) {
    const { record: id } = this.where;
    if (!text && id === "file") return this.refuse(t("ui.replay.drop"));
    if (!text && !seatToken(id)) return this.refuse(notHere(id));
    this.refuse("");
    const { found: record, no } = await answered(asked("replay", this.where, text));
    if (this.isClosed) return undefined;
    if (no) return this.refuse(no);
    const [game] = await Promise.all([(GAMES[record.kind] ?? GAMES.plain)(), styled("replay"), styled("over")]);
    if (this.isClosed) return undefined;
    if (text) this.where = { ...this.where, record: keep(record.id, text), deal: null, text };
    this.draw = game.draw;
    printAs(game);
    return this.take(record);
  }

  /** @param {string} no why there is nothing to be seen: then a file may be chosen, which looks as choices in dialogs do. */
  async refuse(no) {
    this.no = no;
    if (no) await styled("menu");
    this.show();
  }

  /** @param {Object<string, any>} record as the server has it. */
  take(record) {
    this.record = record;
    let parts = {};
    this.plies = record.plies.map((ply) => ({ ...ply, parts: parts = { ...parts, ...changedParts(parts, ply) } }));
    const all = [...this.plies.keys()];
    const told = all.filter((ply) => this.plies[ply].seat !== null && this.plies[ply].told.length);
    const start = Math.max(0, (told[0] ?? 1) - 1);
    this.last = all.length - 1;
    this.decisions = [...new Set([0, start, ...told, this.last])];
    this.tricks = [...new Set([0, start, ...all.filter((ply) => this.plies[ply].mark), this.last])];
    this.hasTricks = this.plies.some(({ mark }) => mark === "trick");
    this.costly = costlyOf(this.where);
    this.stops = [...new Set([...this.decisions, ...this.tricks, ...this.costly.keys()])].sort((one, other) => one - other);
    this.ticks = ticksOf(this.plies, this.stops, this.costly);
    this.goTo(this.where.ply ?? (this.where.share ? this.last : start));
    if (this.where.share) this.share();
  }

  // --- Going through it ---

  /** @param {number} ply @param {boolean} [isSaid] whether it is told to ears. */
  goTo(ply, isSaid = false) {
    this.at = Math.min(Math.max(0, ply), this.last);
    this.isLast = this.unfolded = null;
    this.show();
    if (isSaid) polite(this.heard());
    clearTimeout(this.resting);
    this.resting = setTimeout(() => history.replaceState(history.state, "", replayAddress(this.where.record, this.where.deal, this.at)), ADDRESS_MS);
  }

  /** The place before or after this one. @param {number[]} places @param {number} step @returns {number} */
  next(places, step) {
    return step > 0 ? places.find((ply) => ply > this.at) ?? this.last : [...places].reverse().find((ply) => ply < this.at) ?? 0;
  }

  /** @param {"back"|"forth"|"trick-back"|"trick-forth"} name */
  step(name) {
    this.pause();
    this.goTo(this.next(name.startsWith("trick") ? this.tricks : this.decisions, name.endsWith("back") ? -1 : 1), true);
  }

  /** Play on, from the beginning where the end is shown; or pause. */
  toggle() {
    if (this.timer) this.pause();
    else {
      if (this.at === this.last) this.goTo(0);
      this.playOn();
    }
    this.show();
  }

  playOn() {
    this.timer = setTimeout(() => {
      this.goTo(this.next(this.decisions, 1));
      if (this.at < this.last) this.playOn();
      else this.pause();
      this.show();
    }, STEP_MS / this.speed);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Offer to share this move. */
  async share() {
    this.pause();
    const [{ Sharing }] = await Promise.all([import("../parts/sharing.js"), styled("menu")]);
    this.sharing = new Sharing(this.where, this.at, { changed: () => this.show(), closed: () => { this.sharing = null; this.show(); } });
    this.show();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isRange = target.matches?.("input[type=range]");
    if (!this.record || this.sharing || event.ctrlKey || event.metaKey || event.altKey || (!isRange && target.closest?.("input, select"))) return;
    const name = { ArrowLeft: "back", ArrowRight: "forth" }[event.key];
    if (name) this.step(/** @type {any} */ (event.shiftKey ? `trick-${name}` : name));
    else if (event.key === "Home" || event.key === "End") this.goTo(event.key === "Home" ? 0 : this.last, true);
    else if (event.key === " " && !target.closest?.("button, a, summary")) this.toggle();
    else return;
    event.preventDefault();
  }

  // --- What is shown ---

  showsLast() {
    return this.isLast ?? this.plies[this.at].mark === "trick";
  }

  /** What is told of the move. @returns {string[]} */
  said() {
    const { seat, told } = this.plies[this.at];
    const lines = told.filter(({ to, but }) => this.seat === null || (this.seat !== but && (!to || to.includes(this.seat)))).map(({ text }) => text);
    if (lines.length) return lines;
    if (seat !== null) return [t("ui.replay.moved", { name: nameOf(this.state(), seat) })];
    return [t(this.at ? "ui.replay.chance" : "ui.replay.begins")];
  }

  /** The table at this move, as somebody without a seat sees it who is shown hands. @returns {import("../store.js").State} */
  state() {
    const { kind, names, people, variant, anticlockwise } = this.record;
    const { parts } = this.plies[this.at];
    const isShown = (seat) => this.seat === null || this.seat === seat;
    const own = parts.seats.map((_, seat) => parts[`own${seat}`]);
    const seats = parts.seats.map((one, seat) => ({ ...one, held: isShown(seat) ? own[seat].cards : null }));
    const views = own.filter((one, seat) => isShown(seat) && one.view).map(({ view }) => view);
    const view = parts.view ?? (views.length ? views.join("\n\n") : null);
    return { ...firstState(this.where.record), welcome: { seat: null, names, people, kind, variant, anticlockwise }, v: 1, bottom: this.seat ?? 0, parts: { ...parts, seats, view }, isLastShown: this.showsLast(), unfolded: this.unfolded };
  }

  show() {
    if (!this.root.isConnected) return;
    const title = titleOf("replay", this.where.record);
    cue(false, title);
    guard(this.sharing && (() => { this.sharing = null; this.show(); }));
    if (this.record) render(this.root, [this.page(title), this.sharing?.dialog()]);
    else {
      render(this.root, h("main", { key: "wait", class: "notice" }, h("h1", null, title), h("p", { role: "status" }, sentence(this.no || t("ui.replay.loading"))),
        this.no && [opener((text) => this.load(text), (no) => this.refuse(no)), h("a", { class: "button", href: `${window.site}/` }, t("ui.menu.home"))]));
    }
  }

  /** @param {string} title */
  page(title) {
    const state = this.state();
    const drawn = /** @type {import("./table.js").Drawn} */ (this.draw(state, this.act));
    const isOver = Boolean(ending(state)) && !this.showsLast();
    return h("main", { key: "replay", class: `table replay ${this.record.kind} watching ${isOver ? "at-over" : "at-playing"} ${this.costly.size ? "judging" : ""}`, "data-ply": this.at },
      h("header", { key: "head", class: "head", "aria-label": t("ui.head") },
        h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.back"), onclick: () => leaveRecord(this.where.record) }, icon("close")),
        h("h1", { class: "sr" }, title), h("div", { class: "head-score" }, drawn.score)),
      h("section", { key: "board", class: "board-region", tabindex: 0, "aria-label": t("ui.table") }, isOver ? outcome(state, this.act, drawn) : drawn.board),
      h("section", { key: "ask", class: "ask-region", "aria-label": t("ui.log") }, !isOver && this.said().map((line) => h("p", { key: line, class: "ask" }, sentence(line))), verdict(verdictAt(this.costly, this.at))),
      h("section", { key: "hand", class: "hand-region", "aria-label": t("ui.replay.hands") }, drawn.hand),
      h("section", { key: "bar", class: "bar-region", "aria-label": t("ui.replay.controls") }, scrubber(this.scrubbed()), this.choices(state)));
  }

  /** What is told to ears of the move that is shown. */
  heard() {
    return spoken([...this.said(), verdictAt(this.costly, this.at)].filter(Boolean).join(" "));
  }

  /** @returns {import("../parts/scrubber.js").Scrubber} */
  scrubbed() {
    const what = this.heard();
    return { at: this.at, stops: this.stops, ticks: this.ticks, hasTricks: this.hasTricks, isPlaying: this.timer !== 0, what,
      onMove: (ply) => { this.pause(); this.goTo(ply); }, onStep: (name) => this.step(name), onToggle: () => this.toggle() };
  }

  /** @param {import("../store.js").State} state */
  choices(state) {
    const { board } = state.parts, href = board ? boardAddress(board.game, board.ask, board.fields) : null; // null where it has no question
    const seats = [["", t("ui.replay.all")], ...state.parts.seats.map((_, seat) => [String(seat), nameOf(state, seat)])];
    const speeds = SPEEDS.map((speed) => [String(speed), t("ui.replay.times", { n: numeral(speed) })]);
    const choice = (label, options, value, chosen) => select({ key: label, "aria-label": label }, options, value, (to) => { chosen(to); this.show(); });
    return h("div", { class: "replay-choices" },
      h("span", { class: "quiet" }, t("ui.replay.count", { n: numeral(stopAt(this.stops, this.at)), of: numeral(this.stops.length - 1) })),
      seats.length > 2 && choice(t("ui.replay.hands"), seats, this.seat === null ? "" : String(this.seat), (value) => { this.seat = value === "" ? null : Number(value); }),
      choice(t("ui.replay.speed"), speeds, String(this.speed), (value) => { this.speed = Number(value); }),
      this.plies.some(({ parts }) => parts.board) && h("a", { key: "board", class: "button to-board", role: "link", "aria-disabled": !board || null, href }, t("ui.board.open")),
      this.record.review && h("a", { key: "review", class: "button", href: reviewAddress(this.where.record, this.where.deal) }, t("ui.review.link")),
      h("button", { key: "share", type: "button", class: "quiet-button", "aria-haspopup": "dialog", "aria-label": t("ui.sharing"), onclick: () => this.share() }, icon("sharing")));
  }
}
