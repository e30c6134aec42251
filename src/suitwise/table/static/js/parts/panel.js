/** The panel beside the table, on a phone before it: why, the log, the chat; and the say-line. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { cardsIn, isPanelSeen, mySeat } from "../store.js";
import { named, t } from "../words.js";
import { prints, sentence, spoken } from "./card.js";
import { icon } from "./dialogs.js";
import { chat, log } from "./log.js";

const TABS = /** @type {const} */ (["why", "log", "chat"]);

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function panel(state, act) {
  const isHidden = state.tab === "log" && !isPanelSeen(state); // hundreds of lines, and more that nobody sees
  return h("aside", { class: `panel ${state.isPanelOpen ? "open" : ""}`, "aria-label": t("ui.panel") }, !isHidden && [
    h("div", { class: "tab-row" },
      h("div", { class: "tabs", role: "tablist", "aria-label": t("ui.panel"), "data-roving": "", onkeydown: rove }, TABS.map((name) => tab(state, act, name))),
      h("button", { type: "button", class: "quiet-button close-panel", "aria-label": t("ui.close"), onclick: () => act.panel(false) }, icon("close"))),
    h("div", { class: "tab-panel", id: "tab-panel", role: "tabpanel", "aria-labelledby": `tab-${state.tab}` }, content(state, act)),
    state.tab !== "chat" && mySeat(state) !== null && sayLine(state, act)]);
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {"why"|"log"|"chat"} name */
function tab(state, act, name) {
  const isChosen = state.tab === name;
  const count = name === "chat" && state.unread ? ` ${state.unread}` : "";
  return h("button", {
    key: name, id: `tab-${name}`, type: "button", role: "tab", "aria-selected": isChosen, "aria-controls": "tab-panel",
    tabindex: isChosen ? 0 : -1, "data-rove": "", onclick: () => act.tab(name), onfocus: () => isChosen || act.tab(name),
  }, t(`ui.tab.${name}`), count && h("span", { class: "count" }, count));
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function content(state, act) {
  if (state.tab === "log") return log(state);
  if (state.tab === "chat") return chat(state, act);
  const told = [ruling(state, act), hint(state, act), why(state)], nothing = !told.some(Boolean) && h("p", { class: "quiet" }, idle(state.welcome));
  return h("div", { class: "why", tabindex: 0, role: "region", "aria-label": t("ui.tab.why") }, told, mySeat(state) === null ? reasons(state, act) : nothing);
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function ruling(state, act) {
  const said = state.ruling?.legal === false ? state.ruling : state.no;
  if (!said?.text) return null;
  return h("section", { key: "ruling" }, h("h2", null, t("ui.ruling")), h("p", null, sentence(said.text)), said.note && h("p", null, sentence(said.note)), meets(said.meets, act));
}

/** Moves that would do, as buttons that choose them. @param {string[]|undefined} moves @param {import("../acts.js").Acts} act */
export function meets(moves, act) {
  if (!moves?.length || moves[0] === act.chosenText()) return null;
  if (moves[0] === act.state.parts.ask?.moves?.join() && !cardsIn(moves[0]).length) return null; // the only move: its own button is gold
  return h("p", { class: "meets" }, moves.map((move) => h("button", {
    key: move, type: "button", class: "chip", onclick: () => choose(move, act),
  }, sentence(t("ui.choose-these", { cards: act.moveName(move) })))));
}

/** Take a move that was offered, so that it is one step more to play it. @param {string} move @param {import("../acts.js").Acts} act */
export function choose(move, act) {
  act.take(move);
  /** @type {HTMLElement|null} */ (document.querySelector(".actions .play"))?.focus();
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function hint(state, act) {
  if (state.isThinking) return h("section", { key: "hint" }, h("h2", null, t("ui.hint")), h("p", { class: "quiet" }, t("ui.thinking")));
  if (!state.hint) return null;
  return h("section", { key: "hint" }, h("h2", null, t("ui.hint")), h("p", null, sentence(state.hint.text)), state.hint.figure && h("p", { class: "quiet" }, sentence(state.hint.figure)), meets([state.hint.move], act));
}

/** @param {import("../store.js").State} state */
function why({ why: said, welcome }) {
  if (!said) return null;
  return h("section", { key: "why" }, h("h2", null, t("ui.tab.why")), said.isOld && h("p", { key: "old", class: "quiet" }, t("ui.why-old")), (said.text.length ? said.text : [idle(welcome)]).map((line) => h("p", { key: line }, sentence(line))), said.svg && drawing(said));
}

/** @param {{text: string[], svg: string|null}} said */
function drawing({ text, svg }) {
  return h("img", { class: "drawing", alt: spoken(text.join(" ")), src: `data:image/svg+xml,${encodeURIComponent(prints.now.svg(svg ?? ""))}` });
}

/** Who looks on has no buttons below a hand: the reasons are asked for here. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function reasons({ why: told }, act) {
  return h("section", { key: "reasons" }, !told && h("p", { class: "quiet" }, t("ui.why-watching")), h("button", { type: "button", onclick: () => act.why() }, t("ui.do.why")));
}

/** What can be asked for here, as the game has it. @param {any} welcome */
const idle = (welcome) => named(`ui.why-empty.${welcome?.kind}`, t("ui.why-empty"));

/** A line that takes any move as text. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function sayLine({ said, welcome }, act) {
  return h("form", { class: "line-form say-line", onsubmit: (event) => { event.preventDefault(); act.say(said); } },
    h("input", {
      id: "say", value: said, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
      "aria-label": t("ui.say"), placeholder: named(`ui.say-hint.${welcome?.kind}`, t("ui.say-hint")), oninput: (event) => act.store.set({ said: event.target.value }),
    }),
    h("button", { type: "submit" }, t("ui.say-go")));
}
