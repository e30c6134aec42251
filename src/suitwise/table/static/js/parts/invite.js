/** Links to share: to a table for friends, to one's own seat for another device. Whoever scans the picture has the link. */

import { h } from "../dom.js";
import { newSecret, phraseOf, seatToken } from "../prefs.js";
import { ask } from "../router.js";
import { gameOf, mySeat, nameOf } from "../store.js";
import { listed, named, styled, t } from "../words.js";
import { copier } from "./copying.js";
import { games } from "./games.js";
import { houseWords } from "./rules.js";

/** The games with their houses, by which a variant is named. @type {any[]} */
const [known] = await Promise.all([games().catch(() => []), styled("home")]);
/** Names under which a machine reaches only itself. */
const ITSELF = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
/** Addresses of a network at home. */
const AT_HOME = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|\.local$/;
/** Links as pictures to scan, as the server draws them; "" until it has. @type {Map<string, string>} */
const codes = new Map();

/** What a table is, in a few words, and its link with a code to scan. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function invitation(state, act) {
  const { people = [] } = state.parts;
  const others = people.filter((one) => one.control !== "open" && one.seat !== mySeat(state)).map((one) => nameOf(state, one.seat));
  const game = gameOf(state.welcome?.variant);
  const called = named(`ui.short.${game}`, named(`ui.game.${game}`, game));
  const heading = others.length ? t("ui.invites", { game: called, names: listed(others) }) : called;
  return h("section", { key: "invitation", class: "invitation" }, h("h3", null, heading), h("p", { class: "quiet" }, houseWords(known.find((one) => one.name === game), state.welcome?.variant ?? "")),
    shared("link", `${location.origin}${window.site}/t/${state.code}`, heading, t("ui.share"), act), state.welcome?.private && h("p", { key: "phrase" }, t(phraseOf(state.code) ? "ui.tell-phrase" : "ui.asks-phrase", { phrase: phraseOf(state.code) })), state.welcome?.host && reached());
}

/** The link of one's own seat, for another device. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function ownSeat(state, act) {
  const renew = () => { act.sitting = act.line.command({ t: "renew", token: newSecret(state.code, mySeat(state)) }); };
  return h("section", { class: "invitation" }, h("p", null, t("ui.device-text")), shared("seat-link", `${location.origin}${window.site}/t/${state.code}#${seatToken(state.code)}`, t("ui.dialog.device"), t("ui.seat-link"), act), reached(), h("button", { key: "renew", type: "button", onclick: renew }, t("ui.renew")));
}

/** A link: as a code to scan, as text to copy, and for the share sheet where there is one. @param {string} id @param {string} link @param {string} title @param {string} label @param {import("../acts.js").Acts} act */
function shared(id, link, title, label, act) {
  const send = () => { if ("share" in navigator) navigator.share?.({ title, url: link }).catch(() => {}); };
  return h("div", { key: id, class: "share" },
    h("img", { key: link, class: "code-to-scan", alt: t("ui.scan"), src: codeOf(link, act) }),
    h("label", { for: id, class: "quiet" }, label),
    h("span", { class: "line-form" }, h("input", { id, readonly: true, value: link, onfocus: (event) => event.target.select() }), copier(id, label)),
    "share" in navigator && h("button", { key: "send", type: "button", class: "play", onclick: send }, t("ui.share-link")));
}

/** The picture of a link, null while there is none: a server's that knows the secret in it. @param {string} link @param {import("../acts.js").Acts} act @returns {string|null} */
function codeOf(link, act) {
  if (!codes.has(link)) {
    codes.set(link, "");
    ask("code", { body: { link } }).then((got) => (got.ok ? got.text() : Promise.reject()))
      .then((svg) => { codes.set(link, `data:image/svg+xml,${encodeURIComponent(svg)}`); act.store.set({}); })
      .catch(() => codes.delete(link));
  }
  return codes.get(link) || null;
}

/** Whom the link reaches, where that is not everybody. */
function reached() {
  const { hostname } = location;
  if (ITSELF.test(hostname)) return h("p", { key: "reach", class: "reach" }, t("ui.reach.itself"), " ", h("code", null, "suitwise table serve --lan"));
  return AT_HOME.test(hostname) && h("p", { key: "reach", class: "reach" }, t("ui.reach.home"));
}
