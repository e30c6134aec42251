/** Rummikub: the table with all its sets, the rack, and between them the turn that is being laid out. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { sentence } from "../parts/card.js";
import { icon } from "../parts/dialogs.js";
import { badge, heldSign, lateHands, seatsAround, who } from "../parts/seats.js";
import { cardOf, isMyTurn, keysOf, mySeat, taken, toggled } from "../store.js";
import { listed, numeral, styled, t } from "../words.js";
import { Draft, tilesOf } from "./rummikub_draft.js";

await styled("rummikub");

const draft = new Draft();
/** How the rack lies, how wide a tile of the table is, 0 for as wide as there is room for; and the felt's size. */
const seen = { order: /** @type {"colour"|"number"} */ ("colour"), wide: 0, width: 0, height: 0, room: 0, root: /** @type {any} */ (null) };
const LEAST = 24, MOST = 52, ZOOMED = 84, STEP = 1.2;
/** What a tile of the table takes beside its width, a heap beside its tiles, a line beside these; and the reason below a heap. */
const GAP = 2, AROUND = 12, BETWEEN = 14, REASON = 20, TALL = 1.36;
/** The place of a new heap, in tiles: it is kept free, so that nothing moves when tiles are lifted. */
const NEW = 3;
/** A heap of so many tiles may be cut in two. */
const CUT = 5;
/** So near a gap, in parts of a tile, is a tap into it. */
const NEAR = 0.16;
const sized = new ResizeObserver(fitted);
const MARKS = { "●": "k", "◆": "r", "▲": "b", "■": "o", "★": "j" };

/** How tiles, "●5 ▲13" or "◆3◆4[◆5]" as the server writes them, are printed within sentences. */
export const prints = {
  pattern: /((?:\[?[●◆▲■]\d+\]?|★)+)/,
  drawn: (/** @type {string} */ tiles) => h("span", { class: "printed", role: "img", "aria-label": tileNames(tiles) }, (tiles.match(/[●◆▲■]\d+|★|[[\]]/g) ?? []).map((one) => h("span", { class: `kub-${MARKS[one[0]] ?? ""}` }, one))),
  said: tileNames,
  svg: (/** @type {string} */ drawing) => drawing,
};

