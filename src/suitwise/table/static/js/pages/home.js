/** The first page: go on, play at once, invite friends, the deals of today; what is unusual is behind More. */

import { cue } from "../announce.js";
import { h, render } from "../dom.js";
import { link, makeFrom, sign } from "../parts/around.js";
import { avatar } from "../parts/avatar.js";
import { PICTURES, games, pace, seatsOf, short } from "../parts/games.js";
import { daysDone, lastOf, prefs, seatToken, setPrefs, tables } from "../prefs.js";
import { answered, ask, boardAddress, go, makeAddress } from "../router.js";
import { gameOf } from "../store.js";
import { BASE, LANGUAGES, firstWords, has, language, listed, loadWords, named, numeral, t } from "../words.js";

/** The tables asked about by name and turn, and how many of them have a row; older ones are behind More. */
const ASKED = 12, ROWS = 3;
/** The signs of the places of this site, drawn as strokes in a square of 24. */
const PLACES = { play: `${window.site}/`, learn: `${window.site}/#learn`, board: boardAddress("texas42"), more: `${window.site}/#more` };

/** The head and the ways of the pages around the table. @param {string} place @param {() => void} relabel @param {any} content */
export function shell(place, relabel, content) {
  const ways = (key) => h("nav", { key, class: key, "aria-label": t(`ui.ways.${key}`) }, Object.entries(PLACES).map(([name, href]) => link({ key: name, href, "aria-current": name === place ? "page" : null }, sign(name), t(`ui.way.${name}`))));
  const other = Object.keys(LANGUAGES).filter((key) => key !== language());
  return h("div", { key: "home", class: "home" },
    h("header", { key: "head", class: "home-head" }, h(place === "play" ? "h1" : "p", { class: "brand" }, h("img", { src: `${BASE}/icon.svg`, alt: "", width: 34, height: 34 }), t("ui.title")), ways("top"),
      h("div", { class: "home-tools" }, other.map((key) => h("button", { key, type: "button", class: "quiet-button", lang: key, onclick: () => { setPrefs({ lang: key }); relabel(); } }, LANGUAGES[key])),
        h("a", { class: "me", href: `${window.site}/#more`, "aria-label": t("ui.more.you") }, avatar(prefs.name || t("ui.guest"), false)))),
    content,
    ways("bottom"));
}

