/**
 * What moves through a record: a slider with its tricks and deals, and buttons for steps.
 *
 * The slider stops where something is decided. Most moves of a deal may be cards that are dealt: they would fill
 * three quarters of it.
 * @typedef {Object} Scrubber
 * @property {number} at         the move that is shown, 0 before the first.
 * @property {number[]} stops    the moves at which the slider stops, ascending.
 * @property {any} ticks         of `ticksOf`, which is made once.
 * @property {boolean} hasTricks long steps are tricks; else deals.
 * @property {boolean} isPlaying
 * @property {string} what       the move in words, for ears.
 * @property {(ply: number) => void} onMove
 * @property {(name: "back"|"forth"|"trick-back"|"trick-forth") => void} onStep
 * @property {() => void} onToggle
 */

import { h } from "../dom.js";
import { t } from "../words.js";

/** More ticks than these would be one bar: then only the deals are marked. */
const TICKS_MOST = 90;
/** The signs of the buttons, drawn in a square of 24. */
const SIGNS = {
  "trick-back": "M6 5V19M18 5 11 12 18 19", back: "M15 5 8 12 15 19", play: "M8 5 19 12 8 19Z",
  pause: "M9 5V19M15 5V19", forth: "M9 5 16 12 9 19", "trick-forth": "M18 5V19M6 5 13 12 6 19",
};

/** A line for each trick and each deal, and a sign for each move that has cost something. @param {{mark: string}[]} plies @param {number[]} stops @param {Map<number, any>} costly */
export function ticksOf(plies, stops, costly) {
  const marked = plies.map(({ mark }, ply) => ({ mark, ply })).filter(({ mark }) => mark);
  const shown = marked.length > TICKS_MOST ? marked.filter(({ mark }) => mark === "deal") : marked;
  const at = (ply) => ({ "--at": `${(100 * stopAt(stops, ply)) / Math.max(1, stops.length - 1)}%` });
  return h("div", { class: "ticks", "aria-hidden": "true" }, shown.map(({ mark, ply }) => h("span", { key: ply, class: mark, style: at(ply) })),
    [...costly.keys()].map((ply) => h("span", { key: `costly ${ply}`, class: "costly", style: at(ply) }, "▼")));
}

/** The number of the last stop that is not after a move. @param {number[]} stops @param {number} ply @returns {number} */
export const stopAt = (stops, ply) => Math.max(0, stops.filter((stop) => stop <= ply).length - 1);

/** @param {Scrubber} props */
export function scrubber(props) {
  const { stops, what, hasTricks, isPlaying, onStep } = props;
  const at = stopAt(stops, props.at), last = stops.length - 1;
  const step = (name, keys) => button(name, hasTricks ? name : name.replace("trick", "deal"), keys, () => onStep(name));
  return [
    h("div", { key: "scrub", class: "scrub" }, props.ticks, h("input", {
      type: "range", min: 0, max: last, step: 1, value: String(at), "aria-label": t("ui.replay.position"),
      "aria-valuetext": t("ui.replay.at", { n: at, of: last, what }), oninput: (event) => props.onMove(stops[Number(event.target.value)]),
    })),
    h("div", { key: "steps", class: "steps" }, step("trick-back", "Shift+ArrowLeft"), step("back", "ArrowLeft"),
      button("play", isPlaying ? "pause" : "play", "Space", props.onToggle), step("forth", "ArrowRight"), step("trick-forth", "Shift+ArrowRight")),
  ];
}

/** @param {string} key @param {string} name what it does. @param {string} keys @param {() => void} onclick */
function button(key, name, keys, onclick) {
  const label = t(`ui.replay.${name}`);
  return h("button", { key, type: "button", "aria-label": label, title: label, "aria-keyshortcuts": keys, onclick },
    h("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true" }, h("path", { d: SIGNS[name.replace("deal", "trick")] })));
}
