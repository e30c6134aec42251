/**
 * The board: a slot for each seat that never moves, with who leads and who wins the trick, and a centre.
 *
 * @typedef {{seat: number, place: string, badge: any, plays: any, led?: boolean, wins?: boolean,
 *     label: string, out?: boolean, laid?: string}} Slot  `laid`: what lies there, so that something else is new.
 */

import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @param {{slots: Slot[], centre?: any, done?: boolean, calm?: boolean, label: string, onTap?: () => void}} props
 *     `done`: the trick is whole and about to be cleared; `calm`: nothing is played now.
 */
export function trick({ slots, centre, done, calm, label, onTap }) {
  return h("div", { class: `board n${slots.length} ${done ? "done" : ""} ${calm ? "calm" : ""}`, onclick: onTap },
    h("ul", { class: "places", "aria-label": label }, slots.map(slotItem)),
    h("div", { class: "centre" }, centre));
}

/** @param {Slot} slot */
function slotItem(slot) {
  const flags = [slot.led && "led", slot.wins && "wins", slot.out && "out"].filter(Boolean).join(" ");
  return h("li", { key: slot.seat, class: `place ${slot.place} ${flags}` },
    slot.badge,
    h("div", { key: slot.laid ?? "", class: "slot" },
      h("span", { class: "sr" }, slot.label),
      h("span", { class: "laid", "aria-hidden": "true" }, slot.plays),
      slot.led && h("span", { class: "led-sign", "aria-hidden": "true" }, "▸"),
      slot.wins && h("span", { class: "wins-sign", "aria-hidden": "true" }, "★")));
}

/** What a slot shows, in words. @param {string} name @param {string} what "" for nothing. @param {{led?: boolean, wins?: boolean}} flags */
export function slotLabel(name, what, { led, wins }) {
  if (!what) return t("ui.slot-empty", { name });
  const key = led && wins ? "ui.slot-led-wins" : led ? "ui.slot-led" : wins ? "ui.slot-wins" : "ui.slot";
  return t(key, { name, what });
}
