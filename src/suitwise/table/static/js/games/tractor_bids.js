/** The bar of bids while cards are drawn: five buttons that never move, whatever comes into the hand. */

import { h } from "../dom.js";
import { cardNames, sign, suitSign } from "../parts/card.js";
import { cardsIn, isMyTurn } from "../store.js";
import { t } from "../words.js";

/** @param {any[]} options @param {string|null} intent @param {import("../acts.js").Acts} act */
export function bids(options, intent, act) {
  return h("div", { class: "bids", role: "group", "aria-label": t("ui.tractor.bids") }, options.map((option) => button(option, intent, act)));
}

/** @param {any} option @param {string|null} intent @param {import("../acts.js").Acts} act */
function button(option, intent, act) {
  const isIntended = intent !== null && option.bid === intent;
  const cards = cardsIn(option.bid ?? "");
  const name = option.key === "joker" ? t("ui.tractor.no-suit") : t(`ui.suit.${option.key}`);
  const label = cards.length ? t("ui.tractor.bid", { cards: cardNames(cards) }) : t("ui.tractor.no-such-bid", { name });
  return h("button", {
    key: option.key, type: "button", class: `bid ${option.made ? "made" : ""}`, "aria-disabled": !option.can,
    "aria-pressed": isIntended, "aria-label": option.made ? t("ui.tractor.bid-stands", { label }) : label,
    onclick: () => (option.can ? bid(option.bid, isIntended, act) : act.cannot(label)),
  },
  h("span", { class: "what" }, option.key === "joker" ? h("span", { class: "suit-sign suit-RJ" }, sign("RJ")) : suitSign(option.key)),
  h("span", { class: "with" }, withOf(cards)));
}

/** A bid at one's turn is made at once; before it is queued, or taken back. @param {string} text @param {boolean} isIntended @param {import("../acts.js").Acts} act */
function bid(text, isIntended, act) {
  const isNow = isMyTurn(act.state) && act.state.parts.ask.moves?.includes(text);
  if (isNow) act.move(text);
  else act.tell({ t: "intend", move: isIntended ? null : text });
}

/** What the bid shows: its rank, and ×2 for a pair, ×3 for a triple. @param {string[]} cards */
function withOf(cards) {
  if (!cards.length) return "–";
  const rank = cards[0].endsWith("J") && "BR".includes(cards[0][0]) ? "" : cards[0][1].replace("T", "10");
  return `${rank}${cards.length > 1 ? `×${cards.length}` : ""}` || "1";
}
