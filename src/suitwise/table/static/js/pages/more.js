/** What is beside playing: how games are played, one's own games, and what is unusual. */

import { cue } from "../announce.js";
import { h, render } from "../dom.js";
import { link, sign } from "../parts/around.js";
import { save } from "../parts/copying.js";
import { counts, forgetPlayed, played } from "../parts/counted.js";
import { fan } from "../parts/card.js";
import { dialog } from "../parts/dialogs.js";
import { domino } from "../parts/domino.js";
import { PICTURES, games, listedGames, title } from "../parts/games.js";
import { PARTS, settings } from "../parts/menu.js";
import { NAME_MOST, forgetTable, keepLast, lastOf, prefs, seatToken, setPrefs, tables } from "../prefs.js";
import { boardAddress, go, guard, makeAddress, replayAddress, reviewAddress } from "../router.js";
import { gameOf } from "../store.js";
import { BASE, firstWords, has, language, loadWords, named, numeral, styled, t } from "../words.js";
import { shell } from "./home.js";

/** What the texts speak of, in cards or dominoes: groups of them, and what each is called, by its key. @type {Object<string, Object<string, [string, string[]][]>>} */
const EXAMPLES = {
  tractor: { aim: [["count", ["S5", "ST", "SK"]]], turn: [["pair", ["H9", "H9"]], ["tractor", ["D7", "D7", "D8", "D8"]], ["throw", ["CA", "CK", "CK"]]] },
  texas42: { aim: [["tens", ["5-5", "6-4"]], ["fives", ["5-0", "4-1", "3-2"]]] },
  gin: { aim: [["run", ["S7", "S8", "S9"]], ["set", ["HK", "DK", "CK"]]] },
  indian13: { aim: [["pure", ["H5", "H6", "H7"]], ["joker", ["C9", "JK", "CJ"]], ["set", ["S4", "H4", "D4"]]] },
};
/** The dearest decisions that are shown. */
const COSTS = 6;

export class MorePage {
  /** @param {HTMLElement} root @param {import("../router.js").MoreRoute} where */
  constructor(root, where) {
    this.root = root;
    this.where = where.page;
    this.no = "";
    this.isSettings = false;
    /** @type {any[]} */
    this.games = [];
    this.isAsked = false;
    Promise.all([firstWords, styled("home")]).then(() => { this.isReady = true; this.show(); });
    games().then((found) => { this.games = found; this.show(); }).catch(() => {});
  }

  close() {
    guard(null);
  }

  show() {
    if (!this.root.isConnected || !this.isReady) return;
    const close = () => { this.isSettings = this.isAsked = false; this.show(); };
    const relabel = () => loadWords().then(() => this.show());
    cue(false, t(`ui.way.${this.where}`));
    guard(this.isSettings || this.isAsked ? close : null);
    render(this.root, [shell(this.where === "mine" ? "more" : this.where, relabel, h("main", { key: this.where, class: "pages" }, h("h1", null, t(`ui.way.${this.where}`)), this[this.where]())),
      this.isSettings && dialog({ key: "settings", title: t("ui.dialog.settings"), onClose: close }, settings(relabel)),
      this.isAsked && dialog({ key: "clear", title: t("ui.mine.clear"), onClose: close }, h("p", null, t("ui.mine.sure")),
        h("p", { class: "meets" }, h("button", { type: "button", class: "play", onclick: () => { forgetPlayed(); close(); } }, t("ui.mine.clear")), h("button", { type: "button", onclick: close }, t("ui.no"))))]);
  }

  // --- How games are played ---

  learn() {
    return PICTURES.filter((name) => has(`ui.played.${name}.aim`)).map((name, at) => h("details", { key: name, class: "panel-card lesson", open: at === 0 },
      h("summary", null, h("svg", { viewBox: "0 0 66 48", "aria-hidden": "true" }, h("use", { href: `${BASE}/cards.svg#${name}` })), h("span", null, h("b", null, title({ name })), h("small", { class: "quiet" }, named(`ui.about.${name}`, "")))),
      PARTS.map((part) => h("section", { key: part, class: "taught" }, h("h2", null, t(`ui.played.${part}`)), (EXAMPLES[name]?.[part] ?? []).map(example),
        h("ol", null, t(`ui.played.${name}.${part}`).split(/(?<=[.。])\s*/).filter(Boolean).map((line) => h("li", { key: line }, line))))),
      h("button", { type: "button", class: "play", onclick: () => this.learnBy(name) }, t("ui.learn-go"))));
  }

  /** Against the easiest bots, whatever was played last. @param {string} name */
  learnBy(name) {
    const game = this.games.find((one) => one.name === name);
    if (game) keepLast(name, { ...lastOf(name), level: game.levels[0] });
    go(makeAddress(name));
  }

  // --- One's own games ---

