/**
 * Stacks of the board set up by taps: a stack is chosen, and cards of the palette go under it one by one.
 *
 * What is tapped stands in the field's text, so that it can be typed as well, and an address holds it.
 */

import { polite } from "../announce.js";
import { tintOf } from "../games/stacks.js";
import { h } from "../dom.js";
import { rove } from "../keys.js";
import { numeral, t } from "../words.js";

/** The stacks of a text, each from the top down; one without cards where there are none. @param {string} text @returns {string[][]} */
const stacksOf = (text) => text.split("|").map((stack) => stack.split(/[\s,]+/).filter((word) => word && word !== "-"));

/** @param {string[][]} stacks */
function textOf(stacks) {
  return stacks.length === 1 && !stacks[0].length ? "" : stacks.map((stack) => stack.join(" ") || "-").join(" | ");
}

/** @param {number} number of a stack. */
const named = (number) => t("ui.board.stack", { n: numeral(number) });

export class Stacking {
  /** @param {{texts: Object<string, string>, board: import("../pages/board.js").Board, changed: (texts?: Object<string, string>) => void, show: () => void}} page @param {string} name the field's. */
  constructor(page, name) {
    this.page = page;
    this.name = name;
    /** The stack that cards are tapped into. */
    this.at = 0;
  }

  get stacks() {
    const found = stacksOf(this.page.texts[this.name] ?? "");
    this.at = Math.min(this.at, found.length - 1);
    return found;
  }

  /** @param {string[][]} stacks @param {string} said */
  write(stacks, said) {
    polite(said);
    this.page.changed({ [this.name]: textOf(stacks) });
  }

  /** A card of the palette goes under the chosen stack, from another if it lies there; where it lies in the chosen one, out of it. @param {string} card */
  tap(card) {
    const before = this.stacks, isIn = before[this.at].includes(card);
    const stacks = before.map((stack) => stack.filter((one) => one !== card));
    if (!isIn) stacks[this.at].push(card);
    this.write(stacks, t(isIn ? "ui.board.taken" : "ui.board.laid", { card, field: named(this.at), n: stacks[this.at].length }));
  }

  /** @param {number} number of a stack. @param {number} place of a card in it. */
  take(number, place) {
    const stacks = this.stacks, [card] = stacks[number].splice(place, 1);
    this.at = number;
    this.write(stacks, t("ui.board.taken", { card, field: named(number), n: stacks[number].length }));
  }

  /** @param {number} number of a stack. */
  choose(number) {
    this.at = number;
    this.page.show();
  }

  add() {
    const stacks = [...this.stacks, []];
    this.at = stacks.length - 1;
    this.write(stacks, named(this.at));
  }

  /** Take the chosen stack away, which is empty. */
  drop() {
    const { at } = this;
    this.write(this.stacks.filter((_, number) => number !== at), t("ui.board.stack-dropped", { n: numeral(at) }));
  }

  // --- What is shown ---

  editor() {
    const { stacks } = this, mayDrop = stacks.length > 1 && !stacks[this.at].length;
    return [
      h("ul", { key: "stacks", class: "stack-row", role: "list", "data-roving": "", onkeydown: rove }, stacks.map((cards, number) => this.stack(cards, number))),
      h("div", { key: "ways", class: "board-go" }, h("button", { type: "button", onclick: () => this.add() }, t("ui.board.new-stack")),
        mayDrop && h("button", { key: "drop", type: "button", onclick: () => this.drop() }, t("ui.board.drop-stack", { n: numeral(this.at) }))),
    ];
  }

  /** @param {string[]} cards @param {number} number */
  stack(cards, number) {
    const isSet = number === this.at;
    return h("li", { key: number, class: `stack ${isSet ? "aimed" : ""} ${cards.length ? "" : "bare"}` },
      h("button", { key: "choose", type: "button", class: "board-set", "data-rove": "", "data-row": 0, "aria-pressed": isSet, "aria-label": named(number), onclick: () => this.choose(number) },
        isSet && h("span", { key: "mark", class: "board-mark", "aria-hidden": "true" }, "▸"), numeral(number)),
      cards.map((card, place) => h("button", { key: `${place} ${card}`, type: "button", class: `stack-card tint-${tintOf(card)}`, "data-rove": "", "data-row": place + 1, "data-card": card, "aria-label": t("ui.board.take", { card }), onclick: () => this.take(number, place) }, card)));
  }

  /** The cards to tap, each a button that says where it lies. */
  palette() {
    const { stacks } = this;
    return h("div", { key: "deck", class: "deck stacks", role: "group", "aria-label": t("ui.board.deck", { field: named(this.at) }), "data-roving": "", onkeydown: rove },
      this.page.board.deck.map((cards, row) => h("div", { key: row, class: "deck-row" }, cards.map((card) => {
        const lies = stacks.findIndex((stack) => stack.includes(card));
        const kind = lies < 0 ? "" : lies === this.at ? "chosen" : "dim";
        return h("button", { key: card, type: "button", class: `stack-card tint-${tintOf(card)} ${kind}`, "data-rove": "", "data-row": row, "data-card": card, "aria-pressed": lies === this.at,
          "aria-label": lies < 0 ? card : `${card}${t("ui.comma")}${named(lies)}`, onclick: () => this.tap(card) }, card);
      }))));
  }
}
