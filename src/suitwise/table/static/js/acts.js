/**
 * What a person can do at a table. Pages and games call these; nothing else talks to the server.
 *
 * A choice is never judged here: it is asked about after a short rest, and Play asks first where no
 * answer has come yet. So a refusal is always the server's sentence.
 */

import { assertive, polite } from "./announce.js";
import { newSecret, prefs } from "./prefs.js";
import { canQueue, cardOf, cardsIn, isMyTurn, keysOf, mySeat, trickKey, unfolded } from "./store.js";
import { t } from "./words.js";

const REST_MS = 120;
const REFUSED_MS = 4000;

/** Modules that no table waits for, by their names; null until they have come. @type {Map<string, any>} */
const loading = new Map();

/** A module that no table waits for: once it has come the page is drawn anew. @template T @param {string} name @param {() => Promise<T>} load @param {{store: {set: (changes: {}) => void}}} act @returns {T|null} */
export function later(name, load, { store }) {
  if (!loading.has(name)) {
    loading.set(name, null);
    load().then((found) => { loading.set(name, found); store.set({}); }).catch(() => loading.delete(name));
  }
  return loading.get(name);
}

export class Acts {
  /** @param {import("./store.js").Store} store @param {import("./socket.js").Line} line */
  constructor(store, line) {
    this.store = store;
    this.line = line;
    this.q = this.rest = 0;
    this.leaving = this.sitting = "";
    /** How the game names a move, where its text is not how people say it. */
    this.moveName = (/** @type {string} */ move) => move;
    /** The move that the game would make with what is chosen, where it is more than its cards. */
    this.meant = "";
  }

  get state() {
    return this.store.state;
  }

  // --- Choosing and playing ---

  /** Choose these cards and no others. @param {string[]} chosen their keys. */
  choose(chosen) {
    this.store.set({ chosen, picked: "", queued: null, ruling: null, asked: null, no: null });
    clearTimeout(this.rest);
    if (chosen.length && isMyTurn(this.state)) this.rest = setTimeout(() => this.ask(this.chosenText(), false), REST_MS);
  }

  /** Pick a move from a list, a call say. @param {string} picked */
  pick(picked) {
    this.store.set({ picked, chosen: [], no: null });
    this.ask(picked, prefs.oneTap && isMyTurn(this.state));
  }

  /** Choose the cards of a move, or pick it where it is none of cards. @param {string} move */
  take(move) {
    const cards = cardsIn(move);
    if (cards.length) this.choose(keysOf(cards));
    else this.pick(move);
  }

  /** @returns {string} */
  chosenText() {
    return this.state.picked || this.state.chosen.map(cardOf).join("");
  }

  clear() {
    this.choose([]);
    this.store.set({ hint: null, isLastShown: false });
  }

  /** What Escape does: close what lies over the table, else unchoose. */
  escape() {
    if (this.state.isPanelOpen) this.panel(false);
    else if (unfolded(this.state)) this.unfold(null);
    else this.clear();
  }

  /** Take the last trick away before its time, or what goes back of a throw that fell. */
  clearTable() {
    this.store.set({ lastTrickUntil: null, fallenUntil: null });
  }

  /** Play what is chosen, once the server says that it may be. */
  play() {
    const { ruling, pending } = this.state;
    if (pending) return;
    if (this.state.hint && !this.chosenText()) this.take(this.state.hint.move);
    else if (this.meant) this.ask(this.meant, true);
    else if (canQueue(this.state)) this.queue();
    else if (!this.chosenText()) this.cannot(t("ui.choose-first"));
    else if (ruling) this.judge(ruling, true);
    else this.ask(this.chosenText(), true);
  }

  /** Have what is chosen played when one's turn comes, or no longer. */
  queue() {
    const { chosen, queued } = this.state;
    if (!chosen.length) return assertive(t("ui.choose-first"));
    this.store.set({ queued: queued ? null : { text: this.chosenText(), on: trickKey(this.state) } });
    return polite(t(queued ? "ui.queue.off" : "ui.queue.on"));
  }

  /** Play what waits for this turn, or drop it where the trick is not what it was meant for. @param {boolean} isNew the turn has just come. */
  queuedTurn(isNew) {
    const { queued, chosen } = this.state;
    if (queued && queued.on !== trickKey(this.state)) {
      this.store.set({ queued: null });
      polite(t("ui.queue.dropped"));
    } else if (queued && isNew) {
      this.store.set({ queued: null });
      return this.ask(queued.text, true);
    }
    return isNew && chosen.length ? this.ask(this.chosenText(), false) : undefined;
  }

  /** Take what was typed: a word of the page, or a move. @param {string} text */
  say(text) {
    const said = text.trim();
    if (!said) return;
    const deed = { h: "hint", hint: "hint", w: "why", why: "why", "?": "help" }[said.toLowerCase()];
    if (deed === "hint") this.hint();
    else if (deed === "why") this.why();
    else if (deed === "help") this.open("help");
    else this.ask(said, true);
  }

  /** Ask for a ruling. @param {string} cards @param {boolean} play play it if it may be. */
  ask(cards, play) {
    clearTimeout(this.rest);
    this.q += 1;
    const { asked, ruling } = this.state, isTold = asked?.text === cards && Boolean(ruling);
    this.store.set({ asked: { q: this.q, text: cards, play, isTold }, ruling: null, no: null });
    this.line.send({ t: "ask", q: this.q, cards });
  }

