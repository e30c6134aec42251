/** Dialogs: the menu of a table, the settings of this device, the help of the keyboard. */

import { h } from "../dom.js";
import { LETTERS } from "../keys.js";
import { NAME_MOST, prefs, setPrefs } from "../prefs.js";
import { nameOf } from "../store.js";
import { LANGUAGES, has, language, t } from "../words.js";
import { freesIn } from "./stages.js";

/** The signs of buttons, drawn as strokes in a square of 24. */
const ICONS = {
  hint: "M9 18H15M10 21H14M9 15.5C9 13 6 12.5 6 9A6 6 0 0 1 18 9C18 12.5 15 13 15 15.5Z", why: "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M9.5 9.5A2.5 2.5 0 1 1 12 12.2V13.5M12 16.8V17",
  menu: "M4 7H20M4 12H20M4 17H20", close: "M6 6 18 18M18 6 6 18", panel: "M4 5H20V16H11L7 20V16H4Z",
  settings: "M4 8H11M17 8H20M4 16H7M13 16H20M14 5V11M10 13V19", share: "M12 15V4M7 9 12 4 17 9M5 13V20H19V13",
  back: "M15 5 8 12 15 19", forth: "M9 5 16 12 9 19", copy: "M9 9H19V19H9ZM15 9V5H5V15H9", friends: "M3 19C3 15 6 13 9 13S15 15 15 19ZM9 10A3 3 0 1 0 9 4 3 3 0 0 0 9 10M16 13C19 13 21 15 21 18M16 10A3 3 0 0 0 16 4",
  play: "M5 5H10V10H5ZM14 5H19V10H14ZM5 14H10V19H5ZM14 14H19V19H14Z", learn: "M12 6C9 4 6 4 3 5V18C6 17 9 17 12 19 15 17 18 17 21 18V5C18 4 15 4 12 6V19",
  board: "M5 19V12M10 19V5M15 19V9M20 19V14", mine: "M5 19V12M10 19V5M15 19V9M20 19V14", more: "M4 8H9M14 8H20M4 16H10M15 16H20M9 5.5V10.5M14 5.5V10.5H9V5.5ZM10 13.5H15V18.5H10Z",
};

