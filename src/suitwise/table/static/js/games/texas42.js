/** Texas 42: calls and declarations as buttons in fixed places, the trick around the board, marks as ALL. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { domino, dominoHand, dominoName, halfDomino } from "../parts/domino.js";
import { bySides, scoreLine, scores } from "../parts/score.js";
import { badge, lateHands, mark, sideOf, who } from "../parts/seats.js";
import { flying, lastButton, shownTrick, slotsOf, trick, trickText } from "../parts/trick.js";
import { isMyTurn, mySeat, offered } from "../store.js";
import { listed, named, t } from "../words.js";

/** The calls that always have a place; others come after them. */
const POINTS = Array.from({ length: 12 }, (_, step) => String(30 + step));
const MARKS = ["1m", "2m"];
const SUITS = ["0", "1", "2", "3", "4", "5", "6"];
const ALL = 7;

/** No line ends within a domino. */
export const prints = { pattern: /([0-6]-[0-6])/, drawn: (name) => h("span", { class: "unbroken" }, name), said: String, svg: String };

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { phase } = state.parts.head;
  const isChoice = phase === "call" || phase === "declare";
  return {
    score: scores(state, { ...state.parts.head, draws: drawsMarks(state) }),
    board: boardOf(state, act),
    hand: mySeat(state) === null ? lateHands(state, (cards) => cards.map((text) => domino(text, { key: text }))) : dominoHand(state, act, phase === "play" && isMyTurn(state) ? state.parts.ask.moves : null),
    picks: isChoice && mySeat(state) !== null ? picks(state, act) : null,
    rules: rules(state),
    claim: true,
    drawsMoves: true,
    moveName: (move) => moveName(move, phase),
    playLabel: playLabel(state),
    speak: { score: scoreText(state), table: trickText(state, shownTrick(state), spoken), last: trickText(state, state.parts.table.last, spoken), bids: bidsText(state) },
  };
}

// --- The head ---

/** Whether the marks are drawn, as far as they are won: seven are the word. @param {import("../store.js").State} state */
const drawsMarks = ({ parts: { head: { target, unit } } }) => unit === "marks" && target === ALL;

/** What the score means. @param {import("../store.js").State} state */
function rules(state) {
  const { points, text } = state.parts.head;
  const lines = [scoreLine(state, state.parts.head), t("ui.hand-points", bySides(state, points)), text ?? "", drawsMarks(state) && t("ui.marks-drawn"), t("ui.shaker-sign", { shaker: t("ui.shaker") })];
  return lines.filter(Boolean).map((line, at) => h("p", { key: at }, line));
}

/** @param {import("../store.js").State} state */
function scoreText(state) {
  const { scores: values, points, text } = state.parts.head;
  const said = [t("ui.score-short", bySides(state, values)), t("ui.hand-points", bySides(state, points)), text ?? ""];
  return said.filter(Boolean).join(t("ui.stop"));
}

// --- The board ---

/** A play in words. @param {{domino: string}} play */
const spoken = (play) => dominoName(play.domino);

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function boardOf(state, act) {
  const shown = shownTrick(state), { contract, phase, shaker } = state.parts.head, due = { cards: 1, isStone: true };
  const slots = slotsOf(state, shown, (seat, play) => {
    const out = contract?.out === seat, marks = shaker === seat && mark("", t("ui.shaker"), "⟳"), cards = play ? [play.domino] : [];
    return {
      out, badge: badge(state, seat, { marks, ...out && { note: t("ui.sits-out") } }), due,
      cards, said: cards.map((text) => dominoName(text)).join(""), ...out && { label: "" },
    };
  });
  return trick(state, act, {
    slots, drawn: laid, centre: centre(state), corners: contract && lastButton(state, act, t("ui.last-trick")), calm: phase !== "play" && !shown, label: t("ui.table"),
    title: t("ui.last-trick"), played: (play) => domino(play.domino),
  });
}

/** @param {any} slot */
const laid = (slot) => (slot.cards.length ? flying(slot, domino(slot.cards[0], { winner: slot.wins })) : null);

