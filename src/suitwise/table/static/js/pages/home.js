/** The first page: play now, make a table, join one, the tables of this device. */

import { cue } from "../announce.js";
import { h, render } from "../dom.js";
import { dialog, icon, optionLabel, settings } from "../parts/dialogs.js";
import { NAME_MOST, forgetTable, prefs, seatToken, setPrefs, tables } from "../prefs.js";
import { addressOf, boardAddress, go, makeTable, replayAddress } from "../router.js";
import { BASE, LANGUAGES, firstWords, has, language, loadWords, named, t } from "../words.js";

/** The options of the table itself: what each may be, the first by default. */
const HOUSE = {
  hints: ["all", "practice", "none"], watch: ["public", "no", "delayed"], claims: ["refuse", "penalty"], speed: ["normal", "slow", "fast"],
};
const FLAGS = { chat: true, practice: false };
const NUMBERS = { grace_s: 30, clock_s: 0, bank_s: 0 };
/** The fewest seconds of each. */
const LEAST = { grace_s: 1, clock_s: 0, bank_s: 0 };
const FIRST_GAMES = ["texas42", "tractor"];
/** Games that have a picture, in the order shown; others come after them. */
const PICTURES = [...FIRST_GAMES, "gin", "indian13", "stacks"];
/** A person and the strongest bots. @param {any} game @returns {string[]} */
const withBots = (game) => ["human", ...Array(game.seats - 1).fill("strong")];

