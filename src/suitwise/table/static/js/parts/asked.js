/** What is asked of a person, what is ruled, refused or proposed, and the buttons below the hand. */

import { h } from "../dom.js";
import { prefs, setPrefs } from "../prefs.js";
import { canQueue, isMyTurn, mySeat, nameOf } from "../store.js";
import { has, listed, t } from "../words.js";
import { sentence } from "./card.js";
import { icon } from "./dialogs.js";
import { meets } from "./panel.js";
import { ready, secondsTo } from "./seats.js";

/** @typedef {import("../pages/table.js").Drawn} Drawn */
/** @typedef {import("../acts.js").Acts} Acts */

/** What is asked, ruled, refused, proposed: always in the same place. @param {import("../store.js").State} state @param {Acts} act @param {Drawn|null} drawn */
export function asked(state, act, drawn) {
  const { proposal } = state.parts;
  if (proposal && !proposal.yes.includes(mySeat(state)) && !proposal.no.includes(mySeat(state))) return proposed(state, proposal, act);
  const { text, tone, moves } = said(state, drawn?.ask);
  const isPaused = state.parts.life?.stage === "paused";
  return [h("p", { key: text, class: `ask ${tone}` }, sentence(text)), isPaused ? ready(state, act) : !drawn?.drawsMoves && meets(moves, act), sits(state, act)];
}

/** Open seats, for who looks on. @param {import("../store.js").State} state @param {Acts} act */
function sits(state, act) {
  const open = mySeat(state) === null ? state.parts.can?.sit ?? [] : [];
  return open.length > 0 && h("p", { key: "sit", class: "meets" }, open.map((seat) => h("button", {
    key: seat, type: "button", class: "chip", onclick: () => act.sitDown(seat),
  }, `${t("ui.sit")}: ${nameOf(state, seat)}`)));
}

/** @param {import("../store.js").State} state @param {string} [own] @returns {{text: string, tone: string, moves?: string[]}} */
function said(state, own) {
  const { no, asked, ruling, hint, parts, pending, failed, isThinking } = state;
  if (no) return { text: no.text, tone: "refused", moves: no.meets };
  if (ruling && !ruling.legal && ruling.note && !asked?.play) return { text: ruling.note, tone: "", moves: ruling.meets };
  if (ruling && !ruling.legal) return { text: ruling.text ?? "", tone: "refused", moves: ruling.meets };
  if (pending) return { text: t("ui.sending"), tone: "" };
  if (state.queued) return { text: t("ui.queue.on"), tone: "" };
  if (parts.life?.stage === "paused") return { text: parts.life.reason ?? t("ui.paused"), tone: "" };
  if (isThinking) return { text: t("ui.thinking"), tone: "" };
  if (hint && !ruling?.twice) return { text: hint.text, tone: "hinted", moves: [hint.move] };
  if (ruling?.note) return { text: ruling.note, tone: ruling.twice ? "refused" : "" };
  if (failed) return { text: failed, tone: "refused" };
  if (parts.proposal) return { text: answered(state, parts.proposal), tone: "" };
  const guide = guideOf(state);
  if (guide) return { text: guide, tone: "mine" };
  if (own !== undefined) return { text: own, tone: "" };
  if (isMyTurn(state)) return { text: parts.ask.text || t("ui.your-turn"), tone: "mine" };
  return { text: waiting(state), tone: "" };
}

/** What guidance a seat has in a phase, by its key. @param {import("../store.js").State} state */
const guideKey = ({ welcome, parts }) => `${welcome?.kind}.${parts.head?.phase}`;

/** How this phase is played, for whoever has not done so on this device; else "". @param {import("../store.js").State} state @returns {string} */
function guideOf(state) {
  const key = guideKey(state), { bar } = state.parts;
  const mayAct = bar ? bar.drawn < bar.of && bar.options.some((/** @type {any} */ { can }) => can) : isMyTurn(state);
  const isDue = mySeat(state) !== null && mayAct && state.parts.ask?.n_moves !== 1 && has(`ui.guide.${key}`) && !prefs.guided.includes(key);
  return isDue ? t(`ui.guide.${key}`, { n: state.parts.ask?.size ?? "", ask: state.parts.ask?.text ?? "" }) : "";
}

