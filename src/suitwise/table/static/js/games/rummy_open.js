/** Melds that lie open on the felt: a tap adds the card that is chosen, or takes a joker for it; a defender at gin lays off on them. */

import { h } from "../dom.js";
import { cardText } from "../parts/card.js";
import { meld } from "../parts/meld.js";
import { cardsIn, isMyTurn, mySeat, taken } from "../store.js";
import { styled, t } from "../words.js";

await styled("melds");

/** So many melds lie larger. */
const FEW = 4;
/** Lines of the story: a turn has ended; there are new melds. */
const ENDS = ["rummy.told.discard", "rami.told.end"], NEW = /^rami\.told\.(open|lay)$/;

/** The melds with what this person has chosen to lay off, till another answer comes. */
const drafted = { rows: /** @type {any[]|undefined} */ (undefined) };

/** The melds of the table, in the order in which they were laid; a knocker's with what is chosen to be laid off. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
export function felt(state, act) {
  const { rows, laid } = state.parts.table;
  if (state.ruling || !state.chosen.length) drafted.rows = state.ruling?.draft?.rows;
  const shown = rows ? marked(state, rows) : laid && drafted.rows || laid, isToSee = !rows || mySeat(state) === null;
  const takes = (n) => state.chosen.length && movesTo(state, act, n).length;
  return shown && h("ul", { key: "felt", class: shown.length > FEW ? "felt-melds" : "felt-melds few", tabindex: isToSee ? 0 : null, "aria-label": t("ui.rummy.melds") }, shown.map((row, at) => h("li", { key: at },
    isToSee ? meld(row) : h("button", { type: "button", class: state.picked.endsWith(`@${at + 1}`) ? "meant" : takes(at + 1) ? "offered" : "", "aria-description": takes(at + 1) ? t("ui.rummy.takes-it") : null, "data-meld": at + 1, onclick: (event) => tapped(state, act, row, at + 1, event.target) }, meld(row)))));
}

/** The melds, with the cards that others have laid since this person's last turn: a new meld is a last one. @param {import("../store.js").State} state @param {any[]} rows */
function marked(state, rows) {
  const mine = mySeat(state), isOver = ({ code, p }) => code.startsWith("rami.over") || p.seat === mine && ENDS.includes(code);
  const lines = mine === null ? [] : state.log.slice(state.log.findLastIndex(isOver) + 1);
  const melds = lines.filter(({ code }) => NEW.test(code)).flatMap(({ p }) => (p.melds ?? p.meld).split(" / ").map(() => p.seat !== mine));
  const cards = (at, isOfOthers) => lines.filter(({ p }) => p.meld && p.n === at + 1 && (p.seat !== mine) === isOfOthers).flatMap(({ p }) => (p.card ?? p.cards).split(" ").map((card) => card.slice(0, 2)));
  return rows.map((row, at) => { // a line tells the number of its meld
    const added = cards(at, true), own = cards(at, false);
    return { ...row, fresh: row.cards.map((text) => (melds[at + melds.length - rows.length] ?? taken(added, text)) && !taken(own, text)) };
  });
}

/** The moves by which what is chosen goes to a meld. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {number} n */
function movesTo({ parts: { ask } }, act, n) {
  const text = act.chosenText(), add = text === "JK" ? "add:[" : `add:${text}`, cards = cardsIn(text).sort().join();
  return (ask?.moves ?? []).filter((move) => move.endsWith(`@${n}`) && (move.startsWith(add) || move.startsWith("take") && cardsIn(move.slice(5).split("@")[0]).sort().join() === cards));
}

/** A card goes to the end that was tapped; on a joker it takes its place. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {any} row @param {number} n @param {HTMLElement} on */
function tapped(state, act, row, n, on) {
  const text = act.chosenText(), found = movesTo(state, act, n);
  if (!text) return act.cannot(t("ui.choose-first"));
  const strips = [...(on.closest("[data-meld]")?.querySelectorAll(".strip") ?? [])], place = strips.findIndex((one) => one.contains(on));
  const isJoker = row.cards[place] === "JK", ends = found.filter((move) => move.startsWith("add")), take = found.find((move) => !ends.includes(move));
  if (take && (isJoker || !ends.length)) return act.move(take);
  if (ends.length) return act.move(ends[2 * place < strips.length ? 0 : ends.length - 1]);
  return act.ask(`${isJoker ? "take" : "add"}:${text}@${n}`, true);
}

/** The cards of a move, a joker in brackets by its name, or how many they are. @param {string} move */
export function named(move) {
  const cards = move.replace(/\[\w+]/g, "JK").match(/JK|[SHDC][2-9TJQKA]/g) ?? [];
  return cards.length > 3 ? t("ui.rummy.held", { n: cards.length }) : cards.map(cardText).join(" ");
}

/** To discard the card that is chosen, and to lay the cards that are or the best. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {typeof import("./rummy.js").deed} deed */
export function laying(state, act, deed) {
  const { ask, seats } = state.parts, { picked } = state, n = state.chosen.length, text = act.chosenText();
  const card = ask.discards[text] ? text : "", lay = n > 2 ? text : n ? "" : ask.lay, ends = ask.moves.includes("end");
  return [
    deed(state, act, "first", { word: ends ? "end" : "discard", detail: ends ? "" : card ? cardText(card) : t("ui.rummy.a-card"), move: ends ? "end" : card, isDue: !lay && n < 2 }),
    picked.includes(":") ? deed(state, act, "second", { word: picked.split(":")[0].replace("take", "swap"), detail: named(picked), move: picked, isOn: Boolean(state.ruling?.legal) }) : deed(state, act, "second", { word: seats[mySeat(state) ?? 0].opened ? "lay" : "open", detail: n > 2 ? t("ui.rummy.held", { n }) : t("ui.rummy.best"), move: lay, isOn: n > 2 ? Boolean(state.ruling?.legal) : Boolean(lay), isDue: Boolean(lay), why: n < 2 && isMyTurn(state) ? ask.text : "" }),
  ];
}

/** To lay off the cards that are chosen, or none, or the best. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {typeof import("./rummy.js").deed} deed */
export function layingOff(state, act, deed) {
  const { ask: { moves: [best], off } } = state.parts, text = act.chosenText(), isOwn = state.chosen.length > 0;
  return [
    deed(state, act, "first", { word: "layoff", detail: isOwn ? named(text) : t("ui.rummy.nothing"), move: isOwn ? text : "nothing", isOn: !isOwn || Boolean(state.ruling?.legal), isDue: isOwn }),
    deed(state, act, "second", { word: "lay-best", detail: off ? named(off) : t("ui.rummy.nothing"), move: best, isDue: !isOwn }),
  ];
}
