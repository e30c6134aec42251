/** Any game without a page of its own: its view as text, its moves as buttons. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { seatsAround, badge } from "../parts/seats.js";
import { t } from "../words.js";

/**
 * @param {import("../store.js").State} state
 * @param {import("../acts.js").Acts} act
 * @returns {import("../pages/table.js").Drawn}
 */
export function draw(state, act) {
  const { head, view, ask } = state.parts;
  return {
    score: h("div", { class: "scores" }, head?.text ?? ""),
    board: h("div", { class: "plain-board" },
      h("div", { class: "ring" }, seatsAround(state).map(({ seat }) => h("div", { key: seat }, badge(state, seat)))),
      h("pre", { class: "view", tabindex: 0, "aria-label": t("ui.view") }, view ?? t("ui.nothing-seen"))),
    hand: ask ? moves(state, act) : h("p", { class: "quiet moves" }, ""),
    panel: null,
    claim: false,
    playLabel: state.picked ? t("ui.play-this", { move: state.picked }) : t("ui.play"),
    speak: { score: head?.text ?? "", table: view ?? "", bids: "" },
  };
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function moves(state, act) {
  const { ask } = state.parts;
  return h("div", { id: "hand", class: "moves", "data-roving": "", onkeydown: rove },
    ask.moves.map((move) => h("button", {
      key: move, type: "button", class: "chip", "data-rove": "", "aria-pressed": state.picked === move, onclick: () => act.pick(move),
    }, move)),
    ask.n_moves > ask.moves.length && h("p", { class: "quiet" }, t("ui.more-moves", { n: ask.n_moves - ask.moves.length })));
}