/** @param {string} tiles */
function tileNames(tiles) {
  return listed((tiles.match(/\[?[●◆▲■]\d+|★/g) ?? []).map((one) => tileName(one.replace(/[●◆▲■★]/, (sign) => MARKS[sign]))));
}

/** A tile in words: "red 5", "joker", "joker as red 5", and in a group "joker as 5". @param {string} text "r5", "j", "[r5]", "[5]" */
function tileName(text) {
  const [, as, colour, number] = /^(\[?)([krbo]?)(\d*)/.exec(text) ?? [];
  const name = colour ? t(`ui.tile.${colour}`, { n: number }) : number;
  return as ? t("ui.tile.as", { tile: name }) : name || t("ui.tile.j");
}

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act @returns {import("../pages/table.js").Drawn} */
export function draw(state, act) {
  const { head, over } = state.parts, isSeated = mySeat(state) !== null;
  draft.follow(state, act);
  act.meant = draft.isTouched && isMyTurn(state) ? draft.sent.startsWith("draft:") ? draft.sent : `draft:${draft.text}` : "";
  return {
    score: score(state),
    board: board(state, act),
    hand: over ? null : isSeated ? rack(state, act) : lateHands(state, (tiles) => h("span", { class: "kub-late" }, tiles.map((text, at) => tile(text, { key: at })))),
    bar: isSeated ? deeds(state, act) : undefined,
    ask: draft.isTouched && isMyTurn(state) ? draft.said : undefined,
    rules: [h("p", { key: "text" }, sentence(head.text))],
    over: over ? racks(state) : null, showsHands: true,
    menu: ["larger", "smaller"].map((name) => h("button", { key: name, type: "button", class: "row-button", onclick: () => zoomed(wideOf() * (name === "larger" ? STEP : 1 / STEP)) }, t(`ui.kub.${name}`))),
    moveName: (move) => t(move.startsWith("table:") ? "ui.kub.shown" : `ui.kub.${move}`),
    speak: { score: scoreText(state), table: draft.heaps.map(({ tiles }) => listed(tiles.map(tileName))).join(t("ui.stop")), bids: "" },
  };
}

// --- The head ---

/** @param {import("../store.js").State} state */
function score(state) {
  const { totals, deals, text } = state.parts.head;
  if (!deals && !totals.some(Boolean)) return h("span", { class: "kub-head" }, sentence(text));
  return h("span", { class: "scores kub-scores" }, seatsAround(state).map(({ seat }) => h("span", { key: seat, class: "score" }, h("span", { class: "side", dir: "auto" }, who(state, seat)), h("b", null, numeral(totals[seat])))));
}

/** @param {import("../store.js").State} state */
function scoreText(state) {
  const { totals, text } = state.parts.head;
  return [...totals.map((n, seat) => `${who(state, seat)} ${n}`), text].join(t("ui.list"));
}

// --- A tile ---

/** A face of our own: a cap with two bells over a smile. */
const JOKER = ["M4 9C3 4 7 3 12 7c5-4 9-3 8 2z", "M5 11a7 7 0 1 0 14 0z", "M9 14h.01M15 14h.01M9.4 16.6q2.6 2 5.2 0"];

/** What is printed on a tile: its number over the mark of its colour. @param {string} text */
function face(text) {
  const [, colour, number] = /^\[?([krbo]?)(\d*)/.exec(text) ?? [];
  const mark = colour && h("i", { key: "mark", class: `mark-${colour}` });
  if (text !== "j" && text[0] !== "[") return [h("b", { key: "number" }, number), mark];
  return [h("svg", { key: "joker", viewBox: "0 0 24 24", "aria-hidden": "true" }, JOKER.map((d, at) => h("path", { key: at, d }))), number && h("small", { key: "as" }, number, mark)];
}

/** @param {string} text @param {Object<string, any>} how */
function tile(text, { chosen, isNew, isFresh, onTap, label, ...how }) {
  const kind = /^\[?([krbo])/.exec(text)?.[1] ?? "j";
  const shared = { ...how, class: `kub-tile kub-${kind} ${text === "j" || text[0] === "[" ? "joker" : ""} ${isNew ? "new" : isFresh ? "fresh" : ""}`, "aria-label": label ?? tileName(text) };
  if (!onTap) return h("span", { ...shared, role: "img" }, face(text));
  return h("button", { ...shared, type: "button", "aria-pressed": Boolean(chosen), "data-rove": "", onclick: onTap }, face(text));
}

// --- The table ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function board(state, act) {
  const mine = mySeat(state), all = seatsAround(state);
  const shown = mine === null || state.parts.clock || state.welcome?.house.clock_s ? all : all.slice(1); // one's own where its time is to be seen
  return h("div", { class: "kub-table" },
    h("div", { key: "seats", class: shown.length > 3 ? "kub-seats packed" : "kub-seats" }, shown.map(({ seat }) => h("div", { key: seat }, badge(state, seat, { note: state.parts.seats[seat].opened ? "" : t("ui.kub.closed"), held: heldSign(state.parts.seats[seat].count, t("ui.kub.held", { n: state.parts.seats[seat].count })) }))),
      h("span", { key: "pool", class: "kub-pool", "data-place": "stock", role: "img", "aria-label": t("ui.kub.pool", { n: state.parts.table.pool }) }, h("b", null, state.parts.table.pool))),
    felt(state, act),
    tray(state, act));
}

/** @param {import("../store.js").State} state */
const mayTouch = (state) => isMyTurn(state) && !state.pending;

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function felt(state, act) {
  const { chosen } = state, { heaps } = draft;
  const isMine = mayTouch(state), isLifting = isMine && chosen.length > 0;
  seen.room = isMine ? NEW : 0;
  const old = state.parts.table.sets.flatMap(tilesOf), fresh = [...draft.played], since = laidSince(state);
  const news = heaps.map(({ tiles }) => tiles.map((text) => !taken(old, text) && taken(fresh, text[0] === "[" ? "j" : text)));
  return h("div", { key: "felt", class: isLifting ? "kub-felt lifting" : "kub-felt", ref: settled, onpointerdown: pinch.down, onpointermove: pinch.move, onpointerup: pinch.up, onpointercancel: pinch.up,
    onclick: (event) => isLifting && !event.target.closest("button, .heap") && draft.lay(act, chosen) },
  h("ul", { key: "heaps", id: "heaps", role: "list", "aria-label": t("ui.table"), "data-roving": "", onkeydown: rove },
    heaps.map(({ tiles, why, ways }, at) => h("li", { key: at, class: why ? "heap amiss" : "heap", onclick: (event) => isLifting && !event.target.closest("button") && draft.lay(act, chosen, at) },
      h("span", { key: "tiles", class: "heap-tiles" }, tiles.map((text, place) => tile(text, {
        key: `${place} ${text}`, "data-row": at, "data-fly": text[0] === "[" ? "j" : text, isNew: news[at][place], isFresh: taken(since, text[0] === "[" ? "j" : text), chosen: chosen.includes(`@${at}.${place}`),
        onTap: mySeat(state) === null ? null : (event) => mayTouch(state) && tapped(act, chosen, at, place, event),
      }))),
      why && h("span", { key: why, class: "why-not" }, sentence(why)),
      ways.length > 1 && h("span", { key: "ways", class: "ways" }, ways.map((way) => h("button", { key: way, type: "button", class: "chip", "aria-label": listed(tilesOf(way).map(tileName)), onclick: () => draft.mean(act, at, way) }, tilesOf(way).map((text, place) => tile(text, { key: place }))))))),
    isMine && h("li", { key: "new", class: isLifting ? "heap-new" : "heap-new unseen" }, h("button", { type: "button", "data-rove": "", "data-row": heaps.length, onclick: () => draft.lay(act, chosen) }, t("ui.kub.new-heap")))),
  !heaps.length && !isLifting && h("p", { key: "bare", class: "quiet kub-bare" }, t("ui.kub.bare")));
}

/** The tiles that others have laid since this person's last turn. @param {import("../store.js").State} state @returns {string[]} */
function laidSince(state) {
  const mine = mySeat(state), from = state.log.findLastIndex(({ code, p }) => code.startsWith("rummikub.over") || code.startsWith("rummikub.did") && p.seat === mine);
  return mine === null ? [] : state.log.slice(from + 1).flatMap(({ code, p }) => (code === "rummikub.did.lay" ? p.tiles.split(" ") : []));
}

/**
 * A tap on a tile of a heap: with nothing lifted it is lifted; beside others of its heap that are lifted, too;
 * else what is lifted is laid there, between two tiles so that the heap is cut.
 * @param {import("../acts.js").Acts} act @param {string[]} chosen @param {number} at @param {number} place @param {any} event
 */
function tapped(act, chosen, at, place, event) {
  const key = `@${at}.${place}`, isOwn = chosen.every((one) => one.startsWith(`@${at}.`));
  if (isOwn) toggle(act, chosen, key);
  else draft.lay(act, chosen, at, gapAt(event, at, place));
}

/** The place before which a tap falls between two tiles of a heap that may be cut, else 0. @param {any} event @param {number} at @param {number} place */
function gapAt(event, at, place) {
  if (draft.heaps[at].tiles.length < CUT) return 0;
  if (!event.detail) return event.shiftKey ? place : 0; // a key alone names the whole heap
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const x = (event.clientX - left) / width;
  return x < NEAR ? place : x > 1 - NEAR ? place + 1 : 0;
}

/** The tiles of the table that lie nowhere. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function tray(state, act) {
  return draft.lifted.length > 0 && h("div", { key: "tray", class: "kub-tray" }, h("span", { key: "to-lay" }, t("ui.kub.to-lay")), keysOf(draft.lifted).map((key) => tile(cardOf(key), {
    key: `~${key}`, chosen: state.chosen.includes(`~${key}`), onTap: () => mayTouch(state) && toggle(act, state.chosen, `~${key}`) })));
}

/** @param {import("../acts.js").Acts} act @param {string[]} chosen @param {string} key */
const toggle = (act, chosen, key) => act.store.set({ chosen: toggled(chosen, key), hint: null });

// --- How large it is ---

/** Fit the tiles to the felt, each time that it is drawn or has another size. @param {HTMLElement} root */
function settled(root) {
  if (root !== seen.root) {
    seen.root = root;
    sized.disconnect();
    sized.observe(root);
  }
  fitted();
}

function fitted() {
  const { clientWidth: width = 0, clientHeight: height = 0 } = seen.root ?? {};
  if (!width) return;
  Object.assign(seen, { width, height });
  seen.root.style.setProperty("--tile", `${wideOf()}px`);
}

/** How wide a tile of the table is: the widest with which all of them are seen. */
function wideOf() {
  if (seen.wide) return seen.wide;
  let wide = MOST;
  while (wide > LEAST && heightAt(wide) > seen.height - AROUND) wide -= 1;
  return wide;
}

/** How high the heaps are where a tile is so wide. @param {number} wide */
function heightAt(wide) {
  const room = seen.width - AROUND / 2;
  let high = 0, right = room, isReasoned = false;
  for (const { tiles: { length }, why } of [...draft.heaps, { tiles: { length: seen.room }, why: null }]) {
    const own = Math.max(length * (wide + GAP), why ? 6 * REASON : 0) + AROUND;
    if (right + own > room) {
      high += wide * TALL + BETWEEN;
      right = 0;
      isReasoned = false;
    }
    if (own > room) return Infinity;
    if (why && !isReasoned) high += REASON;
    isReasoned ||= Boolean(why);
    right += own;
  }
  return high;
}

/** @param {number} wide */
function zoomed(wide) {
  seen.wide = 0;
  const least = wideOf();
  seen.wide = wide <= least ? 0 : Math.min(ZOOMED, wide);
  fitted();
}

/** Two fingers that draw apart make all larger; one finger moves the felt, as the browser does by itself. */
const pinch = {
  at: new Map(), from: 0, wide: 0,
  apart() { const [one, other] = [...this.at.values()]; return Math.hypot(one.x - other.x, one.y - other.y); },
  down: (event) => {
    pinch.at.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch.at.size === 2) Object.assign(pinch, { from: pinch.apart(), wide: wideOf() });
  },
  move: (event) => {
    if (!pinch.at.has(event.pointerId)) return;
    pinch.at.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch.at.size === 2 && pinch.from) zoomed(pinch.wide * pinch.apart() / pinch.from);
  },
  up: (event) => { pinch.at.delete(event.pointerId); },
};

// --- The rack ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function rack(state, act) {
  const { chosen } = state, other = seen.order === "colour" ? "number" : "colour";
  const isOwn = chosen.some((key) => key[0] === "@");
  const keys = draft.keys(seen.order), { held } = state.parts.hand;
  return h("div", { class: "kub-rack" },
    h("div", { key: "tiles", id: "hand", class: "kub-tiles", style: { "--columns": columnsFor(held.length), "--lines": Math.ceil(held.length / columnsFor(held.length)) }, role: "group", "aria-label": t("ui.hand"), "data-roving": "", onkeydown: rove },
      keys.map((key) => tile(cardOf(key), { key, "data-key": key, "data-row": 0, "data-fly": cardOf(key), "data-origin": "stock", chosen: chosen.includes(key), onTap: () => (mayTouch(state) ? toggle(act, chosen, key) : act.cannot(t("ui.not-your-turn"))) }))),
    isOwn ? h("button", { key: "back", type: "button", class: "kub-order", onclick: () => draft.putBack(act, chosen) }, t("ui.kub.put-back"))
      : h("button", { key: "order", type: "button", class: "kub-order", "aria-label": t(`ui.kub.by-${other}`), onclick: () => { seen.order = other; act.store.set({}); } }, h("span", { "aria-hidden": "true" }, other === "number" ? "777" : "789", h("small", null, t(`ui.kub.${other}`)))));
}

