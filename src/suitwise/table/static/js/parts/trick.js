/**
 * The board: a slot for each seat that never moves, with who leads and who wins the trick, and a centre.
 *
 * @typedef {{seat: number, place: string, badge: any, plays: any, led?: boolean, wins?: boolean,
 *     label: string, out?: boolean, laid?: string}} Slot  `laid`: what lies there, so that something else is new.
 */

import { h } from "../dom.js";
import { t } from "../words.js";
import { spot } from "./seats.js";

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

/** The last trick, over the felt's middle. @param {{title: string, plays: {name: string, what: any, wins: boolean}[], onClose: () => void}} props */
export function lastSheet({ title, plays, onClose }) {
  return h("section", { key: "last", class: "last-sheet", role: "group", "aria-label": title },
    h("h2", null, title),
    h("ul", null, plays.map(({ name, what, wins }) => h("li", { key: name, class: wins ? "wins" : "" }, h("span", { class: "name", dir: "auto" }, name, wins && h("b", { "aria-hidden": "true" }, " ★")), h("span", { class: "laid" }, what)))),
    h("button", { type: "button", class: "chip", onclick: onClose }, t("ui.close")));
}

/** What a slot shows, in words. @param {string} name @param {string} what "" for nothing. @param {{led?: boolean, wins?: boolean}} flags */
export function slotLabel(name, what, { led, wins }) {
  if (!what) return t("ui.slot-empty", { name });
  const key = led && wins ? "ui.slot-led-wins" : led ? "ui.slot-led" : wins ? "ui.slot-wins" : "ui.slot";
  return t(key, { name, what });
}