/** @param {import("../store.js").State} state */
function centre(state) {
  const { head: { text, contract, points, tricks } } = state.parts;
  const { we, they } = bySides(state, points);
  return h("div", { class: "middle" },
    contract ? contractOf(state, contract, text) : h("p", { class: "contract" }, text ?? ""),
    contract && h("table", { class: "tally" },
      h("thead", { class: "sr" }, h("tr", null, h("td", null), h("th", { scope: "col" }, we), h("th", { scope: "col" }, they))),
      h("tbody", null, Object.entries({ points, tricks }).map(([key, values]) => h("tr", { key },
        h("th", { scope: "row" }, t(`ui.${key}`)), ["ours", "theirs"].map((side) => h("td", { key: side, class: `text-${side}` }, bySides(state, values)[side])))))));
}

/** What is played for, in the colour of the side that bid it: whose bid it is stands beside that seat. @param {import("../store.js").State} state @param {any} contract @param {string} text it all in a sentence. */
function contractOf(state, { bidder, call, declaration }, text) {
  const side = sideOf(state, bidder);
  return h("div", { class: "contract" },
    h("span", { class: "sr" }, text),
    SUITS.includes(declaration) && halfDomino(Number(declaration)),
    h("b", { "aria-hidden": "true", class: side && `text-${side}` }, listed([callName(call), trumpName(declaration)])));
}

/** @param {import("../store.js").State} state */
function bidsText(state) {
  return listed(state.parts.head.calls.map(({ seat, call }) => `${who(state, seat)}: ${callName(call)}`), t("ui.no-bids"));
}

/** @param {import("../store.js").State} state */
function playLabel(state) {
  const { phase } = state.parts.head;
  const what = state.picked;
  if (phase === "call") return what === "pass" ? t("ui.pass") : what ? t("ui.bid-this", { bid: callName(what) }) : t("ui.bid");
  if (phase === "declare") return what ? t("ui.declare-this", { trump: trumpName(what) }) : t("ui.declare");
  return state.chosen.length ? t("ui.play-this", { move: moveName(state.chosen[0], phase) }) : t("ui.play");
}

/** @param {string} move @param {string} phase */
function moveName(move, phase) {
  return phase === "call" ? callName(move) : phase === "declare" ? trumpName(move) : move;
}

// --- Calls and declarations ---

/** A call in words. @param {string} call */
function callName(call) {
  const marks = /^(\d+)m$/.exec(call);
  if (marks) return t(marks[1] === "1" ? "ui.mark" : "ui.marks", { n: marks[1] });
  const doubles = /^(plunge|splash)(\d)$/.exec(call);
  if (doubles) return t(`ui.${doubles[1]}`, { n: doubles[2] });
  return named(`ui.call.${call}`, call);
}

/** A declaration in words. @param {string} declaration */
const trumpName = (declaration) => named(`ui.trump.${declaration}`, declaration);

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function picks(state, act) {
  const open = state.parts.ask?.moves ?? [];
  const isCall = state.parts.head.phase === "call";
  const fixed = isCall ? [...POINTS, ...MARKS, "pass"] : SUITS;
  const more = open.filter((move) => !fixed.includes(move));
  const inOrder = isCall ? [...POINTS, ...MARKS, ...more, "pass"] : [...SUITS, ...more];
  return h("div", {
    class: isCall ? "picks calls" : "picks trumps", role: "group", "aria-label": t(isCall ? "ui.calls" : "ui.trumps"), "data-roving": "", onkeydown: rove,
  }, inOrder.map((move) => pick(state, act, move, open.includes(move), isCall)));
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {string} move @param {boolean} isOpen @param {boolean} isCall */
function pick(state, act, move, isOpen, isCall) {
  const face = isCall ? (/^\d+$/.test(move) ? move : callName(move)) : [SUITS.includes(move) && halfDomino(Number(move)), h("span", null, trumpName(move))];
  return h("button", {
    key: move, type: "button", class: ["pick", !/^\d+$/.test(move) && "word", offered(state).includes(move) && "offered"].filter(Boolean).join(" "), "data-rove": "", "data-move": move,
    "aria-pressed": state.picked === move, "aria-disabled": !isOpen, "aria-busy": state.pending?.move === move || null, onclick: () => act.pick(move),
  }, face);
}
