/** Gin, Indian rummy and rami: stock and pile, the hand in its best melds, deeds as buttons in fixed places. */

import { later } from "../acts.js";
import { h } from "../dom.js";
import { LATE_LINE, card, cardName, cardText, cardsOf, fan, sentence } from "../parts/card.js";
import { meets } from "../parts/panel.js";
import { badge, heldSign, lateHands, seatsAround, who } from "../parts/seats.js";
import { cardOf, cardsIn, isMyTurn, mySeat, offered } from "../store.js";
import { named, numeral, styled, t } from "../words.js";
import { extra, hand, laidDown } from "./rummy_hand.js";
import { orderItem } from "./rummy_order.js";

/** So many cards are offered: they have one line on a phone. */
const OFFERED_MOST = 3;
/** Lines of the story that are this game's. */
const OWN_LINES = /^(rummy|gin|indian13|rami)\./;

// The looks of this page are loaded with it, so that no other game's first card waits for them.
await styled("rummy");

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { head: { sheet, text }, over, table } = state.parts;
  if (table.rows || table.laid) extra.open = later("melds", () => import("./rummy_open.js"), act);
  if (sheet) extra.sheet = later("sheet", () => import("./rummy_sheet.js"), act);
  const isSeated = mySeat(state) !== null;
  act.meant = meant(state);
  const top = table.pile?.at(-1);
  const mine = isSeated ? hand(state, act, cameLast(state)) : lateHands(state, (cards) => fan(cards, { most: LATE_LINE }));
  return {
    score: score(state),
    board: board(state, act),
    hand: over?.hands?.length ? null : mine,
    bar: isSeated ? deeds(state, act) : undefined,
    drawsMoves: true,
    rules: [h("p", { key: "text" }, sentence(text)), sheet && extra.sheet?.sheet(state)],
    over: over?.hands?.length || over && sheet ? [over.hands && laidDown(state), sheet && extra.sheet?.sheet(state)] : null,
    laysDown: Boolean(over?.hands?.length),
    menu: isSeated && !over && orderItem(state, act),
    moveName,
    speak: { score: scoreText(state), table: table.stock === null ? text : t("ui.rummy.table", { n: table.stock, card: top ? cardName(top.card) : t("ui.rummy.no-pile") }), last: lastLine(state)?.text ?? "", bids: "" },
  };
}

// --- The head ---

/** The points of a match, with a bar for each of two that race to the goal; of a single deal what it is played by. @param {import("../store.js").State} state */
function score(state) {
  const { head: { sheet, totals, to, text }, table } = state.parts;
  if (!to) return h("span", { class: "rummy-head" }, sentence(text));
  const one = (key, name, points, at = 0) => h("span", { key, class: "score", style: { "--at": `${Math.min(100, 100 * at / to)}%` } }, h("span", { class: "side", dir: "auto" }, name), h("b", null, points));
  if (sheet) return h("span", { class: "scores stacked" }, extra.sheet?.sides(state).map(({ side, name, points }) => one(side, name, points)));
  const each = seatsAround(state).map(({ seat }) => one(seat, who(state, seat), numeral(totals[seat]), totals[seat]));
  return h("span", { class: each.length === 2 ? "scores race" : "scores each" }, each, h("span", { key: "to", class: "side goal" }, t(table.rows ? "ui.rummy.low" : "ui.goal", { n: numeral(to) })));
}

/** @param {import("../store.js").State} state */
function scoreText(state) {
  const { sheet, totals = [], to, text } = state.parts.head;
  const points = to ? totals.map((n, seat) => `${who(state, seat)} ${n}`) : [];
  return [...to && sheet ? (extra.sheet?.sides(state) ?? []).map(({ name, points }) => `${name} ${points}`) : points, text].join(t("ui.list"));
}

// --- The table ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function board(state, act) {
  const all = seatsAround(state), mine = mySeat(state), { head, seats, table } = state.parts;
  const others = mine === null ? all : all.slice(1);
  const isOne = others.length === 1;
  return h("div", { class: table.rows ?? table.laid ? "rummy-table has-melds" : "rummy-table" },
    h("div", { key: "seats", class: isOne ? "rummy-seats one-seat" : "rummy-seats many-seats" }, others.map(({ seat }) => h("div", { key: seat }, badge(state, seat, { held: !isOne && heldSign(seats[seat].count, t("ui.rummy.held", { n: seats[seat].count })) }), isOne && backs(state, seat)))),
    extra.open?.felt(state, act),
    h("div", { key: "piles", class: head.wild ? "piles three" : "piles" }, table.stock === null ? h("p", { key: "bare", class: "rummy-head" }, sentence(head.text)) : [stock(state, act), pile(state, act), head.wild && place(t("ui.rummy.wild"), card(head.wild, { key: "wild" }))]),
    h("div", { key: "news", class: "news" }, offers(state, act) ?? h("p", { key: lastLine(state)?.n }, sentence(lastLine(state)?.text))),
    mine !== null && h("div", { key: "mine", class: state.parts.clock ? "mine-badge clocked" : "mine-badge" }, badge(state, mine, { note: "" })));
}

