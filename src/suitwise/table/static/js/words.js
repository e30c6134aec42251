/** The words of the page in the language chosen: `t("ui.play", {n: 3})`. Templates come from the server. */

import { prefs } from "./prefs.js";

export const LANGUAGES = { en: "English", zh: "中文" };
/** The folder of this version's files, as the server wrote it into the page. */
export const BASE = document.querySelector('meta[name="base"]')?.getAttribute("content") ?? "";

/** @type {Object<string, string>} */
let words = {};

/** The language in use. @returns {string} */
export function language() {
  if (prefs.lang in LANGUAGES) return prefs.lang;
  const wanted = navigator.languages ?? [navigator.language];
  return wanted.map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Fetch the words of the language in use. @returns {Promise<void>} */
export async function loadWords() {
  const lang = language();
  const answer = await fetch(`${BASE}/words/${lang}.json`);
  words = await answer.json();
  document.documentElement.lang = lang === "zh" ? "zh-Hans" : lang;
}

/** Whether the first words have come: they are asked for here, since the page runs this module before all others. */
export const firstWords = loadWords().then(() => true, () => false);

/** Say something in the language in use. @param {string} key @param {Object<string, any>} [params] the values of the names in braces. @returns {string} */
export function t(key, params = {}) {
  const template = words[key];
  if (template === undefined) return key;
  if (!template.includes("{")) return template;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** Whether there are words for a key. @param {string} key */
export const has = (key) => key in words;

/** Say a thing by its key if there are words for it, else as in the game that it is a kind of, `gin` for `gin_partners`, else as it stands. @param {string} key @param {string} otherwise */
export function named(key, otherwise) {
  const found = [key, key.replace(/^(ui\.[\w-]+\.[a-z\d]+)_[a-z]+(?=\.)/, "$1")].find(has);
  return found ? t(found) : otherwise;
}

/** Join a list as the language does. @param {string[]} list @param {string} [none] what is said of one without anything. */
export const listed = (list, none = "") => (list.length ? list.join(t("ui.list")) : none);

/** A number as the language writes it. @param {number} value */
export const numeral = (value) => new Intl.NumberFormat(language()).format(value);

/** Load the style of a page that no other needs, once. @param {string} name @returns {Promise<any>} */
export function styled(name) {
  const href = `${BASE}/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done })));
}
