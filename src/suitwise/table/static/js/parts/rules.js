/**
 * House rules as switches and choices: what there is to set, the presets and all values come from the server.
 * @typedef {{name: string, group: string, kind: "flag"|"choice"|"seat"|"players"|"levels"|"number"|"text", choices: string[], text?: string, where?: Object<string, string[]>[]}} Rule
 * @typedef {{name: string, values: Object<string, string>, bases: Object<string, string>, own?: Object<string, Object<string, string>>, variant: string}} Preset
 * @typedef {{rules: Rule[], presets: Preset[], defaults: Object<string, string>, bases: Object<string, string>}} Form
 * @typedef {{preset: string, changes: Object<string, string>}} House  a preset, and the rules in which one's own house is another.
 */

import { h } from "../dom.js";
import { named, t } from "../words.js";
import { select } from "./dialogs.js";

/** How long a choice's words may be together to lie beside one another. */
const SHORT = 14;

/** The preset of a house; of a game whose presets have changed the first. @param {Form} form @param {House} house @returns {Preset} */
function presetOf(form, house) {
  return form.presets.find((one) => one.name === house.preset) ?? form.presets[0];
}

/** The values of all rules of a house. @param {Form} form @param {House} house @returns {Object<string, string>} */
export function valuesOf(form, house) {
  return { ...presetOf(form, house).values, ...changesOf(form, house) };
}

/** Whether a rule has a meaning in a house: others of its rules may decide. @param {Rule} rule @param {Object<string, string>} values */
const hasMeaning = ({ where = [] }, values) => !where.length || where.some((one) => Object.entries(one).every(([name, these]) => these.includes(values[name])));

/** Of some values those that a house offers; one of a rule without meaning in it is none. @param {Form} form @param {Object<string, string>} some @param {Object<string, string>} values of all rules. */
const offered = (form, some, values) => Object.fromEntries(Object.entries(some).filter(([name, value]) => form.rules.some((rule) => rule.name === name && hasMeaning(rule, values)
  && (!rule.where?.length || rule.kind === "levels" || rule.choices.includes(value)))));

/** In what a house is another than its preset. @param {Form} form @param {House} house @returns {Object<string, string>} */
function changesOf(form, house) {
  const { values } = presetOf(form, house);
  const changes = Object.fromEntries(Object.entries(house.changes).filter(([name, value]) => name in values && values[name] !== value));
  return offered(form, changes, { ...values, ...changes });
}

/**
 * The text of a variant: `tractor(profile=standard(penalty=20),match=deal)`. A rule with a dot in its name is a
 * switch within the option before the dot, whose value begins with a name of its own.
 * @param {string} game @param {Form} form @param {House} house @returns {string}
 */
export function variantOf(game, form, house) {
  const preset = presetOf(form, house), all = valuesOf(form, house), values = offered(form, all, all);
  const own = Object.entries(preset.own ?? {}).flatMap(([option, switches]) => Object.keys(switches).map((name) => `${option}.${name}`));
  const set = [...new Set([...own, ...Object.keys(changesOf(form, house))])].filter((name) => name in values);
  const within = (option) => set.filter((name) => name.startsWith(`${option}.`)).map((name) => `${name.slice(option.length + 1)}=${values[name]}`);
  const nested = Object.entries(preset.bases).map(([option, base]) => [option, within(option).length ? `${base}(${within(option).join(",")})` : base]).filter(([option, text]) => text !== form.bases[option]);
  const plain = Object.entries(values).filter(([name, value]) => !name.includes(".") && value !== form.defaults[name]);
  const options = [...nested, ...plain].map(([option, text]) => `${option}=${text}`);
  return options.length ? `${game}(${options.join(",")})` : game;
}

/** What a preset is called. @param {string} game @param {string} name */
export const presetName = (game, name) => named(`ui.preset.${game}.${name}`, t("ui.preset.usual"));

/** The options that a text names: the name of each, its value, and the options of that. @param {string} text @returns {string[][]} */
export function optionsIn(text) {
  return [...text.matchAll(/(\w+)=([^,()]*)(?:\(([^)]*)\))?/g)].map(([, name, value, within = ""]) => [name, value, within]);
}

/** The house of a table in words: the preset that its variant comes nearest to. @param {any} game as the server tells of it. @param {string} variant */
export function houseWords(game, variant) {
  if (!game) return "";
  const options = (text) => optionsIn(text).flatMap(([name, value, within]) => [`${name}=${value}`, ...optionsIn(within).map(([inner, own]) => `${name}.${inner}=${own}`)]);
  const own = options(variant);
  const [[preset, n]] = game.house.presets.map((one) => [one, own.filter((option) => !options(one.variant).includes(option)).length]).sort((one, other) => one[1] - other[1]);
  const name = presetName(game.name, preset.name);
  return n ? t(n === 1 ? "ui.preset.changed-one" : "ui.preset.changed", { name, n }) : name;
}