/** The sign of a button, which has its name elsewhere. @param {string} name */
export function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" },
    h("path", { d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

/** A dialog that holds the focus until it is closed. @param {{key: string, title: string, onClose: () => void}} props @param {...any} children */
export function dialog({ key, title, onClose }, ...children) {
  return h("dialog", { key, class: "dialog", "aria-labelledby": `${key}-title`, onclose: onClose, onclick: closeOutside, ref: openNow },
    h("header", { class: "dialog-head" }, h("h2", { id: `${key}-title` }, title),
      h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.close"), onclick: closeThis }, icon("close"))),
    h("div", { class: "dialog-body" }, children), h("div", { class: "told sr", "aria-live": "assertive" }));
}

/** @param {HTMLDialogElement} node */
function openNow(node) {
  if (!node.open) node.showModal();
}

/** @param {MouseEvent} event */
function closeThis(event) {
  /** @type {Element} */ (event.target).closest("dialog")?.close();
}

/** A tap beside the dialog closes it. @param {MouseEvent} event */
function closeOutside(event) {
  if (event.target === event.currentTarget) /** @type {HTMLDialogElement} */ (event.target).close();
}

/** The settings of this device. @param {() => void} changed */
export function settings(changed) {
  return h("div", { class: "settings" },
    choice("lang", t("ui.language"), LANGUAGES, language(), changed),
    choice("theme", t("ui.theme"), { auto: t("ui.theme.auto"), light: t("ui.theme.light"), dark: t("ui.theme.dark") }, prefs.theme, changed),
    choice("colours", t("ui.colours"), { 4: t("ui.colours.4"), 2: t("ui.colours.2") }, String(prefs.colours), changed),
    choice("speed", t("ui.set.speed"), paces("speed", ["slow", "normal", "fast", "skip"]), prefs.speed, changed),
    choice("bots", t("ui.set.bots"), paces("bots", ["slow", "normal", "fast"]), prefs.bots, changed),
    h("p", { key: "pace", class: "quiet" }, t("ui.set.pace")),
    ["oneTap", "large", "expanded", "mirrored", "alternate", "sound", ...("vibrate" in navigator ? ["haptic"] : [])].map((name) => flag(name, changed)));
}

/** @param {string} name @param {string[]} values @returns {Object<string, string>} */
const paces = (name, values) => Object.fromEntries(values.map((value) => [value, t(`ui.house.${name}.${value}`)]));

/** @param {string} name @param {string} label @param {Object<string, string>} options @param {string} value @param {() => void} changed */
function choice(name, label, options, value, changed) {
  return h("fieldset", { key: name, class: "segmented" }, h("legend", null, label), Object.entries(options).map(([key, text]) => h("label", { key },
    h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => { setPrefs({ [name]: name === "colours" ? Number(key) : key }); changed(); } }),
    h("span", { lang: name === "lang" ? key : null }, text))));
}

/** @param {string} name @param {() => void} changed */
function flag(name, changed) {
  return h("label", { key: name, class: "flag" },
    h("input", { type: "checkbox", checked: prefs[name], onchange: (event) => { setPrefs({ [name]: event.target.checked }); changed(); } }),
    h("span", null, t(`ui.set.${name}`)));
}

const PARTS = ["aim", "turn", "win"];

/** How a table's game is played, in a few sentences; nothing of a game that has none. @param {import("../store.js").State} state */
export function played({ welcome }) {
  const game = /^\w+/.exec(welcome?.variant ?? "")?.[0];
  const key = has(`ui.played.${game}.aim`) ? game : welcome?.kind;
  return has(`ui.played.${key}.aim`) && h("div", { class: "help" }, PARTS.map((part) => h("section", { key: part }, h("h3", null, t(`ui.played.${part}`)), h("p", null, t(`ui.played.${key}.${part}`)))));
}

/** What the game is, and the keyboard, each letter with a switch. @param {import("../acts.js").Acts} act @param {() => void} changed */
export function help(act, changed) {
  return h("div", { class: "help" },
    played(act.state) && h("button", { type: "button", class: "row-button", onclick: () => act.open("rules") }, t("ui.menu.rules")),
    h("p", null, t("ui.help-text")),
    h("dl", { class: "keys" }, ["arrows", "shift", "space", "enter", "escape", "tab"].map((name) => [
      h("dt", { key: `${name}-key` }, h("kbd", null, t(`ui.press.${name}`))), h("dd", { key: name }, t(`ui.does.${name}`))])),
    h("h3", null, t("ui.letters")),
    Object.entries(LETTERS).map(([letter, name]) => h("label", { key: letter, class: "flag" },
      h("input", { type: "checkbox", checked: !prefs.keysOff.includes(letter), onchange: (event) => { setPrefs({ keysOff: without(letter, event.target.checked) }); changed(); } }),
      h("kbd", null, letter), h("span", null, t(`ui.key.${name}`)))));
}

/** @param {string} letter @param {boolean} isOn */
function without(letter, isOn) {
  const others = prefs.keysOff.filter((other) => other !== letter);
  return isOn ? others : [...others, letter];
}

/** The menu of a table. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {() => void} goHome @param {any} own what the game adds. */
export function menu(state, act, goHome, own) {
  const { can = {}, people = [], life = {} } = state.parts;
  const seat = state.welcome?.seat ?? null;
  const isAuto = seat !== null && people[seat]?.auto;
  const deed = (name, isOpen, call) => isOpen && h("button", { key: name, type: "button", class: "row-button", onclick: call }, t(`ui.menu.${name}`));
  return h("div", { class: "menu" },
    seat !== null && life.stage === "playing" && h("button", {
      key: "takeback", type: "button", class: "row-button", "aria-disabled": !can.takeback, onclick: () => can.takeback && act.propose("takeback"),
    }, t("ui.menu.takeback"), can.no_takeback && h("span", { class: "quiet" }, can.no_takeback)),
    deed("claim", can.claim, () => act.open("claim")),
    deed("pause", can.pause, () => act.propose("pause")),
    seat !== null && h("button", { key: "auto", type: "button", class: "row-button", "aria-pressed": Boolean(isAuto), onclick: () => act.tell({ t: "auto", on: !isAuto }) }, t("ui.menu.auto")),
    own,
    people.map((person) => whenAway(state, person, "free", t("ui.free-of", { name: nameOf(state, person.seat) }), () => act.tell({ t: "free", seat: person.seat }))),
    deed("end", seat !== null, () => act.open("end")),
    people.map((one) => one.control === "human" && whenAway(state, one, "cover", t("ui.menu.cover", { name: one.name }), () => act.tell({ t: "cover", seat: one.seat, player: "" }))),
    deed("alone", state.welcome?.host && state.welcome.house.watch !== "no", () => { act.tell({ t: "watch", watch: "no" }); act.close(); }),
    state.onlookers.map(({ n, name }) => h("button", { key: `away-${n}`, type: "button", class: "row-button", onclick: () => act.line.send({ t: "dismiss", onlooker: n }) }, t("ui.send-away", { n, name }))),
    deed("leave", seat !== null && people.filter((one) => one.control === "human").length > 1, () => act.open("leave")),
    deed("device", seat !== null, () => act.open("device")), deed("rules", Boolean(played(state)), () => act.open("rules")), deed("settings", true, () => act.open("settings")), deed("help", true, () => act.open("help")),
    h("button", { key: "home", type: "button", class: "row-button", onclick: goHome }, t("ui.menu.home")),
    houseRules(state, act, true));
}

/** What the host may do with the seat of somebody who is away: now, or in so many seconds. @param {import("../store.js").State} state @param {any} person @param {string} deed @param {string} text @param {() => void} call */
function whenAway(state, person, deed, text, call) {
  const wait = freesIn(state, person);
  return wait !== null && h("button", { key: `${deed}-${person.seat}`, type: "button", class: "row-button", "aria-disabled": wait > 0, onclick: () => wait === 0 && call() }, text, wait > 0 && h("span", { class: "quiet" }, t("ui.in-seconds", { s: wait })));
}

/** What can't be taken back is asked once more, for a thumb may slip: a claim, the end, leaving. @param {string} what @param {import("../acts.js").Acts} act */
export function sure(what, act) {
  const costs = what === "claim" && act.state.welcome?.house.claims === "penalty";
  return [h("p", null, t(`ui.sure.${what}`), costs && ` ${t("ui.sure.costs")}`), h("p", { class: "meets" },
    h("button", { type: "button", class: "play", onclick: () => (what === "leave" ? act.leave() : act.propose(what)) }, t(`ui.menu.${what}`)),
    h("button", { type: "button", onclick: closeThis }, t("ui.sure.no")))];
}

/** Whoever takes a seat without a name is asked for one. @param {import("../acts.js").Acts} act */
export function askName(act) {
  const taken = (event) => {
    event.preventDefault();
    setPrefs({ name: event.target.elements.namedItem("name").value.trim() });
    act.close();
    act.sit(act.wanted ?? null);
  };
  return h("form", { class: "line-form", onsubmit: taken }, h("input", { id: "sit-name", name: "name", maxlength: NAME_MOST, autocomplete: "nickname", placeholder: t("ui.guest"), "aria-label": t("ui.your-name") }),
    h("button", { type: "submit", class: "play" }, t("ui.sit")));
}

/** @type {((state: any) => any)|null} */
let drawSeat = null;

/** The link of one's own seat; no table waits for its drawing. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function shareSeat(state, act) {
  if (!drawSeat) import("./invite.js").then(async ({ ownSeat, styles }) => { await styles; drawSeat = ownSeat; act.store.set({}); });
  return drawSeat?.(state, act);
}

/** @type {typeof import("./house.js")|null} */
let drawn = null;

/** The rules of this table, and in the menu by what its cards are dealt; no table waits for their drawing. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {boolean} [isMenu] */
export function houseRules(state, act, isMenu) {
  if (!drawn) import("./house.js").then(async (loaded) => { await loaded.houses; drawn = loaded; act.store.set({}); }).catch(() => {});
  return drawn && [drawn.house(state), isMenu && drawn.fairness(state, act)];
}