export class HomePage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {any[]|null} */
    this.games = null;
    this.game = "";
    /** @type {string[]} */
    this.seats = [];
    this.no = "";
    this.isBusy = false;
    this.isSettings = false;
    firstWords.then(() => this.show());
    this.load();
    /** What the deals of today are drawn by, as soon as that is loaded. @type {(() => any)|null} */
    this.days = null;
    import("../parts/daily.js").then(async ({ days, daysRow }) => {
      const deals = await days();
      this.days = deals && (() => daysRow(deals, PICTURES, (body) => this.make(body)));
      this.show();
    }).catch(() => {});
  }

  close() {}

  async load() {
    try {
      const games = await (await fetch("/api/games")).json();
      this.games = listedGames(games);
      this.choose(this.games[0].name);
    } catch {
      await firstWords;
      this.no = t("ui.no-server");
    }
    this.show();
  }

  /** @param {string} name of a game. */
  choose(name) {
    this.game = name;
    this.seats = withBots(this.chosen);
    this.show();
  }

  get chosen() {
    return this.games?.find((game) => game.name === this.game);
  }

  /** Make a table and go there. @param {Object<string, any>} body */
  async make(body) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.no = "";
    this.show();
    this.no = await makeTable(body);
    this.isBusy = false;
    this.show();
    if (this.no) this.root.querySelector(".error")?.scrollIntoView({ block: "center" });
  }

  /** @param {any} game */
  playNow(game) {
    this.make({ variant: game.name, seats: withBots(game), name: this.name, house: {} });
  }

  get name() {
    return prefs.name.trim() || t("ui.guest");
  }

  show() {
    if (!this.root.isConnected || !has("ui.title")) return;
    document.title = t("ui.title");
    cue(false, t("ui.title"));
    render(this.root, [this.page(), this.isSettings && dialog({ key: "settings", title: t("ui.dialog.settings"), onClose: () => { this.isSettings = false; this.show(); } }, settings(() => this.relabel()))]);
  }

  relabel() {
    loadWords().then(() => this.show());
  }

  page() {
    return h("div", { key: "home", class: "home" },
      h("header", { class: "home-head" }, h("h1", { class: "brand" }, h("img", { src: `${BASE}/icon.svg`, alt: "", width: 34, height: 34 }), t("ui.title")),
        h("div", { class: "home-tools" }, this.languages(),
          h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.dialog.settings"), onclick: () => { this.isSettings = true; this.show(); } }, icon("settings")))),
      h("main", null,
        h("p", { class: "quiet" }, t("ui.lead")),
        h("p", { class: "error", role: "alert" }, this.no),
        this.now(), h("section", { key: "days", class: "days", "aria-labelledby": this.days && "days" }, this.days?.()), this.join(), this.mine(), this.records(), this.maker()),
      h("footer", { class: "quiet" }, t("ui.foot")));
  }

  languages() {
    const other = Object.keys(LANGUAGES).filter((key) => key !== language());
    return other.map((key) => h("button", { key, type: "button", class: "quiet-button", lang: key, onclick: () => { setPrefs({ lang: key }); this.relabel(); } }, LANGUAGES[key]));
  }

  now() {
    const games = this.games ?? FIRST_GAMES.map((name) => ({ name, isComing: true }));
    return h("section", { class: "now", "aria-labelledby": "now" }, h("h2", { id: "now" }, t("ui.play-now")),
      h("div", { class: "games" }, games.map((game) => h("button", {
        key: game.name, type: "button", class: `game ${kindOf(game)}`, "aria-disabled": this.isBusy || Boolean(game.isComing), onclick: () => game.isComing || this.playNow(game),
      }, art(game), h("span", null, h("b", null, title(game)), h("span", { class: "quiet" }, named(`ui.about.${game.name}`, "")))))));
  }

  join() {
    return h("section", { class: "join", "aria-labelledby": "join" }, h("h2", { id: "join" }, t("ui.join")),
      h("form", { class: "line-form", onsubmit: (event) => this.joinNow(event) },
        h("input", { name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": t("ui.join-label"), placeholder: t("ui.join-label") }),
        h("button", { type: "submit" }, t("ui.join-go"))));
  }

  /** @param {SubmitEvent} event */
  joinNow(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("code"));
    const address = addressOf(field.value);
    if (address) go(address);
    else {
      this.no = t("ui.join-no");
      this.show();
    }
  }

  mine() {
    const list = tables();
    return list.length > 0 && h("section", { class: "mine", "aria-labelledby": "mine" }, h("h2", { id: "mine" }, t("ui.tables")),
      h("ul", { role: "list" }, list.map(({ code, variant, at }) => h("li", { key: code },
        h("a", { href: `/t/${code}`, onclick: (event) => { event.preventDefault(); go(`/t/${code}`); } }, h("b", null, code), " ", title({ name: String(variant).split("(")[0] })),
        h("span", null, h("time", { class: "quiet", datetime: new Date(at).toISOString() }, new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" }).format(at)),
          seatToken(code) && h("a", { class: "button quiet-button", href: replayAddress(code, null), "aria-label": t("ui.replay.of", { code }) }, t("ui.replay.link"))),
        h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.forget", { code }), onclick: () => { forgetTable(code); this.show(); } }, icon("close"))))));
  }

  records() {
    return h("p", null, h("a", { class: "button", href: replayAddress("file", null) }, t("ui.replay.open")), " ",
      h("a", { class: "button", href: boardAddress("texas42") }, t("ui.board.title")));
  }

  maker() {
    const game = this.chosen;
    return game && h("section", { class: "make", "aria-labelledby": "make" }, h("h2", { id: "make" }, t("ui.make")),
      h("form", { onsubmit: (event) => this.makeOwn(event) },
        field("name", t("ui.your-name"), h("input", { id: "f-name", name: "name", maxlength: NAME_MOST, autocomplete: "nickname", value: prefs.name, oninput: (event) => setPrefs({ name: event.target.value }) })),
        field("game", t("ui.game"), h("select", { id: "f-game", onchange: (event) => this.choose(event.target.value) }, (this.games ?? []).map((one) => h("option", { key: one.name, value: one.name, selected: one.name === game.name }, title(one))))),
        this.chairs(game), this.rules(game), houseRules(game),
        h("button", { type: "submit", class: "play", "aria-disabled": this.isBusy }, t("ui.make-go"))));
  }

  /** @param {any} game */
  chairs(game) {
    return game.seats > 1 && h("fieldset", { class: "chairs" }, h("legend", null, t("ui.seats")), this.seats.map((value, seat) => field(`seat-${seat}`, t("ui.seat", { n: seat + 1 }),
      seat === 0 ? h("span", { id: "f-seat-0", class: "fixed" }, t("ui.you")) : h("select", { id: `f-seat-${seat}`, onchange: (event) => { this.seats[seat] = event.target.value; } },
        ["open", ...game.levels].map((player) => h("option", { key: player, value: player, selected: player === value }, named(`ui.player.${player}`, player)))))));
  }

  /** @param {any} game */
  rules(game) {
    return game.options.length > 0 && h("details", { key: game.name }, h("summary", null, t("ui.house-rules")), game.options.map((option) => optionField(option, game.name)));
  }

  /** @param {SubmitEvent} event */
  makeOwn(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const changed = this.chosen.options.map((option) => [option, valueOf(form, option)]).filter(([option, value]) => value !== plain(option.default));
    const options = changed.map(([option, value]) => `${option.name}=${value}`).join(",");
    this.make({ variant: options ? `${this.game}(${options})` : this.game, seats: this.seats, name: this.name, house: houseOf(form) });
  }
}

/** Games, or boards of games, in the order that they are listed in. @template {any} T @param {T[]} games @returns {T[]} */
export function listedGames(games) {
  return games.sort((one, other) => rank(one) - rank(other));
}

/** @param {any} one a game or a board. */
function rank({ name, game = name }) {
  const place = PICTURES.indexOf(game);
  return place < 0 ? PICTURES.length : place;
}

/** How a game is shown: the first ones in colour, those without a picture small. @param {any} game */
function kindOf({ name }) {
  return FIRST_GAMES.includes(name) ? "first" : PICTURES.includes(name) ? "" : "small";
}

/** The picture of a game. @param {any} game */
function art({ name }) {
  return PICTURES.includes(name) && h("svg", { viewBox: "0 0 66 48", width: 80, height: 58, "aria-hidden": "true" }, h("use", { href: `${BASE}/cards.svg#${name}` }));
}

/** @param {any} game */
function title(game) {
  return named(`ui.game.${game.name}`, game.title ?? game.name);
}

/** @param {string} name @param {string} label @param {any} input @param {string} [line] one line that says what it is. */
function field(name, label, input, line) {
  return h("div", { key: name, class: input.props.type === "checkbox" ? "field tick" : "field" }, h("label", { for: `f-${name}` }, label, line && h("span", { class: "quiet" }, line)), input);
}

/** @param {any} option @param {string} game whose option it is. */
function optionField(option, game) {
  const id = `f-o-${option.name}`;
  const shared = { id, name: `o-${option.name}` };
  const inputs = {
    flag: () => h("input", { ...shared, type: "checkbox", ref: once((node) => { node.checked = Boolean(option.default); }) }),
    choice: () => h("select", shared, option.choices.map((value) => h("option", { key: value, value, ref: once((node) => { node.selected = value === option.default; }) }, named(`ui.value.${value}`, String(value))))),
    number: () => h("input", { ...shared, type: "number", inputmode: "numeric", ref: once((node) => { node.value = option.default; }) }),
  };
  const input = inputs[option.kind] ?? (() => h("input", { ...shared, ref: once((node) => { node.value = option.default ?? ""; }) }));
  return field(`o-${option.name}`, optionLabel(game, option.name), input(), named(`ui.line.${game}.${option.name}`, named(`ui.line.${option.name}`, option.text ?? "")));
}

/** Call with an element when it is made, not at each drawing: what people enter stays. @param {(node: any) => void} call */
function once(call) {
  return (node) => {
    if (node.dataset.made) return;
    node.dataset.made = "1";
    call(node);
  };
}

/** @param {HTMLFormElement} form @param {any} option @returns {string} */
function valueOf(form, option) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(`o-${option.name}`));
  return option.kind === "flag" ? plain(input.checked) : input.value.trim();
}

/** A value as a variant's text writes it. @param {any} value */
function plain(value) {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");
}

/** The rules of the table; what a false claim costs where a game has claims. @param {any} game */
function houseRules(game) {
  const choices = Object.keys(HOUSE).filter((name) => name !== "claims" || game.claims);
  const choice = (name) => field(`h-${name}`, t(`ui.house.${name}`), h("select", { id: `f-h-${name}`, name: `h-${name}` }, HOUSE[name].map((value) => h("option", { key: value, value }, t(`ui.house.${name}.${value}`)))));
  const flag = (name) => field(`h-${name}`, t(`ui.house.${name}`), h("input", { id: `f-h-${name}`, name: `h-${name}`, type: "checkbox", ref: once((node) => { node.checked = FLAGS[name]; }) }));
  const number = (name) => field(`h-${name}`, t(`ui.house.${name}`), h("input", { id: `f-h-${name}`, name: `h-${name}`, type: "number", min: LEAST[name], max: 3600, required: true, ref: once((node) => { node.value = NUMBERS[name]; }) }));
  return h("details", { key: "house" }, h("summary", null, t("ui.table-rules")), choices.map(choice), Object.keys(FLAGS).map(flag), Object.keys(NUMBERS).map(number));
}

/** @param {HTMLFormElement} form */
function houseOf(form) {
  const input = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(`h-${name}`));
  const texts = Object.keys(HOUSE).filter(input).map((name) => [name, input(name).value]);
  const flags = Object.keys(FLAGS).map((name) => [name, input(name).checked]);
  const numbers = Object.keys(NUMBERS).map((name) => [name, Number(input(name).value)]);
  return Object.fromEntries([...texts, ...flags, ...numbers]);
}
