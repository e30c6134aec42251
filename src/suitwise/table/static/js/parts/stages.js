/** Before and after a deal: who sits where, and how it ended. */

import { later } from "../acts.js";
import { h } from "../dom.js";
import { sentence } from "./card.js";
import { icon } from "./dialogs.js";
import { faceOf, ready, sideOf, who } from "./seats.js";
import { phraseOf } from "../prefs.js";
import { replayAddress } from "../router.js";
import { ending, mySeat, nameOf } from "../store.js";
import { listed, numeral, t } from "../words.js";

/** The table before it plays. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export const lobby = (state, act) => later("lobby", () => import("./lobby.js"), act)?.lobby(state, act);

/** How a deal or a match ended, and what comes then. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {import("../pages/table.js").Drawn} drawn how the game shows it. */
export function over(state, act, drawn) {
  const isDaily = Boolean(state.welcome?.house.daily) && state.parts.life?.stage === "over" && mySeat(state) !== null;
  return outcome(state, act, drawn,
    h("div", { key: "then", class: "then" },
      ending(state).match ? mySeat(state) !== null && !isDaily && h("button", { key: "again", type: "button", class: "play", onclick: () => again(state) }, t("ui.again")) : ready(state, act),
      recordLinks(state, act)),
    isDaily && h("div", { key: "day", class: "day", ref: () => act.compare() }, state.day?.()));
}

/** How a deal or a match ended: the verdict first, the facts in a sentence, the rest on demand. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {import("../pages/table.js").Drawn} drawn how the game shows it. @param {...any} then what may be done, and what stands below. */
export function outcome(state, act, { over: shown, laysDown, showsHands = laysDown, gauge, details }, ...then) {
  const end = ending(state);
  const lines = (end.lines ?? []).map((line) => h("p", { key: line, class: "fact" }, sentence(line)));
  if (shown && laysDown && state.bottom === null && !state.isLaidSeen) {
    return h("div", { key: "laid", class: "over lays" }, h("h2", null, sentence(end.text)), end.lines?.length > 0 && h("p", { key: "facts", class: "fact" }, sentence(listed(end.lines))), shown, h("button", { type: "button", class: "play", onclick: () => act.store.set({ isLaidSeen: true }) }, t("ui.go-on")));
  }
  const tricks = !shown && !details && end.tricks?.length ? tricksTaken(state, end.tricks) : null;
  return h("div", { key: "over", class: showsHands ? "over lays" : "over" },
    verdict(state, end),
    [end.headline && end.text, end.next].filter(Boolean).map((line) => h("p", { key: line, class: "fact" }, sentence(line))), gauge,
    !details && lines, shown, then.length > 0 ? then[0] : lastTrick(state, act),
    tricks, details && h("details", { key: "details" }, h("summary", null, t("ui.details")), h("div", { class: "details" }, lines, details)),
    then.slice(1));
}

/** The signs of a figure that is drawn large, of Chinese half as many. */
const FIGURE_MOST = 5;
/** The suits that fall once when somebody has won, and how far from the left, in hundredths. */
const LEFT = [6, 16, 27, 35, 45, 54, 62, 70, 78, 86, 92, 22];
const FALLING = ["spade", "heart", "diamond", "club"];

/** What it comes to for who reads it. @param {import("../store.js").State} state @param {any} end */
function verdict(state, { headline, text }) {
  const { title, figure, note } = parted(headline?.text ?? text);
  const tone = headline?.won ? "won" : headline?.won === false ? "lost" : "even";
  return h("div", { key: `verdict ${title}${figure}`, class: `verdict ${tone}` },
    headline?.won && h("svg", { key: "falling", class: "falling", "aria-hidden": "true" },
      LEFT.map((left, place) => h("text", { key: place, class: FALLING[place % 4], x: `${left}%`, y: 0 }, "♠♥♦♣"[place % 4]))),
    h("span", { class: "faces", "aria-hidden": "true" }, victors(state, headline).map((seat) => faceOf(state, seat))),
    h("h2", null, h("span", { class: "title" }, sentence(title)), figure && [h("span", { class: "sr" }, ": "), h("b", { class: figure.replace(/[^ -~]/g, "xx").length > FIGURE_MOST ? "figure long" : "figure" }, sentence(figure))], note && [h("span", { class: "sr" }, ", "), h("span", { class: "note" }, sentence(note))]));
}

