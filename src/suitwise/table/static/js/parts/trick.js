/**
 * The board: a slot for each seat that never moves, with who leads and who wins the trick, and a centre.
 *
 * @typedef {{seat: number, place: string, badge: any, plays: any, led?: boolean, wins?: boolean,
 *     label: string, out?: boolean, laid?: string}} Slot  `laid`: what lies there, so that something else is new.
 */

import { h } from "../dom.js";
import { t } from "../words.js";
import { spot, who } from "./seats.js";

/**
 * @param {{slots: Slot[], centre?: any, corners?: any, over?: any, done?: boolean, calm?: boolean, label: string, onTap?: () => void}} props
 *     `corners`: what lies at the lower corners, left and right; `over`: a sheet over the middle;
 *     `done`: the trick is whole and about to be cleared; `calm`: nothing is played now.
 */
export function trick({ slots, centre, corners, over, done, calm, label, onTap }) {
  const winner = done && slots.find((one) => one.wins);
  const flags = [`n${slots.length}`, slots.length > 4 && "many", done && "done", calm && "calm", over && "covered"].filter(Boolean).join(" ");
  return h("div", { class: `board ${flags}`, onclick: onTap },
    h("ul", { class: "places", "aria-label": label, "data-gather": winner ? `seat-${winner.seat}` : null }, slots.map(slotItem)),
    h("div", { class: "centre" }, centre), corners, over);
}

/** @param {Slot} slot */
function slotItem(slot) {
  const flags = [slot.led && "led", slot.wins && "wins", slot.out && "out", !slot.plays && "empty"].filter(Boolean).join(" ");
  return h("li", { key: slot.seat, class: `place ${slot.place} ${flags}`, style: spot(slot.place) },
    slot.badge,
    h("div", { key: slot.laid ?? "", class: "slot" },
      h("span", { class: "sr" }, slot.label),
      h("span", { class: "laid", "aria-hidden": "true" }, slot.plays),
      slot.wins && h("span", { class: "wins-sign", "aria-hidden": "true" }, "★"),
      slot.led && !slot.wins && h("span", { class: "led-sign", "aria-hidden": "true" }, "▸")));
}

/** The corner's button for the last trick, which keeps its place before there is one. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} label */
export function lastButton(state, act, label) {
  return h("button", { key: "to-last", type: "button", class: `corner-button last ${state.parts.table.last ? "" : "unseen"}`, "aria-pressed": state.isLastShown, onclick: () => act.last() }, label);
}

/** The last trick over the felt's middle, where it is asked for. @param {import("../store.js").State} state @param {{last: () => void}} act @param {string} title @param {(play: any) => any} drawn what a seat has played. */
export function lastSheet(state, act, title, drawn) {
  const { last } = state.parts.table;
  if (!state.isLastShown || !last) return null;
  return h("section", { key: "last", class: "last-sheet", role: "group", "aria-label": title },
    h("h2", null, title),
    h("ul", null, last.plays.map((play) => {
      const wins = play.seat === last.best;
      return h("li", { key: play.seat, class: wins ? "wins" : "" }, h("span", { class: "name", dir: "auto" }, who(state, play.seat), wins && h("b", { "aria-hidden": "true" }, " ★")), h("span", { class: "laid" }, drawn(play)));
    })),
    h("button", { type: "button", class: "chip", onclick: () => act.last() }, t("ui.close")));
}

/** What a slot shows, in words. @param {string} name @param {string} what "" for nothing. @param {{led?: boolean, wins?: boolean}} flags */
export function slotLabel(name, what, { led, wins }) {
  if (!what) return t("ui.slot-empty", { name });
  const key = led && wins ? "ui.slot-led-wins" : led ? "ui.slot-led" : wins ? "ui.slot-wins" : "ui.slot";
  return t(key, { name, what });
}
