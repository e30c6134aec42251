/** The rules of the table itself, beside those of its game. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** What each may be, the first by default. */
const HOUSE = { hints: ["all", "practice", "none"], watch: ["public", "no", "delayed"], claims: ["refuse", "penalty"] };
const FLAGS = { chat: true, practice: false };
/** Seconds: by default, and the fewest. */
const NUMBERS = { grace_s: [30, 1], clock_s: [0, 0], bank_s: [0, 0] };

/** The rules of the table; what a false claim costs where a game has claims. @param {any} game */
export function houseRules(game) {
  const row = (name, input) => h("div", { key: name, class: "rule" }, h("label", { class: "rule-text", for: `f-h-${name}` }, h("b", null, t(`ui.house.${name}`))), input);
  const shared = (name) => ({ id: `f-h-${name}`, name: `h-${name}` });
  return h("div", { class: "rule-list" },
    Object.keys(HOUSE).filter((name) => name !== "claims" || game.claims).map((name) => row(name, h("select", shared(name), HOUSE[name].map((value) => h("option", { key: value, value }, t(`ui.house.${name}.${value}`)))))),
    Object.keys(FLAGS).map((name) => row(name, h("input", { ...shared(name), type: "checkbox", role: "switch", class: "switch", ref: once((node) => { node.checked = FLAGS[name]; }) }))),
    Object.keys(NUMBERS).map((name) => row(name, h("input", { ...shared(name), class: "rule-input", type: "number", min: NUMBERS[name][1], max: 3600, ref: once((node) => { node.value = NUMBERS[name][0]; }) }))));
}

/** Call with an element when it is made, not at each drawing: what people enter stays. @param {(node: any) => void} call */
function once(call) {
  return (node) => {
    if (node.dataset.made) return;
    node.dataset.made = "1";
    call(node);
  };
}

/** What stands there now. @param {ParentNode} root */
export function tableHouse(root) {
  const input = (name) => /** @type {HTMLInputElement|null} */ (root.querySelector(`[name="h-${name}"]`));
  const read = (names, call) => names.filter(input).map((name) => [name, call(input(name))]);
  return Object.fromEntries([...read(Object.keys(HOUSE), ({ value }) => value), ...read(Object.keys(FLAGS), ({ checked }) => checked), ...read(Object.keys(NUMBERS), ({ value }) => Number(value))]);
}