/** How many tiles of a rack lie in a line: two lines are enough for most, and three for all. @param {number} n */
const columnsFor = (n) => (n > 27 ? 10 : n > 24 ? 9 : n > 14 ? 8 : 7);

/** The racks at the end of a deal, and the table, where nobody has seen the last tiles. @param {import("../store.js").State} state */
function racks(state) {
  const drawn = (tiles) => tiles.map((text, at) => tile(text, { key: at }));
  return [
    h("dl", { key: "racks", class: "kub-racks" }, state.parts.seats.filter(({ held }) => held?.length).map(({ seat, held }) => [h("dt", { key: `name ${seat}`, dir: "auto" }, who(state, seat)), h("dd", { key: seat }, drawn(held))])),
    h("details", { key: "table" }, h("summary", null, t("ui.table")), h("div", { class: "details" }, state.parts.table.sets.map((one, at) => h("span", { key: at, class: "kub-late" }, drawn(tilesOf(one))))))];
}

// --- Deeds ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function deeds(state, act) {
  const may = mayTouch(state), { isTouched } = draft, [without = "draw"] = state.parts.ask?.moves ?? [];
  const own = (name, isOn, call, kind = "") => h("button", { key: name, type: "button", class: kind, "data-do": name, "aria-disabled": !isOn, "aria-busy": Boolean(state.pending) && kind.includes("play") || null, onclick: () => isOn && call() }, t(`ui.kub.${name}`));
  return h("div", { class: "actions kub-deeds" },
    own("lay", may && isTouched, () => act.play(), isTouched ? `play ${draft.isLegal ? "" : "astray"}` : ""),
    own(without, may && !isTouched, () => act.move(without), isTouched ? "" : "play"),
    own("arrange", may, () => draft.arrange(act, state.chosen)),
    own("undo", may && isTouched, () => draft.undo(act)),
    own("reset", may && isTouched, () => draft.undo(act, true)),
    h("button", { key: "hint", type: "button", "aria-disabled": !state.parts.can?.hint, "aria-label": t("ui.do.hint"), onclick: () => act.hint() }, icon("hint")));
}
