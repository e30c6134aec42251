/** What dialogs of a table hold: its menu, the settings of this device, the help of the keyboard. No table waits for it. */

import { later } from "../acts.js";
import { h } from "../dom.js";
import { LETTERS } from "../keys.js";
import { NAME_MOST, prefs, setPrefs } from "../prefs.js";
import { nameOf, taughtBy, toggled } from "../store.js";
import { LANGUAGES, language, styled, t } from "../words.js";
import { closeThis } from "./dialogs.js";
import { freesIn } from "./seats.js";

await styled("menu");

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

/** The parts of how a game is played. */
export const PARTS = ["aim", "turn", "win"];

/** How a table's game is played, in a few sentences. @param {import("../store.js").State} state */
export function played(state) {
  const key = taughtBy(state);
  return h("div", { class: "help" }, PARTS.map((part) => h("section", { key: part }, h("h3", null, t(`ui.played.${part}`)), h("p", null, t(`ui.played.${key}.${part}`)))));
}

/** What the game is, and the keyboard, each letter with a switch. @param {import("../acts.js").Acts} act @param {() => void} changed */
export function help(act, changed) {
  return h("div", { class: "help" },
    taughtBy(act.state) && row({ onclick: () => act.open("rules") }, t("ui.menu.rules")),
    h("p", null, t("ui.help-text")),
    h("dl", { class: "keys" }, ["arrows", "shift", "space", "enter", "escape", "tab"].map((name) => [
      h("dt", { key: `${name}-key` }, h("kbd", null, t(`ui.press.${name}`))), h("dd", { key: name }, t(`ui.does.${name}`))])),
    h("h3", null, t("ui.letters")),
    Object.entries(LETTERS).map(([letter, name]) => h("label", { key: letter, class: "flag" },
      h("input", { type: "checkbox", checked: !prefs.keysOff.includes(letter), onchange: () => { setPrefs({ keysOff: toggled(prefs.keysOff, letter) }); changed(); } }),
      h("kbd", null, letter), h("span", null, t(`ui.key.${name}`)))));
}

/** An item of a menu. @param {Object<string, any>} props @param {string} text @param {any} [more] what is said below it, if anything. */
function row(props, text, more) {
  return h("button", { ...props, type: "button", class: "row-button" }, text, more && h("span", { class: "quiet" }, more));
}

/** The menu of a table. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {() => void} goHome @param {any} own what the game adds. */
export function menu(state, act, goHome, own) {
  const { can = {}, people = [], life = {} } = state.parts;
  const seat = state.welcome?.seat ?? null;
  const isAuto = seat !== null && people[seat]?.auto;
  const deed = (name, isOpen, call) => isOpen && row({ key: name, onclick: call }, t(`ui.menu.${name}`));
  return h("div", { class: "menu" },
    seat !== null && life.stage === "playing" && row({ key: "takeback", "aria-disabled": !can.takeback, onclick: () => can.takeback && act.propose("takeback") }, t("ui.menu.takeback"), can.no_takeback),
    deed("claim", can.claim, () => act.open("claim")),
    deed("pause", can.pause, () => act.propose("pause")),
    seat !== null && row({ key: "auto", "aria-pressed": Boolean(isAuto), onclick: () => act.tell({ t: "auto", on: !isAuto }) }, t("ui.menu.auto")),
    own,
    people.map((person) => whenAway(state, person, "free", t("ui.free-of", { name: nameOf(state, person.seat) }), () => act.tell({ t: "free", seat: person.seat }))),
    deed("end", seat !== null, () => act.open("end")),
    people.map((one) => one.control === "human" && whenAway(state, one, "cover", t("ui.menu.cover", { name: one.name }), () => act.tell({ t: "cover", seat: one.seat, player: "" }))),
    deed("alone", state.welcome?.host && state.welcome.house.watch !== "no", () => { act.tell({ t: "watch", watch: "no" }); act.close(); }),
    state.onlookers.map(({ n, name }) => row({ key: `away-${n}`, onclick: () => act.line.send({ t: "dismiss", onlooker: n }) }, t("ui.send-away", { n, name }))),
    deed("leave", seat !== null && people.filter((one) => one.control === "human").length > 1, () => act.open("leave")),
    deed("device", seat !== null, () => act.open("device")), deed("rules", Boolean(taughtBy(state)), () => act.open("rules")), deed("settings", true, () => act.open("settings")), deed("help", true, () => act.open("help")),
    deed("home", true, goHome),
    houseRules(state, act, true));
}

/** What the host may do with the seat of somebody who is away: now, or in so many seconds. @param {import("../store.js").State} state @param {any} person @param {string} deed @param {string} text @param {() => void} call */
function whenAway(state, person, deed, text, call) {
  const wait = freesIn(state, person);
  return wait !== null && row({ key: `${deed}-${person.seat}`, "aria-disabled": wait > 0, onclick: () => wait === 0 && call() }, text, wait > 0 && t("ui.in-seconds", { s: wait }));
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

/** The link of one's own seat. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export const shareSeat = (state, act) => later("invite", () => import("./invite.js"), act)?.ownSeat(state, act);

/** The rules of this table, and in the menu by what its cards are dealt. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {boolean} [isMenu] */
export function houseRules(state, act, isMenu) {
  const drawn = later("house", () => import("./house.js"), act);
  return drawn && [drawn.house(state), isMenu && drawn.fairness(state)];
}