  /** What the answer to a question brings about: what is dear is played when it is asked for once more. @param {Object<string, any>} ruling */
  ruled(ruling) {
    const { asked } = this.state;
    if (asked && asked.q === ruling.q) this.judge(ruling, asked.play && (asked.isTold || !ruling.twice));
  }

  /** @param {Object<string, any>} ruling @param {boolean} play */
  judge(ruling, play) {
    if (!play) polite(ruling.legal ? ruling.note ?? "" : ruling.text);
    else if (ruling.legal && ruling.move !== null && isMyTurn(this.state)) this.move(ruling.move);
    else this.refused(ruling);
  }

  /** Say why what was to be played can't be, and what would do. @param {Object<string, any>} ruling */
  refused({ text, meets }) {
    const said = text ?? t("ui.not-your-turn");
    assertive(said);
    this.store.set({ no: { text: said, meets } });
  }

  /** Send a move as it stands. @param {string} move */
  move(move) {
    if (this.state.pending) return;
    clearTimeout(this.rest);
    const { v, chosen } = this.state;
    const id = this.line.command({ t: "move", at: v, move });
    const cards = chosen.length ? chosen : [move];
    this.store.set({ pending: { id, move, cards }, queued: null, said: "", picked: "", asked: null, ruling: null, no: null, failed: "", hint: null });
  }

  /** A tap on the one card of a play: choose it in place of another, or play it at once where that is set. @param {string} key */
  tap(key) {
    if (!prefs.oneTap || !isMyTurn(this.state)) return this.choose(this.state.chosen.includes(key) ? [] : [key]);
    this.store.set({ chosen: [key], ruling: null, no: null });
    return this.play();
  }

  /** Say for a while why a tap does nothing. @param {string} text */
  cannot(text) {
    assertive(text);
    this.store.set({ failed: text });
    setTimeout(() => this.state.failed === text && this.store.set({ failed: "" }), REFUSED_MS);
  }

  // --- Asking for reasons ---

  hint() {
    if (this.state.isThinking || !this.state.parts.can?.hint) return;
    clearTimeout(this.rest);
    if (this.state.no || this.state.ruling?.legal === false) this.choose([]);
    this.store.set({ isThinking: true, isPanelOpen: false, no: null, ruling: null, asked: null });
    this.line.command({ t: "hint" });
  }

  /** Ask for the reasons of what was played last. */
  why() {
    this.store.set({ tab: "why", isPanelOpen: true });
    this.line.send({ t: "why", trick: null });
  }

  // --- The others at the table ---

  /** @param {string} what takeback, claim, pause, end, swap. @param {Object<string, any>} [p] */
  propose(what, p = {}) {
    this.line.command({ t: "propose", what, p });
    this.close();
  }

  /** Take an open seat, or in one's own the name that this device knows. @param {number|null} seat @param {number} [at] when it was asked for. */
  sit(seat, at = Date.now()) {
    this.store.set({ no: null });
    const name = prefs.name.trim() || t("ui.guest");
    if (mySeat(this.state) !== null) this.tell({ t: "sit", seat, name });
    else this.sitting = this.line.command({ t: "sit", seat, name, token: newSecret(this.state.code, seat, at) });
  }

  /** Take a seat while others play: whoever has no name yet is asked for one first. @param {number} seat */
  sitDown(seat) {
    this.wanted = seat;
    if (prefs.name.trim()) this.sit(seat);
    else this.open("sit");
  }

  /** Leave the table for good; the page goes home when the table has heard it. */
  leave() {
    this.leaving = this.line.command({ t: "leave" });
    this.close();
  }

  /** Send one of the other commands: ready, sit, free, cover, auto, watch, intend, answer, say, phrase, report. @param {Object<string, any>} message */
  tell(message) {
    this.line.command(message);
  }

  // --- What is shown ---

  /** @param {"why"|"log"|"chat"} tab */
  tab(tab) {
    this.store.set({ tab, isPanelOpen: true, ...(tab === "chat" ? { unread: 0 } : {}) });
  }

  /** @param {boolean} isPanelOpen */
  panel(isPanelOpen) {
    this.store.set({ isPanelOpen });
  }

  /** Look at the last trick, or at the table again. */
  last() {
    this.store.set({ isLastShown: !this.state.isLastShown && Boolean(this.state.parts.table?.last), lastTrickUntil: null });
  }

  /** Look at the play of a seat whole, or at the table again, and the focus goes along; of a trick that is about to be cleared look at the trick. @param {number|null} seat */
  unfold(seat) {
    if (seat !== null && this.state.lastTrickUntil !== null) return this.last();
    const to = seat === null ? `#more-${this.state.unfolded}` : ".last-sheet .chip";
    this.store.set({ unfolded: seat, isLastShown: false });
    setTimeout(() => /** @type {HTMLElement|null} */ (document.querySelector(to))?.focus());
    return undefined;
  }

  /** @param {import("./store.js").State["dialog"]} dialog */
  open(dialog) {
    this.store.set({ dialog });
  }

  close() {
    document.querySelector("dialog")?.close();
    this.store.set({ dialog: "" });
  }

  /** Ask once what a deal of a day came to; no other table waits for what shows it. */
  compare() {
    if (this.state.day) return;
    this.store.set({ day: () => null });
    import("./parts/daily.js").then(({ compare }) => compare(this.store)).catch(() => {});
  }
}
