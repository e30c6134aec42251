/** A link that carries a record: what it carries is shown, and nothing is sent before that is asked for. */

import { cue } from "../announce.js";
import { h, render } from "../dom.js";
import { sentence } from "../parts/card.js";
import { unpacked } from "../parts/packing.js";
import { firstWords, named, numeral, t } from "../words.js";
import { ReplayPage } from "./replay.js";

/** The game's name in a record's first lines, as text or as JSON. */
const GAME = /^\s*(?:\{[^[]*?"game"\s*:\s*"|game\s+)([a-z][a-z0-9_]{0,39})/;

export class SharedPage {
  /** @param {HTMLElement} root @param {import("../router.js").SharedRoute} where */
  constructor(root, where) {
    this.root = root;
    this.where = where;
    /** @type {ReplayPage|null} */
    this.replay = null;
    this.isClosed = false;
    Promise.all([unpacked(where.sent), firstWords]).then(([{ text, no }]) => { if (!this.isClosed) this.show(text, no); });
  }

  close() {
    this.isClosed = true;
    this.replay?.close();
  }

  /** @param {string} text @param {string} no why it can't be read. */
  show(text, no) {
    const name = GAME.exec(text)?.[1] ?? "";
    const size = numeral(new Blob([text]).size);
    const said = no ? t(`ui.shared.${no}`) : t("ui.shared.carries", { game: name ? named(`ui.game.${name}`, name) : t("ui.shared.unnamed"), n: size });
    cue(false, t("ui.shared.title"));
    render(this.root, h("main", { class: "notice" }, h("h1", null, t("ui.shared.title")), h("p", { role: "status" }, sentence(said)),
      !no && h("p", null, t("ui.shared.unsent")),
      h("p", { class: "meets" }, !no && h("button", { type: "button", class: "play", onclick: () => this.open(text) }, t("ui.shared.open")), h("a", { class: "button", href: `${window.site}/` }, t("ui.menu.home")))));
  }

  /** @param {string} text */
  open(text) {
    this.replay ??= new ReplayPage(this.root, { page: "replay", record: "file", deal: null, ply: this.where.ply, text });
  }
}