/** The verdict's sentence by how large it is drawn: who has won, by how much, and what else. @param {string} text @returns {{title: string, figure: string, note: string}} */
export function parted(text) {
  const [, title = text, rest = ""] = /^([^:：]{1,60}?)(?:: |：)(.{1,40})$/.exec(text) ?? [];
  const [figure = "", ...notes] = rest.split(/, |，/);
  return { title, figure, note: notes.join(", ") };
}

/** Whose pictures stand above the verdict: the winners', if the reader is one or lost to them. @param {import("../store.js").State} state @param {any} headline @returns {number[]} */
function victors(state, headline) {
  const mine = mySeat(state);
  if (mine === null || typeof headline?.won !== "boolean") return [];
  const seats = (state.parts.seats ?? []).map((_, seat) => seat);
  const ours = seats.filter((seat) => seat === mine || sideOf(state, seat) === "ours");
  return headline.won ? ours : seats.some((seat) => sideOf(state, seat)) ? seats.filter((seat) => !ours.includes(seat)) : seats.length === 2 ? seats.filter((seat) => seat !== mine) : [];
}

/** The way to the trick that was the last. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function lastTrick(state, act) {
  return state.parts.table?.last && h("button", { key: "last", type: "button", class: "button", onclick: () => act.last() }, t("ui.last-trick"));
}

/** The deal just ended, again, judged and for others, after a match the way home, and the last trick. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function recordLinks(state, act) {
  const last = mySeat(state) === null ? null : state.parts.proof?.opened?.at(-1), address = last && replayAddress(state.code, last.deal + 1);
  const link = (key, href, name) => h("a", { key, class: "button", href }, icon(key), t(name));
  return h("p", { key: "record", class: "meets" },
    last && [state.welcome?.review && link("review", `${address}&review=1`, "ui.review.link"), link("replay", address, "ui.replay.link"), link("sharing", `${address}&share=1`, "ui.sharing")],
    ending(state).match && h("a", { key: "home", class: "button", href: `${window.site}/` }, t("ui.menu.home")), lastTrick(state, act));
}

/** A table that this person can't come to, and why. @param {import("../store.js").State} state */
export function closed({ closed: code, no }) {
  const text = { 4403: t("ui.bad-token"), 4404: t("ui.no-table") }[code] ?? t("ui.closed");
  return h("main", { class: "notice", key: "closed" }, h("h1", null, text), no && h("p", { class: "quiet" }, no.text), h("p", null, h("a", { class: "button", href: `${window.site}/` }, t("ui.menu.home"))));
}

/** Make the table anew: the same bots, others' seats open. @param {import("../store.js").State} state */
function again(state) {
  const seats = state.parts.people.map((person) => (person.you || person.seat === mySeat(state) ? "human" : person.control === "bot" ? person.player : "open"));
  const phrase = phraseOf(state.code) || undefined, { variant, house } = state.welcome ?? {};
  const body = { variant, seats, name: nameOf(state, mySeat(state) ?? 0), phrase, house };
  import("./around.js").then(({ makeTable }) => makeTable(body)).catch(() => {});
}

/** @param {import("../store.js").State} state @param {{winner: number, points: number}[]} tricks */
function tricksTaken(state, tricks) {
  return h("details", { key: "tricks" }, h("summary", null, t("ui.tricks-taken", { n: numeral(tricks.length) })),
    h("ol", null, tricks.map(({ winner, points }, place) => h("li", { key: place }, t("ui.trick-of", { n: place + 1, name: who(state, winner), points: numeral(points) })))));
}