  mine() {
    const { played: all, won, streak, best, rows, listed: list } = counts();
    if (!all) return h("p", { key: "none", class: "quiet" }, t("ui.mine.none"));
    const figure = (name, value) => h("div", { key: name, class: "figure" }, h("b", null, numeral(value)), h("span", null, t(`ui.mine.${name}`)));
    const costs = [...list].reverse().flatMap((one) => one.cost.map((line) => ({ ...one, line }))).slice(0, COSTS);
    const rowName = (key) => { const [game, level] = key.split(" "); return [title({ name: game }), level && named(`ui.level.${level}`, level)].filter(Boolean).join(" · "); };
    return [
      h("div", { key: "figures", class: "figures" }, figure("played", all), figure("won", won), figure("streak", streak), figure("best", best)),
      h("section", { key: "by", class: "panel-card" }, h("h2", null, t("ui.mine.by")), h("table", { class: "tallies" }, h("thead", null, h("tr", null, ["game", "played", "won"].map((name) => h("th", { key: name, scope: "col" }, t(`ui.mine.${name}`))))),
        h("tbody", null, rows.map((row) => h("tr", { key: row.key }, h("th", { scope: "row" }, rowName(row.key)), h("td", { key: "played" }, numeral(row.played)), h("td", { key: "won" }, row.known ? numeral(row.won) : "–")))))),
      costs.length > 0 && h("section", { key: "costs", class: "panel-card" }, h("h2", null, t("ui.mine.costs")), h("ul", { role: "list" }, costs.map((one) => h("li", { key: `${one.code} ${one.line}` },
        seatToken(one.code) ? h("a", { href: reviewAddress(one.code, null) }, one.line) : one.line, h("small", { class: "quiet" }, title({ name: one.game })))))),
      h("p", { key: "quiet", class: "quiet" }, t("ui.mine.here")),
      h("p", { key: "deeds", class: "meets" }, h("button", { type: "button", onclick: () => save(JSON.stringify(played(), null, 1), "suitwise-games.json") }, t("ui.mine.export")), h("button", { type: "button", onclick: () => { this.isAsked = true; this.show(); } }, t("ui.mine.clear")))];
  }

  // --- What is unusual ---

  more() {
    const others = listedGames(this.games).filter(({ name }) => !PICTURES.includes(name));
    return [
      h("section", { key: "you", class: "panel-card" }, h("h2", null, t("ui.more.you")),
        h("div", { class: "field" }, h("label", { for: "f-name" }, t("ui.your-name")), h("input", { id: "f-name", maxlength: NAME_MOST, autocomplete: "nickname", placeholder: t("ui.guest"), value: prefs.name, onchange: (event) => { setPrefs({ name: event.target.value.trim() }); this.show(); } })),
        h("p", { class: "ways-row" }, h("button", { type: "button", onclick: () => { this.isSettings = true; this.show(); } }, sign("settings"), t("ui.dialog.settings")), h("a", { class: "button", href: `${window.site}/#mine` }, sign("mine"), t("ui.way.mine")))),
      this.join(),
      this.tables(),
      h("section", { key: "else", class: "panel-card" }, h("h2", null, t("ui.more.else")),
        h("p", { class: "ways-row" }, h("a", { class: "button", href: replayAddress("file", null) }, t("ui.replay.open")), h("a", { class: "button", href: boardAddress("texas42") }, t("ui.board.title")),
          others.map((game) => h("a", { key: game.name, class: "button", href: makeAddress(game.name) }, title(game))))),
    ];
  }

  join() {
    return h("section", { key: "join", class: "panel-card join", "aria-labelledby": "join" }, h("h2", { id: "join" }, t("ui.join")),
      h("p", { key: "no", class: "error", role: "alert" }, this.no),
      h("form", { class: "line-form", onsubmit: (event) => this.joinNow(event) },
        h("input", { name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": t("ui.join-label"), placeholder: t("ui.join-label") }),
        h("button", { type: "submit" }, t("ui.join-go"))));
  }

  /** @param {any} event of the form. */
  joinNow(event) {
    event.preventDefault();
    const address = addressOf(event.target.elements.namedItem("code").value);
    if (address) go(address);
    else {
      this.no = t("ui.join-no");
      this.show();
    }
  }

  tables() {
    const list = tables();
    return list.length > 0 && h("section", { key: "tables", class: "panel-card mine", "aria-labelledby": "mine" }, h("h2", { id: "mine" }, t("ui.tables")),
      h("ul", { role: "list" }, list.map(({ code, variant, at }) => h("li", { key: code },
        link({ href: `${window.site}/t/${code}` }, h("b", null, title({ name: gameOf(variant) })),
          h("small", { class: "quiet" }, code, " · ", h("time", { datetime: new Date(at).toISOString() }, new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" }).format(at)))),
        seatToken(code) && h("a", { class: "button quiet-button", href: replayAddress(code, null), "aria-label": t("ui.replay.of", { code }) }, t("ui.replay.link")),
        h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.forget", { code }), onclick: () => { forgetTable(code); this.show(); } }, sign("close"))))));
  }
}

/** @param {[string, string[]]} of  what it is called, and what it is. */
function example([name, cards]) {
  const isStone = cards[0].includes("-");
  return h("figure", { key: name }, isStone ? h("span", { class: "stones" }, cards.map((text) => domino(text))) : fan(cards), h("figcaption", null, t(`ui.example.${name}`)));
}

/** The address in what somebody typed or pasted: a code, or a link to a table or a record; null where there is none. @param {string} text @returns {string|null} */
function addressOf(text) {
  const link = /\/t\/([0-9A-Za-z]{3,12})(#[\w-]+)?\/?$/.exec(text.trim());
  if (link) return `${window.site}/t/${link[1].toUpperCase()}${link[2] ?? ""}`;
  const record = /#([rs]=[\w&=-]+)$/.exec(text.trim());
  if (record) return `${window.site}/#${record[1]}`;
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[0-9A-Z]{3,12}$/.test(code) ? `${window.site}/t/${code}` : null;
}
