/** The rules that a table plays by, in words; the text by which a command line knows them stands below, small, to copy. And by what its cards are dealt. */

import { assertive } from "../announce.js";
import { h } from "../dom.js";
import { gameOf, mySeat } from "../store.js";
import { named, t } from "../words.js";
import { copier, save } from "./copying.js";
import { games } from "./games.js";
import { recordOf } from "./opening.js";
import { houseWords, optionsIn, presetName, ruleName, valueName } from "./rules.js";

/** Options that are a seat and that no house rule tells of. */
const SEATS = ["leader", "seat"];

/** The games with their houses, by which a variant is named. @type {any[]} */
const known = await games().catch(() => []);

/** @param {import("../store.js").State} state */
export function house({ welcome, code }) {
  if (!welcome) return null;
  const name = gameOf(welcome.variant);
  const game = known.find((one) => one.name === name);
  return h("section", { key: "house" }, h("h3", null, t("ui.house-of", { game: named(`ui.game.${name}`, name), code })),
    h("p", { key: "words" }, houseWords(game, welcome.variant)),
    h("dl", { class: "rules" }, rulesOf(name, game, welcome.variant).concat(tableRules(welcome.house)).map(([rule, value]) => [
      h("dt", { key: `${rule}-name` }, rule), h("dd", { key: rule }, value)])),
    h("p", { key: "text", class: "line-form small" }, h("input", { id: "house-text", readonly: true, "aria-label": t("ui.to-copy"), value: welcome.variant, onfocus: (event) => event.target.select() }), copier("house-text", t("ui.to-copy"))));
}

/** By what the cards are dealt, for whoever wants to check it, and the record to check it with. @param {import("../store.js").State} state */
export function fairness(state) {
  const { commit, opened = [] } = state.parts.proof ?? {};
  if (!commit) return null;
  const canSave = opened.length > 0 && mySeat(state) !== null;
  return h("section", { key: "fair" }, h("h3", null, t("ui.fair")), h("p", { class: "quiet" }, t("ui.fair-text")),
    h("dl", null, h("dt", { key: "hash" }, t("ui.fair-hash")), h("dd", { key: "commit" }, commit), opened.map(({ deal, key }) => [
      h("dt", { key: `${deal}-name` }, t("ui.fair-key", { n: deal + 1 })),
      h("dd", { key: deal }, key, canSave && opened.length > 1 && h("button", { type: "button", class: "chip", onclick: () => saveRecord(state.code, deal + 1) }, t("ui.save-deal", { n: deal + 1 })))])),
    canSave && h("button", { key: "save", type: "button", onclick: () => saveRecord(state.code, null) }, t("ui.save-record")));
}

/** Save the record of the deals that are over, or that of one. @param {string} code @param {number|null} deal counted from 1. */
async function saveRecord(code, deal) {
  const text = await recordOf(code, deal);
  if (text) save(text, `${code}${deal ? `-${deal}` : ""}.json`);
  else assertive(t("ui.not-saved"));
}

/** The rules of the game with their values, in words; a house is named, and in what it is another follows it; a seat by its number here. @param {string} name @param {any} game @param {string} variant @returns {string[][]} */
function rulesOf(name, game, variant) {
  const valueOf = (/** @type {string} */ option, /** @type {string} */ value) => {
    const rule = game?.house.rules.find(({ name: one }) => one === option) ?? { name: option };
    const isSeat = value !== "-1" && (rule.kind === "seat" || SEATS.includes(option));
    return isSeat ? t("ui.seat", { n: Number(value) + 1 }) : valueName(name, rule, value, []);
  };
  return optionsIn(variant.slice(name.length)).flatMap(([option, value, within]) => {
    const isHouse = option in (game?.house.bases ?? {});
    return [[ruleName(name, option), isHouse ? presetName(name, value) : valueOf(option, value)],
      ...optionsIn(within).map(([inner, own]) => [ruleName(name, `${option}.${inner}`), valueOf(`${option}.${inner}`, own)])];
  });
}

/** What the rules of a table itself are, in words. @param {Object<string, any>} rules @returns {string[][]} */
function tableRules(rules) {
  const valueOf = (name, value) => (typeof value === "boolean" ? t(value ? "ui.value.yes" : "ui.value.no") : named(`ui.house.${name}.${value}`, String(value)));
  return Object.entries(rules).filter(([, value]) => value !== "").map(([name, value]) => [named(`ui.house.${name}`, name), valueOf(name, value)]);
}
