/** Melds: how they are called, and how one lies open on the felt, with a bracket and its name below. */

import { h } from "../dom.js";
import { card, cardNames, cardText, sentence } from "./card.js";
import { listed, t } from "../words.js";

/**
 * Cards that belong together, as the server tells them.
 * @typedef {{key: string, kind: string, name: string, cards: string[], stands: (string|null)[],
 *   points?: number, values?: number[], needs?: string|null, fresh?: boolean[]}} Row
 */

/** Of more cards in no meld it is said how many they are, in place of what each counts. */
const SUMMED = 5;

/** A meld in words, "run of four"; of wild cards what they are, but of a joker in a set, which shows itself. @param {Row} row @returns {string} */
export function meldName({ kind, name, cards, stands }) {
  const n = t(`ui.number.${cards.length}`);
  const as = (/** @type {string} */ what) => (what.length === 2 ? cardText(what) : what.replace("T", "10"));
  const stood = cards.flatMap((card, at) => (stands[at]?.length === 2 || stands[at] && /[SHDC]/.test(card) ? `${cardText(card)} = ${as(stands[at])}` : []));
  if (stood.length) return listed(stood);
  if (kind === "run" || kind === "pure") return t(`ui.rummy.meld.${kind}`, { n });
  const own = cards[stands.indexOf(null)];
  return kind === "set" && own ? t("ui.rummy.meld.set", { n, ranks: t(`ui.ranks.${own[1]}`) }) : name;
}

/** The cards in no meld in words, "4 + 2 + 1 left over", or why all cards count. @param {Row} row @returns {string} */
export function leftName({ values = [], needs }) {
  if (needs) return needs;
  if (!values.length) return "";
  return t("ui.rummy.left-over", { what: values.length > SUMMED ? t("ui.rummy.held", { n: values.length }) : values.join(" + ") });
}

/** A meld that lies open, its cards laid one after the other. @param {Row} row @param {number} [first] how many cards are laid before. @param {string} [name] */
export function meld(row, first = 0, name = meldName(row)) {
  return h("span", { key: row.key, class: `meld ${row.kind}` },
    h("span", { key: "cards", class: "meld-cards", role: "img", "aria-label": listed([name, cardNames(row.cards)].filter(Boolean)) },
      row.cards.map((text, place) => h("span", { key: place, class: "strip", style: { "--at": first + place } }, card(text, { fresh: row.fresh?.[place] })))),
    h("span", { key: "name", class: "bracket", "aria-hidden": "true" }, sentence(name)));
}