/** The cards of the one other seat, fanned, their backs to the table; one that is new comes from where it was drawn. @param {import("../store.js").State} state @param {number} seat */
function backs(state, seat) {
  const n = state.parts.seats[seat].count;
  const from = lastLine(state)?.code === "rummy.told.pile" ? "pile" : "stock";
  return h("div", { key: "backs", class: "backs", role: "img", "aria-label": t("ui.rummy.held", { n }) }, Array.from({ length: n }, (_, at) =>
    h("span", { key: at, style: { "--at": at - (n - 1) / 2 } }, h("span", { "data-fly": `back-${at}`, "data-origin": from }, h("span", { class: "back" })))));
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function stock(state, act) {
  const n = state.parts.table.stock;
  return place(t("ui.rummy.stock"), h("button", {
    type: "button", class: "back", "data-place": "stock", "aria-label": t("ui.rummy.draw-n", { n }), "aria-disabled": !may(state, "stock"), onclick: mySeat(state) === null ? null : () => make(state, act, "stock"),
  }, h("b", { key: n }, n)));
}

/** The top of the pile, which comes from who has laid it, over the card below, which is there already. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function pile(state, act) {
  const { pile: laid } = state.parts.table;
  const shown = laid.slice(-2), [top] = laid.slice(-1);
  const name = typeof top?.seat !== "number" ? t("ui.rummy.pile") : top.seat === mySeat(state) ? t("ui.rummy.of-you") : t("ui.rummy.of-seat", { name: who(state, top.seat) });
  return place(name, h("span", { key: "up", class: "up", "data-place": "pile" }, !top && h("span", { key: "none", class: "spot", role: "img", "aria-label": t("ui.rummy.no-pile") }),
    shown.map((one, at) => h("span", { key: laid.length - shown.length + at, "data-fly": one.card, "data-origin": one === top && (typeof one.seat === "number" ? `seat-${one.seat}` : "stock"), "aria-hidden": one !== top || null }, card(one.card, one === top && mySeat(state) !== null ? { label: t("ui.rummy.take-this", { card: cardName(top.card) }), onTap: () => make(state, act, "pile") } : {})))));
}

/** @param {string} name @param {any} what */
const place = (name, what) => h("div", { class: "pile-place" }, what, h("span", { key: `name ${name}`, class: "pile-name" }, name));

/** The card that has come into this person's hand in this turn. @param {import("../store.js").State} state @returns {string} */
function cameLast(state) {
  if (!["discard", "play"].includes(state.parts.head.phase) || !isMyTurn(state)) return "";
  return cardsOf(state.log.findLast(({ code, p }) => code === "rummy.told.drawn" || code === "rummy.told.pile" && p.seat === mySeat(state))?.text ?? "").pop() ?? "";
}

/** Cards that would do, no fewer than are chosen, or the move that is hinted; a deed that needs no card has its button below. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function offers(state, act) {
  const ofCards = (/** @type {string} */ move) => cardsIn(move.slice(move.indexOf(":") + 1)).length >= Math.max(state.chosen.length, 1);
  return meets(state.hint ? offered(state) : offered(state).filter(ofCards).slice(0, OFFERED_MOST), act);
}

/** What has happened last. @param {import("../store.js").State} state @returns {import("../store.js").Told|undefined} */
const lastLine = ({ log }) => log.findLast((line) => OWN_LINES.test(line.code));

// --- Deeds ---

/** Whether a move is open to this person now. @param {import("../store.js").State} state @param {string} move */
function may(state, move) {
  return isMyTurn(state) && !state.pending && state.parts.ask.moves.includes(move);
}

/** Make a move that the server has named, so that it is sent until it is answered; of another ask why not. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string} move */
function make(state, act, move) {
  if (may(state, move)) act.move(move);
  else act.ask(move, true);
}

/** What the card that is chosen would best be laid down with: the hand, where that may be and no hint has it discarded. @param {import("../store.js").State} state @returns {string} */
function meant({ parts: { ask, head, table }, chosen: [key = ""], pending, hint }) {
  const card = cardOf(key);
  return !pending && hint?.move !== card && !table.rows && ask?.discards?.[card]?.shows ? `${"wild" in head ? "declare" : "knock"}:${card}` : "";
}