export class HomePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {any[]|null} */
    this.games = null;
    this.no = "";
    this.isBusy = false;
    /** What is known of the tables of this device, by their codes. @type {Object<string, any>} */
    this.facts = {};
    /** What the deals of today are drawn by, as soon as that is loaded. @type {(() => any)|null} */
    this.days = null;
    firstWords.then(() => this.show());
    games().then((found) => { this.games = found; }).catch(() => firstWords.then(() => { this.no = t("ui.no-server"); })).then(() => this.show());
    /** By what a tap finds the rules of last time: it is there before somebody taps. @type {Promise<any>} */
    this.rules = import("../parts/rules.js");
    tables().slice(0, ASKED).filter(({ code }) => seatToken(code)).forEach((table) => this.ask(table.code));
    import("../parts/daily.js").then(async ({ days, daysRow }) => {
      const deals = await days();
      this.days = deals && (() => daysRow(deals, (body) => makeFrom(this, body)));
      this.show();
    }).catch(() => {});
  }

  /** Ask whose turn it is at a table. @param {string} code */
  async ask(code) {
    const { found } = await answered(ask(`tables/${code}`, { code }));
    if (found) this.facts[code] = found;
    this.show();
  }

  /** At once, as it was played last. @param {any} game */
  async playNow(game) {
    const { variantOf, valuesOf } = await this.rules;
    const last = lastOf(game.name);
    const bots = Array(seatsOf(game, valuesOf(game.house, last)) - 1).fill(last.level || game.levels.at(-1));
    makeFrom(this, { variant: variantOf(game.name, game.house, last), seats: ["human", ...bots], name: prefs.name.trim() || t("ui.guest"), house: pace() });
  }

  show() {
    if (!this.root.isConnected || !has("ui.title")) return;
    cue(false, t("ui.title"));
    render(this.root, shell("play", () => loadWords().then(() => this.show()), h("main", { key: "main" },
      h("p", { key: "no", class: "error", role: "alert" }, this.no),
      h("div", { key: "first", class: "first" }, this.running(), this.play(), this.ways()),
      h("div", { key: "second", class: "second" }, this.friends(), h("section", { key: "days", class: "days", "aria-labelledby": this.days && "days" }, this.days?.())),
      h("footer", { key: "foot", class: "quiet" }, t("ui.foot")))));
  }

  /** The tables of this device that are not over: the one that waits for this person first and large. */
  running() {
    const open = tables().slice(0, ASKED).filter(({ code }) => seatToken(code) && this.facts[code] && this.facts[code].stage !== "over")
      .map(({ code }) => ({ code, ...this.facts[code] }));
    const [first, ...others] = open.sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
    return first && h("section", { key: "running", class: "running", "aria-labelledby": "running" }, h("h2", { id: "running", class: "sr" }, t("ui.continue")),
      link({ key: first.code, class: `hero ${isMine(first) ? "mine" : ""}`, href: `${window.site}/t/${first.code}` },
        avatar(prefs.name || t("ui.guest"), false), h("span", { class: "hero-text" }, h("small", null, stands(first)), h("b", null, shortOf(first)), h("span", null, listed(whom(first)))),
        h("span", { class: "hero-go" }, t("ui.continue"))),
      others.slice(0, ROWS).map(row), others.length > ROWS && h("details", { key: "others" }, h("summary", null, t("ui.more-tables", { n: numeral(others.length - ROWS) })), others.slice(ROWS).map(row)));
  }

  play() {
    const list = (this.games ?? PICTURES.map((name) => ({ name, isComing: true }))).filter(({ name }) => PICTURES.includes(name));
    return h("section", { key: "play", "aria-labelledby": "play" }, h("div", { class: "title-row" }, h("h2", { id: "play" }, t("ui.play-now")), h("span", { class: "quiet" }, t("ui.one-tap"))),
      h("ul", { class: "games", role: "list" }, list.map((game) => h("li", { key: game.name, class: "tile" },
        h("button", { type: "button", class: "game", "aria-disabled": this.isBusy || Boolean(game.isComing), onclick: () => game.isComing || this.playNow(game) },
          h("svg", { viewBox: "0 0 66 48", "aria-hidden": "true" }, h("use", { href: `${BASE}/cards.svg#${game.name}` })),
          h("span", null, h("b", null, short(game)), h("small", null, game.isComing ? " " : lastLine(game)))),
        h("button", { type: "button", class: "options", "aria-label": t("ui.options-of", { game: short(game) }), onclick: () => go(makeAddress(game.name)) }, sign("more"))))));
  }

  friends() {
    return h("section", { key: "friends", class: "friends", "aria-labelledby": "friends" },
      h("button", { type: "button", class: "card-button", onclick: () => go(makeAddress("", true)) }, sign("friends"),
        h("span", null, h("b", { id: "friends" }, t("ui.friends")), h("small", null, t("ui.friends-line"))), sign("forth")));
  }

  ways() {
    const n = daysDone().length;
    const way = (name, href, line) => link({ key: name, class: "card-button", href }, sign(name), h("span", null, h("b", null, t(`ui.way.${name}`)), h("small", null, line)));
    return h("div", { key: "ways", class: "ways" }, way("learn", `${window.site}/#learn`, t("ui.learn-line")), way("mine", `${window.site}/#mine`, n ? t("ui.mine-days", { n }) : t("ui.mine-line")));
  }
}

/** How a game was played last, in a few words. @param {any} game */
function lastLine(game) {
  const { level, preset, changes } = lastOf(game.name);
  const isOwn = preset && (preset !== game.house.presets[0].name || Object.keys(changes).length > 0);
  const house = isOwn ? named(`ui.preset.${game.name}.${preset}`, t("ui.preset.usual")) : t(`ui.first-house.${game.name}`);
  return game.levels.length > 1 ? listed([t(`ui.level.${level || game.levels.at(-1)}`), house]) : house;
}

/** @param {any} facts */
const shortOf = (facts) => short({ name: gameOf(facts.variant) });
/** @param {any} facts */
const isMine = (facts) => facts.stage === "between" || (facts.turn !== null && facts.turn === facts.seat);

/** Who else sits there. @param {any} facts @returns {string[]} */
const whom = ({ names = [], seat }) => names.filter((name, place) => name && place !== seat);

/** Whose turn it is, or what the table waits for. @param {any} facts */
function stands(facts) {
  if (facts.stage === "made" || facts.stage === "ready") return t("ui.lobby");
  if (facts.stage === "between") return t("ui.next-waits");
  if (isMine(facts)) return t("ui.your-turn").replace(/[.。]$/, "");
  return facts.turn === null ? "" : t("ui.waiting-for", { name: facts.names?.[facts.turn] ?? "" });
}

/** A table in a row. @param {any} one */
function row(one) {
  return link({ key: one.code, class: "row", href: `${window.site}/t/${one.code}` },
    avatar(whom(one)[0] ?? "?", one.bots?.includes(whom(one)[0]) ?? false), h("span", null, h("b", null, shortOf(one)), h("small", null, [stands(one), listed(whom(one))].filter(Boolean).join(" · "))), sign("forth"));
}
