/** Melds that lie open on the felt, as at rami: a tap adds the card that is chosen, or takes a joker for it. */

import { h } from "../dom.js";
import { cardText } from "../parts/card.js";
import { meld } from "../parts/meld.js";
import { cardOf, mySeat } from "../store.js";
import { styled, t } from "../words.js";

await styled("melds");

/** The melds of the table, in the order in which they were laid. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function felt(state, act) {
  return h("ul", { key: "felt", class: "felt-melds", "aria-label": t("ui.rummy.melds") }, state.parts.table.rows.map((row, at) => h("li", { key: at },
    mySeat(state) === null ? meld(row) : h("button", { type: "button", "data-meld": at + 1, onclick: (event) => tapped(state, act, row, at + 1, event.target) }, meld(row)))));
}

/** A card goes to the end that was tapped; on a joker it takes its place. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} row @param {number} n @param {HTMLElement} on */
function tapped(state, act, row, n, on) {
  const text = act.chosenText(), moves = state.parts.ask?.moves ?? [];
  if (!text) return act.cannot(t("ui.choose-first"));
  const strips = [...(on.closest("[data-meld]")?.querySelectorAll(".strip") ?? [])], place = strips.findIndex((one) => one.contains(on));
  const isJoker = row.cards[place] === "JK", take = `take:${text}@${n}`;
  const ends = moves.filter((move) => move.startsWith(text === "JK" ? "add:[" : `add:${text}`) && move.endsWith(`@${n}`));
  if (moves.includes(take) && (isJoker || !ends.length)) return act.move(take);
  if (ends.length) return act.move(ends[2 * place < strips.length ? 0 : ends.length - 1]);
  return act.ask(`${isJoker ? "take" : "add"}:${text}@${n}`, true, false);
}

/** To discard the card that is chosen, to lay the cards that are or the best, and to choose anew. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {typeof import("./rummy.js").deed} deed */
export function laying(state, act, deed) {
  const { ask, seats } = state.parts, n = state.chosen.length, text = act.chosenText();
  const card = ask.discards[text] ? text : "", lay = n > 2 ? text : n ? "" : ask.lay, ends = ask.moves.includes("end");
  return [
    deed(state, act, "first", { word: ends ? "end" : "discard", detail: ends ? "" : card ? cardText(card) : t("ui.rummy.a-card"), move: ends ? "end" : card, isDue: !lay }),
    deed(state, act, "second", { word: seats[mySeat(state) ?? 0].opened ? "lay" : "open", detail: n > 2 ? t("ui.rummy.held", { n }) : t("ui.rummy.best"), move: lay, isOn: Boolean(lay), isDue: Boolean(lay) }),
    h("button", { key: "clear", type: "button", "aria-disabled": !text, onclick: () => act.clear() }, t("ui.do.clear")),
  ];
}

/** Choose a card beside those that are chosen, or no longer. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string} key */
export function toggle({ chosen }, act, key) {
  act.choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
}