/** Two buttons for what is mostly done, one for what is seldom, and the reasons: always in the same places. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function deeds(state, act) {
  const isDiscard = state.parts.head.phase === "discard" && isMyTurn(state);
  const { can = {} } = state.parts;
  const own = (name, isOn, call) => h("button", { key: name, type: "button", "aria-disabled": !isOn, onclick: () => isOn && call() }, t(`ui.do.${name}`));
  const move = state.parts.ask?.moves[0] ?? "";
  return h("div", { class: "actions deeds" }, /^show/.test(move) ? [extra.open?.layingOff(state, act, deed), clear(act)] : isMyTurn(state) && state.parts.head.phase === "play" ? [extra.open?.laying(state, act, deed), clear(act)] : isDiscard ? discarding(state, act) : drawing(state, act), own("hint", Boolean(can.hint), () => act.hint()), own("why", true, () => act.why()));
}

/** Choose anew. @param {import("../acts.js").Acts} act */
const clear = (act) => h("button", { key: "clear", type: "button", "aria-disabled": !act.chosenText(), onclick: () => act.clear() }, t("ui.do.clear"));

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function drawing(state, act) {
  const top = state.parts.table.pile.at(-1)?.card;
  const out = "wild" in state.parts.head ? "drop" : "pass";
  const isDue = state.parts.ask?.moves.length === 1; // where there is a choice, none of it is gold
  return [
    deed(state, act, "first", { word: "draw", detail: t("ui.rummy.stock"), move: "stock", isDue }),
    deed(state, act, "second", { word: "take", detail: top ? cardText(top) : "\u00a0", move: "pile", isDue }),
    !state.parts.table.rows && deed(state, act, "third", { word: out, move: out, isWarned: out === "drop" }),
  ];
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function discarding(state, act) {
  const { ask, head } = state.parts;
  const word = "wild" in head ? "declare" : "knock";
  const [said, ofCard] = state.picked.split(":");
  const chosen = state.chosen[0] ? cardOf(state.chosen[0]) : ofCard ?? (ask.discards[said] ? said : "");
  const found = ask.discards[chosen], isBig = ask.moves.includes("big");
  const shows = state.hint?.move !== chosen && Boolean(found ? found.shows : !chosen && Object.values(ask.discards).some((one) => one.shows));
  const needed = word === "knock" ? t("ui.rummy.most", { n: head.knock }) : t("ui.rummy.all");
  const kept = found && (found.left || word === "declare" ? t("ui.rummy.keeps", { n: found.left }) : t("ui.rummy.gin"));
  return [
    deed(state, act, "first", { word: "discard", detail: chosen ? cardText(chosen) : t("ui.rummy.a-card"), move: chosen, isDue: !shows && !isBig }),
    deed(state, act, "second", { word, detail: kept ?? needed, move: chosen && `${word}:${chosen}`, isOn: Boolean(found?.shows), isDue: shows && !isBig, isWarned: word === "declare" && !found?.shows }),
    isBig ? deed(state, act, "third", { word: "big", move: "big", isDue: true }) : clear(act),
  ];
}

/**
 * A button that makes a move at once; of one that is not open it says why; a false declaration or a drop
 * takes a second tap, after the server said what it costs. What is picked, else due, stands out.
 * @param {import("../store.js").State} state
 * @param {import("../acts.js").Acts} act
 * @param {string} key
 * @param {{word: string, move: string, detail?: string, isOn?: boolean, isDue?: boolean, isWarned?: boolean, why?: string}} what
 */
export function deed(state, act, key, { word, move, detail, isOn = may(state, move), isDue = false, isWarned = false, why }) {
  const isReady = !state.pending && Boolean(move) && (isOn || key === "second" && isMyTurn(state) && move.includes(":"));
  const isTold = state.asked?.text === move && Boolean(state.ruling?.legal);
  const isPicked = Boolean(move) && state.picked === move;
  const under = isWarned && isTold ? t("ui.rummy.once-more") : detail;
  const isMeant = isMyTurn(state) && (state.picked ? isPicked : isDue && (isOn || !move));
  return h("button", {
    key, type: "button", class: `deed ${isMeant ? "play" : ""} ${isReady && !isOn ? "unready" : ""}`, "data-move": move, "aria-disabled": !isReady,
    "aria-pressed": isPicked, "aria-busy": state.pending?.move === move || null,
    onclick: () => (!move ? why ? act.refused({ text: why }) : act.play() : isWarned ? act.ask(move, isTold) : make(state, act, move)),
  }, h("span", { key: word, class: "word" }, t(`ui.rummy.${word}`)), under && h("span", { key: `${word} ${under}`, class: "detail" }, sentence(under)));
}

/** @param {string} move */
function moveName(move) {
  const [word, rest] = move.split(":");
  const names = { stock: "draw", pile: "take", show: "layoff" };
  if (!rest || word === "show") return named(`ui.rummy.${names[word] ?? word}`, cardText(word));
  return t("ui.rummy.move", { what: t(`ui.rummy.${word === "take" ? "swap" : word}`), card: extra.open?.named(rest) ?? cardText(rest) });
}
