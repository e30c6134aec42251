/**
 * The hand: a row for each suit as the server sorts them, strips wide enough to touch, chosen by tap,
 * slide or keys. It knows no rule: which cards can still be played it is told.
 * @typedef {{key: string, name: string, cards: string[]}} Row
 * @typedef {{rows: Row[], open: string[]|null, fresh: string[], freshAs?: string, label: string, isDealt?: boolean, points?: (card: string) => number, onChoose: (keys: string[]) => void}} Props
 *     `rows`: trump first, strongest left; `open`: the cards that can still be added, null where that is not said; `fresh`: cards that have just come, `freshAs` what is said
 *     of them where they do not come from the kitty; `isDealt`: it lies there whole before the first play, and only shrinks; `points`: what a card counts.
 */

import { h, same } from "../dom.js";
import { rove } from "../keys.js";
import { prefs } from "../prefs.js";
import { cardOf, keysOf, toggled } from "../store.js";
import { listed, t } from "../words.js";
import { cardName, handCard } from "./card.js";

/** The narrowest strip, and the room for a row's name, in CSS pixels. */
const STRIP = 25, NAME = 74;
/** The widest strip and the card that ends a line, as the style sheet draws them on small and large screens. */
const SMALL = { widest: 48, end: 50 };
const LARGE = { widest: 54, end: 66 };
const isLarge = matchMedia("(min-width: 700px) and (min-height: 700px)");
/** Where all rows lie abreast, each in one line. */
const isWide = matchMedia("(min-width: 56rem) and (min-height: 700px)");
/** Lines of whole height fit up to this many; of more than the other each is as high as its ranks. */
const LINES_MOST = 5, TIGHT_MOST = 6;
/** So many cards have room abreast: a hand of two packs with its kitty; on a tablet, where it is dealt at once, a quarter of a pack. */
const ABREAST_MOST = 33, DEALT_MOST = 13;

/**
 * What no description holds: the width, the slide under way. What is done asks `props` as they are now, for most
 * of what happens at a table leaves a hand, and its description, as it is.
 * @type {{width: number, slide: {key: string, last: string, before: string[], isOff: boolean}|null, slid: boolean, root: Element|null, props: any}}
 */
const seen = { width: 340, slide: null, slid: false, root: null, props: null };
/** Tells another width when the page has been laid out anyway; drawn anew it is in the next frame, since what is observed must not change meanwhile. */
const sized = new ResizeObserver(() => requestAnimationFrame(measured));

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @param {Props} props */
export function hand(state, act, { onChoose, ...props }) {
  const { chosen } = state, { expanded, mirrored } = prefs;
  seen.props = { act, chosen, onChoose };
  return same("hand", described, { ...props, chosen, pending: state.pending ? chosen : [], expanded, mirrored }, { width: seen.width, isLarge: isLarge.matches, isWide: isWide.matches });
}

/** @typedef {Omit<Props, "onChoose"> & {chosen: string[], pending: string[], expanded: boolean, mirrored: boolean}} Shown  what a hand is drawn by: `chosen` and `pending`, keys of cards, see `keysOf`; whether rows show whole cards, the strongest right. @typedef {{width: number, isLarge: boolean, isWide: boolean}} Room */

/** @param {Shown} shown @param {Room} room */
function described(shown, room) {
  const { rows, expanded, mirrored, isDealt, label } = shown;
  const most = room.isWide ? ABREAST_MOST : isDealt && room.isLarge ? DEALT_MOST : 0;
  const abreast = rows.flatMap(({ cards }) => cards).length <= most;
  const counts = rows.map(({ cards }) => (abreast ? 1 : linesOf(cards, room).length)), lines = counts.reduce((sum, count) => sum + count, 0);
  const flags = { expanded, mirrored, tight: lines > LINES_MOST, crowded: lines > TIGHT_MOST, abreast };
  const own = {
    key: "hand", id: "hand", class: ["hand", ...Object.keys(flags).filter((name) => flags[name])].join(" "),
    "aria-label": label, "data-roving": "", ref: settled, onkeydown: rove, ...GESTURES,
  };
  return h("section", own, rows.map((row, place) => {
    const first = counts.slice(0, place).reduce((sum, count) => sum + count, 0);
    return same(`row ${row.key}`, rowOf, row, withinRow(row, shown), first, abreast, room);
  }));
}

/** What is said of the cards of one row. @param {Row} row @param {Shown} shown @returns {Shown} */
function withinRow(row, shown) {
  const own = (/** @type {string[]} */ some) => some.filter((key) => row.cards.includes(cardOf(key)));
  const { chosen, pending, fresh, open } = shown;
  return { ...shown, rows: [], label: "", chosen: own(chosen), pending: own(pending), fresh: own(fresh), open: open && own(open) };
}

/** A row's cards in the order shown, each with all that is to be said of it. @param {Row} row @param {Shown} shown */
function cardsIn(row, shown) {
  const keys = keysOf(row.cards);
  const cards = row.cards.map((text, place) => {
    const key = keys[place];
    const chosen = shown.chosen.includes(key);
    const dim = shown.open !== null && !chosen && !shown.open.includes(text);
    const one = { text, key, chosen, dim, pending: shown.pending.includes(key), fresh: isFresh(key, row.cards, shown.fresh) };
    return { ...one, label: labelOf(one, row, shown.points?.(text) ?? 0, shown.freshAs ?? t("ui.card.fresh")) };
  });
  return shown.mirrored ? cards.reverse() : cards;
}

