/**
 * The table: the frame that all games share, in fixed regions. A game draws what lies in them.
 * @typedef {Object} Drawn
 * @property {any} score     the score, in the head.
 * @property {any} board     who sits around the table, and what lies on it.
 * @property {any} hand      this person's cards; null for who watches.
 * @property {any} [picks]   moves to pick from, between the hand and the actions.
 * @property {any} [bar]     in place of the actions, if the game has other ones.
 * @property {string} [ask]  what stands where the task does, while no single seat is waited for.
 * @property {boolean} [drawsMoves]  the game itself offers the moves that would do.
 * @property {any} [rules]   what the score means, shown when it is tapped.
 * @property {any} [over]    how a deal has ended, in place of a list of its tricks.
 * @property {boolean} [laysDown]  whether that is hands, to be looked at before all else.
 * @property {boolean} [showsHands]  whether that is hands at all, which lie beside the rest on a phone held across.
 * @property {any} [gauge]   how far it came, below the sentence that says so.
 * @property {any} [details] the same, folded away.
 * @property {any} [menu]    more for the menu.
 * @property {boolean} [claim] whether the game knows claims: then the claim stands where Clear would.
 * @property {string} [claimMove] the move that lays a hand down, where it may be made: it stands there while nothing is chosen.
 * @property {(move: string) => string} [moveName]  how people say a move.
 * @property {string} [playLabel]  what the button says, where the actions are not the game's own.
 * @property {boolean} [isShort] whether other than as many cards as are owed are chosen.
 * @property {{score: string, table: string, last?: string, bids: string}} speak  what `s`, `t`, `l` and `b` tell.
 */

import { Acts, later } from "../acts.js";
import { assertive, cue, hear, polite, wake } from "../announce.js";
import { h, render } from "../dom.js";
import { onKeys, tidyRoving } from "../keys.js";
import { Motion, shake } from "../motion.js";
import { actions, asked, guided } from "../parts/asked.js";
import { printAs } from "../parts/card.js";
import { dialog, icon } from "../parts/dialogs.js";
import { freesIn } from "../parts/seats.js";
import { closed, lobby, over } from "../parts/stages.js";
import { panel } from "../parts/panel.js";
import { forgetTable, keepSeat, keepTable, loseSeat, phraseOf, prefs, seatToken, settleSeat, wantedSeat } from "../prefs.js";
import { go, guard, takeFragment } from "../router.js";
import { Line } from "../socket.js";
import { Store, closing, ending, firstState, isCalled, isNarrow, mySeat, received, taughtBy } from "../store.js";
import { firstWords, has, language, loadWords, styled, t } from "../words.js";

/** The pages of games by the kinds that the server names. */
export const GAMES = {
  texas42: () => import("../games/texas42.js"), tractor: () => import("../games/tractor.js"), rummy: () => import("../games/rummy.js"),
  stacks: () => import("../games/stacks.js"), tricks: () => import("../games/tricks.js"), rummikub: () => import("../games/rummikub.js"), plain: () => import("../games/plain.js"),
};
/** What people do by which a page may begin to make sounds. */
const WAKES = ["pointerup", "keydown"];
/** Lines of the story that are seen and not spoken: each card of the draw. */
const UNSPOKEN = /\.draws?$/;

