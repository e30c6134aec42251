/** Any game without a page of its own: its table in words or its view as text, its moves as buttons. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { sentence } from "../parts/card.js";
import { badge, lateHands, seatsAround } from "../parts/seats.js";
import { nameOfMove } from "../store.js";
import { t } from "../words.js";

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { head, view, ask, table } = state.parts;
  const lines = table?.lines;
  return {
    score: h("div", { class: "scores" }, head?.text ?? ""),
    board: h("div", { class: "plain-board" },
      h("div", { class: "ring" }, seatsAround(state).map(({ seat }) => h("div", { key: seat }, badge(state, seat)))),
      lines ? inWords(state, lines) : h("pre", { class: "view", tabindex: 0, "aria-label": t("ui.view") }, view ?? t("ui.nothing-seen"))),
    hand: ask ? moves(state, act) : state.bottom === null ? h("p", { class: "quiet moves" }, "") : lateHands(state, (cards) => h("span", null, sentence(cards.join(" ")))),
    playLabel: state.picked ? t("ui.play-this", { move: nameOfMove(state, state.picked) }) : t("ui.play"),
    moveName: (move) => nameOfMove(state, move),
    speak: { score: head?.text ?? "", table: lines?.join(" ") ?? view ?? "", bids: "" },
  };
}

/** What lies on the table, and this person's cards. @param {import("../store.js").State} state @param {string[]} lines */
function inWords(state, lines) {
  const told = [...lines, ...(state.parts.hand?.rows ?? []).map(({ name }) => name)];
  return h("div", { class: "view", tabindex: 0, role: "region", "aria-label": t("ui.view") }, told.map((line, place) => h("p", { key: place }, sentence(line))));
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function moves(state, act) {
  const { ask } = state.parts;
  return h("div", { id: "hand", class: "moves", "data-roving": "", onkeydown: rove },
    ask.moves.map((move) => h("button", {
      key: move, type: "button", class: "chip", "data-rove": "", "aria-pressed": state.picked === move, onclick: () => act.pick(move),
    }, sentence(nameOfMove(state, move)))),
    ask.n_moves > ask.moves.length && h("p", { class: "quiet" }, t("ui.more-moves", { n: ask.n_moves - ask.moves.length })));
}