/** Whether a card is new: of equal ones the last are. @param {string} key @param {string[]} held @param {string[]} fresh */
function isFresh(key, held, fresh) {
  const same = keysOf(held).filter((other) => cardOf(other) === cardOf(key));
  const old = same.length - fresh.filter((card) => card === cardOf(key)).length;
  return same.indexOf(key) >= old;
}

/** @param {{text: string, key: string, chosen: boolean, dim: boolean, pending: boolean, fresh: boolean}} one @param {Row} row @param {number} points @param {string} freshAs */
function labelOf({ text, key, chosen, dim, pending, fresh }, row, points, freshAs) {
  const copies = row.cards.filter((card) => card === text).length;
  return listed([
    cardName(text),
    row.key === "trump" ? t("ui.card.trump") : "",
    points ? t("ui.card.points", { n: points }) : "",
    copies > 2 ? t("ui.card.copy", { n: key.split("#")[1] ?? 1, of: copies }) : copies > 1 ? t(key === text ? "ui.card.first" : "ui.card.second") : "",
    fresh ? freshAs : "",
    chosen ? t("ui.card.chosen") : "",
    dim ? t("ui.card.not-now") : "",
    pending ? t("ui.card.sent") : "",
  ].filter(Boolean));
}

/** @param {Room} room */
const sizes = ({ isLarge }) => (isLarge ? LARGE : SMALL);

/** As few lines as leave each strip wide enough, of equal length. @template T @param {T[]} cards @param {Room} room @returns {T[][]} */
function linesOf(cards, room) {
  const most = Math.max(4, Math.floor((room.width - sizes(room).end) / STRIP) + 1);
  const each = Math.ceil(cards.length / Math.ceil(cards.length / most));
  return Array.from({ length: Math.ceil(cards.length / each) }, (_, line) => cards.slice(line * each, (line + 1) * each));
}

/** @param {Row} row @param {Shown} shown @param {number} first its first line's number in the hand. @param {boolean} abreast all rows lie in a line. @param {Room} room */
function rowOf(row, shown, first, abreast, room) {
  const cards = cardsIn(row, shown), lines = abreast ? [cards] : linesOf(cards, room), { widest, end } = sizes(room);
  const name = t(cards.length === 1 ? "ui.hand.one" : "ui.hand.row", { name: row.name, n: cards.length });
  const isRoomy = !abreast && row.key === "trump" && (lines[0].length - 1) * widest + end + NAME <= room.width;
  return h("div", { key: row.key, class: "hand-row" },
    h("div", { key: "lines", class: "lines-of" }, lines.map((line, number) => h("ul", { key: number, class: "line", "aria-label": number ? t("ui.hand.more", row) : name },
      line.map((one, place) => h("li", { key: one.key },
        handCard(one.text, { ...one, row: first + number, isLast: place === line.length - 1 })))))),
    isRoomy && h("span", { class: "row-name", "aria-hidden": "true" }, row.name));
}

/** Measure a hand that is drawn for the first time; of any width after it one is told. @param {HTMLElement} root */
function settled(root) {
  if (root === seen.root) return;
  seen.root = root;
  sized.disconnect();
  sized.observe(root);
  measured();
}

/** A new width of the hand is told. */
function measured() {
  const width = seen.root?.clientWidth;
  if (!width || width === seen.width) return;
  seen.width = width;
  seen.props.act.store.set({});
}

// --- Choosing by tap and slide ---

/** @param {any} target @returns {string|null} */
const keyAt = (target) => target?.closest?.(".hand [data-key]")?.getAttribute("data-key") ?? null;

/** The keys from one card to another of its row; of a card in another row only the first. @param {HTMLElement} root @param {string} from @param {string} to */
function run(root, from, to) {
  const cards = [...root.querySelectorAll("[data-key]")];
  const row = cards.find((node) => keyAt(node) === from)?.closest(".hand-row");
  const keys = cards.filter((node) => node.closest(".hand-row") === row).map((node) => keyAt(node) ?? "");
  const [start, end] = [keys.indexOf(from), keys.indexOf(to)].sort((one, other) => one - other);
  return start < 0 ? [from] : keys.slice(start, end + 1);
}

const GESTURES = { onpointerdown: begun, onpointermove: slid, onpointerup: ended, onpointercancel: ended, onclick: tapped };

/** @param {PointerEvent} event */
function begun(event) {
  const { chosen } = seen.props;
  const key = event.isPrimary && event.button === 0 ? keyAt(event.target) : null;
  seen.slid = false;
  seen.slide = key ? { key, last: key, before: chosen, isOff: chosen.includes(key) } : null;
}

/** @param {PointerEvent} event */
function slid(event) {
  const { slide } = seen;
  const key = slide && event.buttons ? keyAt(document.elementFromPoint(event.clientX, event.clientY)) : null;
  if (!slide || !key || key === slide.last) return;
  slide.last = key;
  seen.slid = true;
  const keys = run(/** @type {HTMLElement} */ (event.currentTarget), slide.key, key);
  const others = slide.before.filter((other) => !keys.includes(other));
  seen.props.onChoose(slide.isOff ? others : [...others, ...keys]);
}

function ended() {
  seen.slide = null;
}

/** @param {Event} event */
function tapped(event) {
  const key = keyAt(event.target);
  const wasSlide = seen.slid;
  seen.slid = false;
  if (!key || wasSlide) return;
  const { chosen, onChoose } = seen.props;
  onChoose(toggled(chosen, key));
}