/** What a game's rule is called. @param {string} game @param {string} name */
export const ruleName = (game, name) => named(`ui.option.${game}.${name}`, named(`ui.option.${name}`, name));

/** The presets, one of them chosen. @param {string} game @param {Form} form @param {House} house @param {(house: House) => void} set */
export function presets(game, form, house, set) {
  const chosen = presetOf(form, house).name, n = Object.keys(changesOf(form, house)).length;
  return h("div", { key: "presets", class: "presets", role: "radiogroup", "aria-label": t("ui.house-rules") }, form.presets.map(({ name }) => h("label", { key: name, class: "preset" },
    h("input", { type: "radio", name: "preset", value: name, checked: name === chosen, onchange: () => set({ preset: name, changes: {} }) }),
    h("span", null, h("b", null, presetName(game, name)),
      h("small", null, name === chosen && n ? t(n === 1 ? "ui.preset.own-one" : "ui.preset.own", { n }) : named(`ui.preset-line.${game}.${name}`, ""))))));
}

/** All rules in their groups. @param {any} game as the server tells of it. @param {House} house @param {(house: House) => void} set */
export function rules({ name: game, house: form, names }, house, set) {
  const values = valuesOf(form, house), usual = presetOf(form, house).values;
  const groups = [...new Set(form.rules.map((rule) => rule.group))];
  const change = (rule, value) => set({ preset: presetOf(form, house).name, changes: { ...house.changes, [rule.name]: value } });
  return groups.map((group) => h("section", { key: group, class: "rule-group", "aria-labelledby": `g-${group}` }, h("h2", { id: `g-${group}` }, t(`ui.group.${group}`)),
    h("ul", { role: "list", class: "rule-list" }, form.rules.filter((rule) => rule.group === group && hasMeaning(rule, values)).map((rule) => {
      const says = (value) => valueName(game, rule, value, names);
      const line = named(`ui.line.${game}.${rule.name}`, named(`ui.line.${rule.name}`, rule.text ?? ""));
      const isOwn = values[rule.name] !== usual[rule.name];
      return h("li", { key: rule.name, class: "rule" },
        h("span", { class: "rule-text" }, h("b", { id: `r-${rule.name}` }, ruleName(game, rule.name)),
          h("small", { id: `l-${rule.name}` }, isOwn ? [h("b", null, t("ui.yours")), " ", t("ui.usually", { value: says(usual[rule.name]) })] : line)),
        control(rule, values[rule.name], says, (value) => change(rule, value)));
    }))));
}

/** What a value of a rule is called; a seat by who sits there against bots. @param {string} game @param {Rule} rule @param {string} value @param {string[]} names of the seats' bots. */
export function valueName(game, rule, value, names) {
  if (rule.kind === "seat") return value === "-1" ? t(`ui.value.${rule.name}.none`) : value === "0" ? t("ui.you") : names[Number(value)];
  if (rule.kind === "levels") return [...value].join(" · ");
  const last = rule.name.split(".").at(-1);
  return [`${game}.${last}.${value}`, `${last}.${value}`, value].reduceRight((otherwise, key) => named(`ui.value.${key}`, otherwise), value || t("ui.value.none"));
}

/** @param {Rule} rule @param {string} value @param {(value: string) => string} says @param {(value: string) => void} set */
function control(rule, value, says, set) {
  const own = { id: `f-${rule.name}`, "aria-labelledby": `r-${rule.name}`, "aria-describedby": `l-${rule.name}` };
  if (rule.kind === "flag") return h("input", { ...own, type: "checkbox", role: "switch", class: "switch", checked: value === "yes", onchange: (event) => set(event.target.checked ? "yes" : "no") });
  if (rule.kind === "levels") return h("span", { class: "levels", role: "group", ...own }, [0, 1].map((side) => levelOf(rule, value, side, set)));
  if (rule.kind === "number" || rule.kind === "text") return h("input", { ...own, class: "rule-input", inputmode: rule.kind === "number" ? "numeric" : null, value, onchange: (event) => set(event.target.value.trim()) });
  const choices = rule.choices.includes(value) ? rule.choices : [...rule.choices, value];
  if (choices.map(says).join("").length > SHORT) return select(own, choices.map((one) => [one, says(one)]), value, set);
  return h("span", { class: "segments", role: "radiogroup", ...own }, choices.map((one) => h("label", { key: one },
    h("input", { type: "radio", name: `f-${rule.name}`, value: one, checked: one === value, onchange: () => set(one) }), h("span", null, says(one)))));
}

/** One of the two pickers of levels. @param {Rule} rule @param {string} value @param {number} side @param {(value: string) => void} set */
function levelOf(rule, value, side, set) {
  const own = { key: side, id: `f-${rule.name}-${side}`, "aria-label": t(`ui.level-of.${side}`) };
  return select(own, rule.choices.map((rank) => [rank, named(`ui.rank-sign.${rank}`, rank)]), value[side], (rank) => set(side ? value[0] + rank : rank + value[1]));
}