export class TablePage {
  /** @param {HTMLElement} root @param {string} code */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    const token = takeFragment();
    if (token) keepSeat(code, token);
    this.store = new Store(firstState(code));
    this.line = new Line({ ready: firstWords, hello: () => this.hello(), receive: (message) => this.receive(message), status: (line, closed) => (closed === 4403 && this.store.state.lost ? this.renewed() : this.store.set({ line, closed })) });
    this.act = new Acts(this.store, this.line);
    this.motion = new Motion(root);
    /** @type {((state: any, act: Acts) => Drawn)|null} */
    this.draw = null;
    this.store.subscribe((now, before) => this.changed(now, before));
    this.clock = setInterval(() => this.ticking() && this.soon(), 1000);
    onKeys(this.deeds());
    isNarrow.onchange = () => this.soon();
    WAKES.forEach((kind) => addEventListener(kind, wake, { capture: true }));
    firstWords.then(() => {
      const wanted = wantedSeat(code);
      if (wanted) this.act.sit(wanted.seat, wanted.at);
      this.soon();
    });
  }

  close() {
    this.line.close();
    guard(null);
    WAKES.forEach((kind) => removeEventListener(kind, wake, { capture: true }));
    clearInterval(this.clock);
    onKeys({});
    isNarrow.onchange = null;
  }

  hello() {
    const { log } = this.store.state;
    return { t: "hello", table: this.code, token: seatToken(this.code), since: log.at(-1)?.n ?? 0, lang: language(), phrase: phraseOf(this.code) || null, name: prefs.name.trim() };
  }

  /** The secret of the seat counts no more: ask with the one that has taken its place, or look on. */
  renewed() {
    if (!settleSeat(this.code, true)) loseSeat(this.code);
    this.line.again();
  }

  // --- What comes in ---

  /** @param {Object<string, any>} message */
  receive(message) {
    const isSeated = message.t === "seated";
    if (isSeated || message.t === "no" && message.id === this.act.sitting) settleSeat(this.code, isSeated);
    this.store.set(received(this.store.state, message));
    if (isSeated) this.line.again();
    else if (message.t === "welcome") this.welcomed(message);
    else if (message.t === "ack" && message.id === this.act.leaving) { if (this.store.state.parts.life?.stage !== "playing") forgetTable(this.code); go(`${window.site}/`, true); }
    else if (message.t === "ruling") this.act.ruled(message);
    else if (message.t === "no" || message.t === "error") assertive(message.text);
    else if (message.t === "hint") polite(`${t("ui.hint")}: ${message.text}`);
    else if (message.t === "why") message.text.forEach(polite);
  }

  /** @param {Object<string, any>} welcome */
  async welcomed(welcome) {
    keepTable(this.code, { variant: welcome.variant, at: Date.now() });
    const game = await (GAMES[welcome.kind] ?? GAMES.plain)().catch(() => GAMES.plain());
    this.draw = game.draw;
    printAs(game);
    this.soon();
    await styled("over"); // how the end of a deal looks, for which no first card waits
    this.hasEnd = true;
    this.soon();
  }

  /** @param {import("../store.js").State} now @param {import("../store.js").State} before */
  changed(now, before) {
    this.soon();
    hear(now, before);
    guided(now, before);
    if (now.log !== before.log && before.v) this.tell(now, before);
    if (isCalled(now) && (!isCalled(before) || now.parts.ask?.text !== before.parts.ask?.text)) assertive(`${t("ui.your-turn")} ${now.parts.ask.text ?? ""}`);
    if (ending(now)?.match && !ending(before)?.match && mySeat(now) !== null) import("../parts/counted.js").then(({ count }) => count(now)).catch(() => {});
    if (ending(now) && !ending(before) && now.tab !== "chat") this.act.panel(false); // a phone's would hide the result
    if (now.no && now.no !== before.no) shake(this.root.querySelector(".actions .astray"));
    if (now.v !== before.v) this.act.queuedTurn(isCalled(now) && !isCalled(before));
    for (const name of /** @type {const} */ (["lastTrickUntil", "fallenUntil"])) {
      const end = now[name];
      if (end !== null && end !== before[name]) setTimeout(() => this.store.state[name] === end && this.store.set({ [name]: null }), end - performance.now());
    }
  }

  /** @param {import("../store.js").State} now @param {import("../store.js").State} before */
  tell(now, before) {
    const told = new Set(before.log.map((line) => line.n));
    now.log.filter((line) => !told.has(line.n) && !UNSPOKEN.test(line.code)).forEach((line) => polite(line.text));
  }

  /** Play at the pace of the settings from now on, where all others are bots. */
  paced() {
    const { welcome, parts: { people = [] } } = this.store.state, { speed, bots } = prefs, seat = mySeat(this.store.state);
    const isAlone = seat !== null && people.every((one) => one.seat === seat || one.control === "bot");
    if (!isAlone || welcome?.house.speed === speed && welcome.house.bots === bots) return;
    this.line.command({ t: "pace", speed, bots });
    this.store.set({ welcome: { ...welcome, house: { ...welcome?.house, speed, bots } } });
  }

  // --- The keyboard ---

  deeds() {
    const { act, store } = this;
    const speak = (name) => () => polite(this.drawn?.speak[name] || t("ui.nothing"));
    return {
      hint: () => act.hint(), why: () => act.why(), help: () => act.open("help"), play: () => act.play(), clear: () => act.escape(),
      score: speak("score"), table: speak("table"), bids: speak("bids"),
      last: () => { act.last(); speak("last")(); },
      claim: () => store.state.parts.can?.claim && act.open("claim"),
      say: () => { act.tab(store.state.tab === "log" ? "log" : "why"); setTimeout(() => document.getElementById("say")?.focus()); },
    };
  }

  // --- What is shown ---

  /** Whether something is counting down. */
  ticking() {
    const { parts, line } = this.store.state;
    return line !== "open" || Boolean(parts.proposal || parts.clock || parts.life?.until || parts.people?.some((one) => one.covers_at || freesIn(this.store.state, one) !== null));
  }

  /** Draw once, when all that changes now has changed. */
  soon() {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => { this.isDue = false; if (this.root.isConnected && has("ui.title")) this.show(); });
  }

  show() {
    const { state } = this.store;
    const within = document.activeElement?.closest("[data-roving]")?.id;
    guard(closing(state) && (() => this.store.set(closing(this.store.state) ?? {})));
    this.motion.drawn(state.v && state.v + Number(state.fallenUntil === null) / 2, () => render(this.root, this.page(state)));
    tidyRoving(this.root);
    if (within && document.activeElement === document.body) /** @type {HTMLElement|null} */ (document.querySelector(`#${within} [tabindex="0"]`))?.focus();
    cue(isCalled(state), `${isCalled(state) ? `● ${t("ui.your-turn")} – ` : ""}${t("ui.table-title", { code: this.code })}`);
  }

  /** @param {import("../store.js").State} state */
  page(state) {
    if (state.line === "closed") return state.closed === 4402 ? lobby(state, this.act) : closed(state);
    if (!this.draw || !state.v) return h("main", { class: "notice", key: "wait" }, h("h1", { class: "sr" }, t("ui.title")), h("p", null, t("ui.connecting")));
    const { stage = "playing" } = state.parts.life ?? {};
    const isPlain = stage === "made" || stage === "ready" || stage === "broken";
    this.drawn = isPlain ? null : this.draw(state, this.act);
    return [h("main", { key: "table", class: `table ${state.welcome?.kind} at-${stage} ${this.drawn?.picks ? "picking" : ""} ${mySeat(state) === null ? "watching" : ""} ${this.drawn?.hand || !isPlain && mySeat(state) !== null ? "" : "bare"}`, "data-v": state.v }, this.regions(state, this.drawn)), this.dialog(state)];
  }

  /** @param {import("../store.js").State} state @param {Drawn|null} drawn */
  regions(state, drawn) {
    const { act } = this;
    const isOver = this.hasEnd && Boolean(ending(state)) && state.lastTrickUntil === null && !state.isLastShown;
    if (drawn?.moveName) act.moveName = drawn.moveName;
    return [
      h("header", { key: "head", class: "head", "aria-label": t("ui.head") }, head(state, act, drawn)),
      h("section", { key: "board", class: "board-region", tabindex: 0, "aria-label": t("ui.table") },
        state.line !== "open" && h("p", { class: "line-note", role: "status" }, t("ui.reconnecting")),
        drawn ? [isOver ? over(state, act, drawn) : drawn.board] : lobby(state, act)),
      (drawn || state.parts.proposal) && h("section", { key: "ask", class: isOver ? "ask-region rest" : "ask-region", "aria-label": t("ui.ask") }, asked(state, act, drawn)),
      drawn?.hand && !(isOver && mySeat(state) !== null) && h("section", { key: "hand", class: "hand-region", "aria-label": t("ui.hand") }, drawn.hand),
      drawn?.picks && !isOver && h("section", { key: "picks", class: "picks-region", "aria-label": t("ui.choices") }, drawn.picks),
      drawn && mySeat(state) !== null && !isOver && h("section", { key: "bar", class: "bar-region", "aria-label": t("ui.actions") }, drawn.bar ?? actions(state, act, drawn)),
      panel(state, act),
    ];
  }

  /** @param {import("../store.js").State} state */
  dialog(state) {
    const { act } = this, menus = later("menu", () => import("../parts/menu.js"), act);
    if (!state.dialog || !menus) return null;
    const close = () => state.dialog === this.store.state.dialog && this.store.set({ dialog: "" });
    const changed = () => { this.paced(); loadWords().then(() => { this.line.send({ t: "lang", lang: language() }); this.soon(); }); };
    const bodies = { menu: () => menus.menu(state, act, () => go(`${window.site}/`), this.drawn?.menu), settings: () => menus.settings(changed), help: () => menus.help(act, () => this.soon()), rules: () => menus.played(state),
      score: () => [this.drawn?.rules, menus.houseRules(state, act)], sit: () => menus.askName(act), device: () => menus.shareSeat(state, act) };
    const body = bodies[state.dialog] ?? (() => menus.sure(state.dialog, act));
    return dialog({ key: state.dialog, title: t(`ui.dialog.${state.dialog}`), onClose: close }, body());
  }
}

/** @param {import("../store.js").State} state @param {Acts} act @param {Drawn|null} drawn */
function head(state, act, drawn) {
  return [
    h("button", { key: "menu", type: "button", class: "quiet-button", "aria-label": t("ui.menu"), "aria-haspopup": "dialog", onclick: () => act.open("menu") }, icon("menu")),
    h("h1", { key: "title", class: "sr" }, t("ui.table-title", { code: state.code })),
    h(drawn?.rules ? "button" : "div", { key: "score", class: "head-score", ...drawn?.rules && { type: "button", onclick: () => act.open("score") } }, drawn ? drawn.score : h("span", { class: "code" }, state.code)),
    taughtBy(state) && h("button", { key: "rules", type: "button", class: "quiet-button", "aria-label": t("ui.menu.rules"), onclick: () => act.open("rules") }, h("b", { "aria-hidden": "true" }, "?")),
    h("button", { key: "panel", type: "button", class: "quiet-button open-panel", "aria-expanded": state.isPanelOpen, "aria-label": t("ui.panel"), onclick: () => act.panel(!state.isPanelOpen) }, icon("panel"), state.unread > 0 && h("span", { class: "count" }, state.unread)),
  ];
}