/** Give no more guidance for a phase where what it tells has been done now: a move is sent, or a bid is meant. @param {import("../store.js").State} now @param {import("../store.js").State} before */
export function guided(now, before) {
  const isDone = now.pending && !before.pending || now.parts.bar?.intent && !before.parts.bar?.intent, key = guideKey(before);
  if (isDone && !prefs.guided.includes(key)) setPrefs({ guided: [...prefs.guided, key] });
}

/** Whom the table waits for. @param {import("../store.js").State} state */
function waiting(state) {
  const { turn } = state.parts.head, isWaited = typeof turn === "number" && turn !== mySeat(state);
  const waits = isWaited ? t("ui.waiting-for", { name: nameOf(state, turn) }) : "";
  const isLate = state.welcome?.house?.watch === "delayed";
  const isDark = isLate && state.parts.life?.stage !== "over" && !state.parts.seats.some(({ held }) => held?.length);
  return mySeat(state) === null ? `${t(state.lost ? "ui.seat-lost" : isDark ? "ui.watching-first" : isLate ? "ui.watching-late" : "ui.watching")} ${waits}` : waits;
}

/** What is proposed, and who has not answered yet. @param {import("../store.js").State} state @param {any} proposal */
function answered(state, proposal) {
  const waits = state.parts.people.filter((one) => one.control === "human" && !proposal.yes.includes(one.seat));
  return t("ui.proposal-waits", { what: proposal.text, names: listed(waits.map((one) => nameOf(state, one.seat))) });
}

/** @param {import("../store.js").State} state @param {any} proposal @param {Acts} act */
function proposed(state, proposal, act) {
  const answer = (/** @type {string} */ word, /** @type {boolean} */ yes) => h("button", { key: word, type: "button", class: "chip", onclick: () => act.tell({ t: "answer", k: proposal.k, yes }) }, t(`ui.${word}`));
  return [
    h("p", { key: "text", class: "ask mine" }, t("ui.proposes", { name: nameOf(state, proposal.by), what: proposal.text }), " ", h("span", { class: "quiet" }, t("ui.seconds", { s: secondsTo(state, proposal.until) }))),
    mySeat(state) !== null && h("p", { key: "meets", class: "meets" }, answer("yes", true), answer("no", false)),
  ];
}

/** The buttons below the hand; Play is an outline alone where what is chosen may not be played as it is. @param {import("../store.js").State} state @param {Acts} act @param {Drawn} drawn */
export function actions(state, act, drawn) {
  const { can = {} } = state.parts;
  const isAhead = canQueue(state) && state.chosen.length > 0;
  const isReady = isAhead || isMyTurn(state) && Boolean(act.chosenText()) && !state.pending;
  const isAstray = isReady && !isAhead && (drawn.isShort || state.ruling?.legal === false);
  const label = isAhead ? t("ui.queue") : drawn.playLabel;
  const button = (name, isOn, call, sign = null) => h("button", { key: name, type: "button", "aria-disabled": !isOn, onclick: () => isOn && call() }, sign, t(`ui.do.${name}`));
  return h("div", { class: "actions" },
    h("button", { key: "play", type: "button", class: isAstray ? "play astray" : "play", "aria-disabled": !isReady, "aria-busy": Boolean(state.pending) || null, "aria-pressed": isAhead ? Boolean(state.queued) : null, onclick: () => act.play() }, h("span", { key: label }, sentence(label))),
    button("hint", Boolean(can.hint), () => act.hint(), icon("hint")), button("why", true, () => act.why(), icon("why")),
    drawn.claim ? button("claim", Boolean(can.claim), () => act.open("claim")) : drawn.claimMove && !act.chosenText() ? button("claim", true, () => act.pick(drawn.claimMove ?? "")) : button("clear", Boolean(act.chosenText()), () => act.clear()));
}
