/** The story of the table, line by line, and what people say to each other. */

import { h } from "../dom.js";
import { sentence } from "./card.js";
import { isChat } from "../store.js";
import { t } from "../words.js";

/** Lines that anybody may say in any language, by their numbers. */
const FIXED = 10;
const CHAT_MOST = 300;
/** The line that ends a trick: below it begins the next. */
const TAKEN = /\.takes$/;

/** What happened. @param {import("../store.js").State} state */
export const log = (state) => scroller("log", state.log.filter((line) => !isChat(line)));

/** What was said, and a line to say something. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function chat(state, act) {
  const lines = state.log.filter(isChat);
  const isOpen = state.parts.can?.chat !== false;
  return [
    scroller("chat", lines),
    h("div", { key: "fixed", class: "fixed-phrases" }, Array.from({ length: FIXED }, (_, n) => h("button", {
      key: n, type: "button", class: "chip", onclick: () => act.tell({ t: "phrase", n }),
    }, t(`ui.phrase.${n}`))), lines.length > 0 && h("button", { key: "report", type: "button", class: "chip quiet", onclick: () => act.tell({ t: "report" }) }, t("ui.report"))),
    isOpen && h("form", { key: "say", class: "line-form", onsubmit: (event) => sayIt(event, act) },
      h("input", { name: "text", maxlength: CHAT_MOST, autocomplete: "off", "aria-label": t("ui.chat-say"), placeholder: t("ui.chat-say") }),
      h("button", { type: "submit" }, t("ui.send"))),
  ];
}

/** @param {any} event of the form. @param {import("../acts.js").Acts} act */
function sayIt(event, act) {
  event.preventDefault();
  const field = event.target.elements.namedItem("text");
  if (field.value.trim()) act.tell({ t: "say", text: field.value.trim() });
  field.value = "";
}

/** A list that keeps to its end while its end is looked at. @param {"log"|"chat"} key @param {import("../store.js").Told[]} lines */
function scroller(key, lines) {
  return h("ol", { key, class: `lines ${key}`, tabindex: 0, role: "list", "aria-label": t(`ui.${key}`), ref: keepToEnd },
    lines.length ? lines.map(item) : h("li", { class: "quiet" }, t(`ui.${key}-empty`)));
}

/** @param {HTMLElement} list */
function keepToEnd(list) {
  const count = list.childElementCount;
  if (list.dataset.count === String(count)) return;
  const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < 120 || !list.dataset.count;
  list.dataset.count = String(count);
  if (isNear) list.scrollTop = list.scrollHeight;
}

/** @type {WeakMap<import("../store.js").Told, any>} Lines once described: the renderer passes over them. */
const items = new WeakMap();

/** @param {import("../store.js").Told} line */
function item(line) {
  const kept = items.get(line) ?? h("li", { key: line.n, class: TAKEN.test(line.code) ? "taken" : null, dir: "auto" }, isChat(line) ? line.text : sentence(line.text));
  items.set(line, kept);
  return kept;
}
