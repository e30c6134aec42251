/** Rummikub: the table with all its sets, the rack, and between them the turn that is being laid out. */

import { h } from "../dom.js";
import { rove } from "../keys.js";
import { sentence } from "../parts/card.js";
import { icon } from "../parts/dialogs.js";
import { badge, heldSign, lateHands, seatsAround, who } from "../parts/seats.js";
import { cardOf, isMyTurn, keysOf, mySeat, taken, toggled } from "../store.js";
import { listed, numeral, styled, t } from "../words.js";
import { bare, Draft, tilesOf } from "./rummikub_draft.js";
import { drags, wasDrag } from "./rummy_order.js";

await styled("rummikub");

const draft = new Draft();
/** How the rack lies; how wide a tile of the table is, 0 for as wide as there is room for, and how wide that is; by what that was found. */
const seen = { order: /** @type {"colour"|"number"} */ ("colour"), wide: 0, most: 0, felt: /** @type {any[]} */ ([]), root: /** @type {any} */ (null) };
const LEAST = 24, MOST = 52, ZOOMED = 84, STEP = 1.2;
/** A rack of more tiles is moved by a finger on the lowest phones: on it a tile is tapped before it is dragged. */
const TWO_LINES = 20;
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
  act.meant = draft.isTouched && isMyTurn(state) ? `draft:${draft.text}` : "";
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
function tile(text, { chosen, mark = "", onTap, label, ...how }) {
  const kind = /^\[?([krbo])/.exec(text)?.[1] ?? "j";
  const shared = { ...how, class: `kub-tile kub-${kind} ${bare(text) === "j" ? "joker" : ""} ${mark}`, "aria-label": label ?? tileName(text) };
  if (!onTap) return h("span", { ...shared, role: "img" }, face(text));
  return h("button", { ...shared, type: "button", "aria-pressed": Boolean(chosen), "data-rove": "", onclick: (event) => wasDrag(event) || onTap() }, face(text));
}

// --- The table ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function board(state, act) {
  const mine = mySeat(state), all = seatsAround(state);
  const shown = mine === null || state.parts.clock || state.welcome?.house.clock_s ? all : all.slice(1); // one's own where its time is to be seen
  return h("div", { class: "kub-table", ...dragging(act) },
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
  const marks = marksOn(state);
  return h("div", { key: "felt", class: isLifting ? "kub-felt lifting" : "kub-felt", ref: settled, ontouchstart: pinched, ontouchmove: pinched, ontouchend: pinched, ontouchcancel: pinched,
    onclick: (event) => isLifting && !event.target.closest("button, .heap") && draft.lay(act, act.state.chosen) },
  h("ul", { key: "heaps", id: "heaps", role: "list", "aria-label": t("ui.table"), "data-roving": "", onkeydown: rove },
    heaps.map(({ tiles, why, ways }, at) => h("li", { key: at, class: why ? "heap amiss" : "heap", onclick: (event) => isLifting && !event.target.closest("button") && draft.lay(act, act.state.chosen, at) },
      h("span", { key: "tiles", class: "heap-tiles" }, tiles.map((text, place) => tile(text, {
        key: `${place} ${text}`, "data-key": `@${at}.${place}`, "data-row": at, "data-fly": bare(text), mark: marks[at][place], chosen: chosen.includes(`@${at}.${place}`),
        onTap: mySeat(state) === null ? null : () => mayTouch(state) && tapped(act, at, place),
      }))),
      why && h("span", { key: why, class: "why-not" }, sentence(why)),
      ways.length > 1 && h("span", { key: "ways", class: "ways" }, ways.map((way) => h("button", { key: way, type: "button", class: "chip", "aria-label": listed(tilesOf(way).map(tileName)), onclick: () => draft.mean(act, at, way) }, tilesOf(way).map((text, place) => tile(text, { key: place }))))))),
    isMine && h("li", { key: "new", class: isLifting ? "heap-new" : "heap-new unseen" }, h("button", { type: "button", "data-rove": "", "data-row": heaps.length, onclick: () => draft.lay(act, act.state.chosen) }, t("ui.kub.new-heap")))),
  !heaps.length && !isLifting && h("p", { key: "bare", class: "quiet kub-bare" }, t("ui.kub.bare")));
}

/** What others have laid since this person's last turn, and what was drawn in it. @param {import("../store.js").State} state @returns {{laid: string[], drawn: string[]}} */
function since(state) {
  const mine = mySeat(state), { log } = state, isDrawn = ({ code }) => code === "rummikub.told.drawn";
  const from = log.findLastIndex((line) => isDrawn(line) || line.code.startsWith("rummikub.over") || line.code.startsWith("rummikub.did") && line.p.seat === mine) + 1;
  const laid = mine === null ? [] : log.slice(from).flatMap(({ code, p }) => (code === "rummikub.did.lay" ? p.tiles.split(" ") : []));
  return { laid, drawn: log.slice(log.slice(0, from).findLastIndex((line) => !isDrawn(line)) + 1, from).map(({ p }) => p.tile) };
}

/** How the tiles of the heaps are marked: as new from the rack, or as laid by others. Of equal ones those are of the table that lie in a set of it still. @param {import("../store.js").State} state */
function marksOn(state) {
  const { laid } = since(state), played = [...draft.played];
  const sets = state.parts.table.sets.map((set) => tilesOf(set).map((text) => ({ text, mark: taken(laid, bare(text)) ? "fresh" : "" })));
  const left = new Set(sets.flat());
  const claimed = (some, text) => some.find((one) => one.text === text && left.delete(one));
  const shared = (set, tiles) => set.filter(({ text }) => tiles.includes(text)).length;
  const homes = draft.heaps.map(({ tiles }) => sets.reduce((best, set) => (shared(set, tiles) > shared(best, tiles) ? set : best), []));
  const there = draft.heaps.map(({ tiles }, at) => tiles.map((text) => claimed(homes[at], text)));
  return draft.heaps.map(({ tiles }, at) => tiles.map((text, place) => (there[at][place] ?? claimed([...left], text))?.mark ?? (taken(played, bare(text)) ? "new" : "")));
}

/** A tap on a tile of a heap lifts it; what is lifted elsewhere is laid to the heap instead where it fits. @param {import("../acts.js").Acts} act @param {number} at @param {number} place */
function tapped(act, at, place) {
  const { chosen } = act.state, key = `@${at}.${place}`, isOwn = chosen.every((one) => one.startsWith(`@${at}.`));
  toggle(act, key);
  if (!isOwn && !chosen.includes(key)) draft.fit(act, chosen, at);
}

/** The tiles of the table that lie nowhere. @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function tray(state, act) {
  return draft.lifted.length > 0 && h("div", { key: "tray", class: "kub-tray" }, h("span", { key: "to-lay" }, t("ui.kub.to-lay")), keysOf(draft.lifted).map((key) => tile(cardOf(key), {
    key: `~${key}`, "data-key": `~${key}`, chosen: state.chosen.includes(`~${key}`), onTap: () => mayTouch(state) && toggle(act, `~${key}`) })));
}

/** The next tap may come before what this one chose is drawn. @param {import("../acts.js").Acts} act @param {string} key */
const toggle = (act, key) => act.store.set({ chosen: toggled(act.state.chosen, key), hint: null, ruling: null });

// --- How large it is ---

/** Fit the tiles to the felt, each time that it is drawn or has another size. @param {HTMLElement} root */
function settled(root) {
  seen.root = root;
  sized.observe(root);
  fitted();
}

function fitted() {
  const { root } = seen, now = [root?.clientWidth, root?.clientHeight, root?.firstChild.childElementCount, draft.heaps];
  if (!now[0]) return;
  if (now.some((one, at) => one !== seen.felt[at])) Object.assign(seen, { felt: now, most: widest(root) });
  root.style.setProperty("--tile", `${wideOf()}px`);
  root.toggleAttribute("data-scrolls", isCut(root));
}

const wideOf = () => seen.wide || seen.most;

/** How wide a tile of the table may be so that all of them are seen. @param {HTMLElement} root */
function widest(root) {
  let [least, most] = [LEAST, MOST];
  while (least < most) {
    const wide = Math.ceil((least + most) / 2);
    root.style.setProperty("--tile", `${wide}px`);
    if (isCut(root)) most = wide - 1;
    else least = wide;
  }
  return least;
}

/** Whether some of it is not seen, wherever tiles that glide are on their way. @param {any} felt */
const isCut = ({ clientHeight, firstChild: list }) => list.offsetHeight + 2 * list.offsetTop > clientHeight || [...list.children].some((one) => one.offsetWidth > list.clientWidth);

/** @param {number} wide */
function zoomed(wide) {
  seen.wide = wide <= seen.most ? 0 : Math.min(ZOOMED, wide);
  fitted();
}

/** Where two fingers began, and how wide a tile was then. */
const pinch = { from: 0, wide: 0 };

/** Two fingers that draw apart make all larger; one finger moves the felt, as the browser does by itself. @param {TouchEvent} event */
function pinched({ touches: [one, other] }) {
  const apart = other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  if (apart && pinch.from) zoomed(pinch.wide * apart / pinch.from);
  else Object.assign(pinch, { from: apart, wide: wideOf() });
}

// --- Drags: what is dragged is lifted, and all that is lifted is laid where it is let go ---

/** @param {import("../acts.js").Acts} act */
const dragging = (act) => drags((target) => mayTouch(act.state) && target.closest("button[data-key]"), (drag, at) => over(act, drag, at), (drag) => dropped(act, drag));

/** Mark what a drag is over; it is shown over the page, where nothing cuts it off. @param {import("../acts.js").Acts} act @param {any} drag @param {PointerEvent|null} at */
function over(act, drag, at) {
  if (drag.shown === drag.card) lifted(act, drag);
  drag.to?.removeAttribute("data-goal");
  drag.to = at && document.elementFromPoint(at.clientX, at.clientY)?.closest(".heap, .heap-new, .kub-felt, #hand");
  drag.to?.setAttribute("data-goal", "");
  if (!at) drag.shown.remove();
}

/** @param {import("../acts.js").Acts} act @param {any} drag */
function lifted(act, drag) {
  const { chosen } = act.state, { key } = drag.card.dataset, { left, top, width } = drag.card.getBoundingClientRect();
  Object.assign(drag, { before: chosen, shown: document.body.appendChild(drag.card.cloneNode(true)) });
  Object.entries({ "--left": left, "--top": top, "--tile": width }).forEach(([name, value]) => drag.shown.style.setProperty(name, `${value}px`));
  if (!chosen.includes(key)) act.store.set({ chosen: [key], hint: null });
}

/** @param {import("../acts.js").Acts} act @param {any} drag */
function dropped(act, { to, before }) {
  const { chosen } = act.state, isRack = to?.id === "hand", at = to?.matches("li") ? [...to.parentElement.children].indexOf(to) : undefined;
  const isThere = chosen.every((key) => (isRack ? /^\w/.test(key) : key.startsWith(`@${at}.`)));
  if (!to || isThere || !mayTouch(act.state)) act.store.set({ chosen: before });
  else if (isRack) draft.putBack(act, chosen);
  else draft.lay(act, chosen, at);
}

// --- The rack ---

/** @param {import("../store.js").State} state @param {import("../acts.js").Acts} act */
function rack(state, act) {
  const { chosen } = state, keys = keysOf(draft.rack[seen.order]), { held } = state.parts.hand;
  const drawn = draft.isTouched ? [] : since(state).drawn, fresh = [...keys].reverse().filter((key) => taken(drawn, cardOf(key)));
  const isOwn = mayTouch(state) && chosen.some((key) => key[0] === "@");
  const onTap = (key) => (mayTouch(state) ? toggle(act, key) : act.cannot(t("ui.not-your-turn")));
  return h("div", { class: "kub-rack", ...dragging(act) },
    h("div", { key: "tiles", id: "hand", class: "kub-tiles", "data-scrolls": keys.length > TWO_LINES, style: { "--columns": columnsFor(held.length), "--lines": Math.ceil(held.length / columnsFor(held.length)) }, role: "group", "aria-label": t("ui.hand"), "data-roving": "", onkeydown: rove },
      keys.map((key) => tile(cardOf(key), { key, "data-key": key, "data-row": 0, "data-fly": cardOf(key), "data-origin": "stock", chosen: chosen.includes(key), onTap: () => onTap(key),
        ...fresh.includes(key) && { mark: "fresh", label: t("ui.kub.drawn", { tile: tileName(cardOf(key)) }) } }))),
    h("div", { key: "beside", class: "kub-beside" },
      h("button", { key: "order", type: "button", class: "kub-order", "aria-label": t(`ui.kub.by-${seen.order}`), onclick: () => { seen.order = seen.order === "colour" ? "number" : "colour"; act.store.set({}); } },
        ["colour", "number"].map((order) => h("span", { key: order, "aria-hidden": "true", class: order === seen.order ? "now" : "" }, order === "colour" ? "789" : "777"))),
      h("button", { key: "back", type: "button", class: "kub-back", "aria-disabled": !isOwn, onclick: () => isOwn && draft.putBack(act, chosen) }, t("ui.kub.put-back"))));
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
