/** What a board says of a position: the verdict, its reasons, plays with bars, chances by shade, cards, a picture. */

import { h } from "../dom.js";
import { numeral, t } from "../words.js";
import { sentence, spoken } from "./card.js";
import { cardsOf, drawn } from "./deck.js";

/** @typedef {import("../pages/board.js").Board} Board */

/** @param {any} answer as the server sends it. @param {Board} board */
export function answerOf(answer, board) {
  return [
    h("h2", { key: "verdict" }, sentence(answer.verdict)),
    answer.lines.length > 0 && h("ul", { key: "lines", class: "answer-lines" }, answer.lines.map((line, at) => h("li", { key: at }, sentence(line)))),
    answer.groups.length > 0 && h("ul", { key: "groups", class: "answer-groups" }, answer.groups.map(({ cards, text }, at) => h("li", { key: at }, shown(cards, board), h("span", null, sentence(text))))),
    answer.rows.length > 0 && rows(answer.rows, board),
    answer.heat && heat(answer.heat),
    answer.svg && h("img", { key: "picture", class: "drawing", alt: spoken([answer.verdict, ...answer.lines].join(" ")), src: `data:image/svg+xml,${encodeURIComponent(answer.svg)}` }),
    h("p", { key: "ms", class: "quiet" }, t("ui.board.ms", { ms: numeral(answer.ms) })),
  ];
}

/** Plays and what they are worth. @param {any[]} all @param {Board} board */
function rows(all, board) {
  const most = Math.max(...all.map(({ value }) => Math.abs(value ?? 0)), 1e-9);
  const hasBars = all.some(({ value }) => value !== null);
  return h("table", { key: "rows", class: "answer-rows" }, h("caption", { class: "sr" }, t("ui.board.plays")),
    h("thead", { class: "sr" }, h("tr", null, h("th", { scope: "col" }, t("ui.board.play")), h("th", { scope: "col" }, t("ui.board.worth")))),
    h("tbody", null, all.map(({ move, text, value, best }, at) => h("tr", { key: `${at} ${move}`, class: best ? "best" : "" },
      h("th", { scope: "row" }, shown(move, board)),
      h("td", null, hasBars && h("span", { class: "answer-bar", style: { "--part": `${Math.round((100 * Math.abs(value ?? 0)) / most)}%` } }),
        h("span", null, sentence(text)), best && h("span", { class: "best-mark" }, " ★", h("span", { class: "sr" }, t("ui.board.best"))))))));
}

/** Chances by two things: a number in each cell, and its shade. @param {{rows: string[], columns: string[], cells: (number|null)[][]}} chances */
function heat({ rows: names, columns, cells }) {
  return h("div", { key: "heat", class: "heat-region", tabindex: 0, role: "region", "aria-label": t("ui.board.chances") },
    h("table", { class: "heat" }, h("caption", { class: "sr" }, t("ui.board.chances")),
      h("thead", null, h("tr", null, h("td", { class: "quiet" }, "%"), columns.map((name) => h("th", { key: name, scope: "col" }, name)))),
      h("tbody", null, names.map((name, at) => h("tr", { key: name }, h("th", { scope: "row" }, name),
        cells[at].map((chance, place) => h("td", { key: place, style: { "--heat": `${Math.round(45 * (chance ?? 0))}%` } }, chance === null ? "" : numeral(Math.round(100 * chance)))))))));
}

/** A move: its cards drawn where it is all cards, else its text. @param {string} move @param {Board} board */
function shown(move, board) {
  const cards = cardsOf(move, board);
  const isCards = cards.length > 0 && cards.join("") === move.replace(/[\s,]/g, "");
  return isCards ? h("span", { class: `laid ${board.kind}` }, cards.map((one, place) => drawn(one, board.kind, { key: `${place} ${one}` }))) : h("span", { class: "answer-move" }, sentence(move));
}

/** An answer as plain text. @param {any} answer @param {string} title @returns {string} */
export function saidText(answer, title) {
  const plays = answer.rows.map(({ move, text, best }) => `${move}: ${text}${best ? " ★" : ""}`);
  return [title, answer.verdict, ...answer.lines, ...plays, answer.command && `$ ${answer.command}`].filter(Boolean).join("\n");
}
