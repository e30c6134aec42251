/** The table before it plays: the invitation, who sits where, and below all else, which moves nothing, who looks on; before a private one the question for its pass phrase. */

import { h } from "../dom.js";
import { NAME_MOST, PHRASE_MOST, keepPhrase, prefs, setPrefs } from "../prefs.js";
import { mySeat, nameOf } from "../store.js";
import { listed, t } from "../words.js";
import { avatar } from "./avatar.js";
import { sentence } from "./card.js";
import { invitation } from "./invite.js";
import { freesIn, ready } from "./seats.js";

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function lobby(state, act) {
  if (state.line === "closed") return atTheDoor(state, act);
  const { people = [], life = {} } = state.parts;
  const bots = people.filter((one) => one.control === "bot").map(({ name }) => name);
  return h("div", { class: "lobby" },
    h("h2", null, life.reason ?? t(life.stage === "ready" ? "ui.all-here" : "ui.lobby-open")),
    h("ul", { class: "people", role: "list" }, people.map((person) => personItem(state, person, act, bots))),
    h("div", { class: "sheet" },
      (state.no || state.lost) && h("p", { key: "no", class: "ask refused" }, sentence(state.no?.text ?? t("ui.seat-lost"))),
      mySeat(state) === null && nameField(state, act),
      people.some((person) => person.control === "open") && invitation(state, act),
      mySeat(state) !== null && nameField(state, act),
      ready(state, act)),
    state.onlookers.length > 0 && h("ul", { key: "onlookers", class: "people", role: "list", "aria-label": t("ui.looks-on") }, state.onlookers.map(({ n, name }) => h("li", { key: `onlooker-${n}` }, h("span", { class: "name", dir: "auto" }, t("ui.onlooker", { n, name })), h("span", { class: "quiet" }, t("ui.looks-on")), h("button", { type: "button", class: "chip", "aria-label": t("ui.send-away", { n, name }), onclick: () => act.line.send({ t: "dismiss", onlooker: n }) }, t("ui.away-now"))))));
}

/** A private table, whose pass phrase is not said or a wrong one. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function atTheDoor({ code, no }, act) {
  const said = (event) => { event.preventDefault(); keepPhrase(code, event.target.elements.namedItem("phrase").value); act.line.again(); };
  return h("main", { class: "notice", key: "door" }, h("h1", null, t("ui.private")), h("p", { role: "alert" }, no?.text),
    h("form", { class: "line-form", onsubmit: said }, h("input", { name: "phrase", required: true, maxlength: PHRASE_MOST, autocomplete: "off", autocapitalize: "off", "aria-label": t("ui.pass-phrase") }), h("button", { type: "submit", class: "play" }, t("ui.come-in"))),
    h("p", null, h("a", { class: "button", href: `${window.site}/` }, t("ui.menu.home"))));
}

/** How one is called here: whoever follows a link has not been asked before. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function nameField(state, act) {
  const seat = mySeat(state);
  if (seat === null && !state.parts.can?.sit?.length) return null;
  const onchange = (/** @type {any} */ event) => {
    setPrefs({ name: event.target.value.trim() });
    if (seat !== null) act.sit(seat);
  };
  return h("div", { class: "field" }, h("label", { for: "name" }, t("ui.your-name")),
    h("input", { id: "name", maxlength: NAME_MOST, autocomplete: "nickname", placeholder: t("ui.guest"), value: prefs.name, onchange }));
}

/** @param {import("../store.js").State} state @param {any} person @param {import("../acts.js").Acts} act @param {string[]} bots */
function personItem(state, person, act, bots) {
  const isOpen = (state.parts.can?.sit ?? []).includes(person.seat);
  const isHost = Boolean(state.welcome?.host);
  const mine = mySeat(state), isFree = person.control === "open";
  const button = (key, call, words, brief = words) => h("button", { key, type: "button", class: "chip", "aria-label": t(words), onclick: call }, t(brief));
  return h("li", { key: person.seat, class: isFree ? "free" : "" },
    isFree ? (isOpen && mine === null ? h("span", { key: "plus", class: "avatar", "aria-hidden": "true", onclick: () => act.sit(person.seat) }, "+")
      : h("button", { key: "plus", type: "button", class: "avatar", "aria-label": t("ui.invite-here"), onclick: () => document.getElementById("link")?.focus() }, "+")) : avatar(nameOf(state, person.seat), person.control === "bot", bots),
    h("span", { key: "name", class: "name", dir: "auto" }, person.name || t("ui.seat", { n: person.seat + 1 })),
    h("span", { key: "status", class: "quiet" }, status(state, person)),
    isOpen && mine === null && button("sit", () => act.sit(person.seat), "ui.sit"),
    mine !== null && person.seat !== mine && button("swap", () => act.propose("swap", { with: person.seat }), "ui.menu.swap", "ui.swap"),
    isHost && isFree && button("bot", () => act.tell({ t: "cover", seat: person.seat, player: "" }), "ui.put-bot"),
    freesIn(state, person) === 0 && button("free", () => act.tell({ t: "free", seat: person.seat }), "ui.free"));
}

/** With whom somebody plays, and whether they are there. @param {import("../store.js").State} state @param {any} person */
function status(state, person) {
  const mine = mySeat(state), { seats = [] } = state.parts;
  const mates = seats.filter(({ seat, side }) => seat !== person.seat && Number.isInteger(side) && side === seats[person.seat].side).map(({ seat }) => seat);
  const isHere = person.ready ? "ui.is-ready" : person.seat === mine ? "ui.you" : person.control === "human" ? person.here ? "ui.is-here" : "ui.away" : person.control === "open" ? "ui.open-seat" : "ui.a-bot";
  const of = mates.includes(mine) ? t("ui.partner") : mine === null && mates.length ? t("ui.with", { names: listed(mates.map((seat) => nameOf(state, seat))) }) : "";
  return listed([of, t(isHere)].filter(Boolean));
}
