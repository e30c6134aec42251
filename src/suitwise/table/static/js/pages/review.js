/**
 * What each decision of a record cost: the dearest first, then all of them, each a tap from the replay.
 *
 * The server judges them one by one and says all of it in words; here they are chosen by seat and laid out.
 * @typedef {import("../parts/judged.js").Found} Found
 */

import { cue, polite } from "../announce.js";
import { h, render } from "../dom.js";
import { printAs, sentence, spoken } from "../parts/card.js";
import { keepPlayed } from "../parts/counted.js";
import { icon, select } from "../parts/dialogs.js";
import { COSTLY, judge } from "../parts/judged.js";
import { kept, notHere } from "../parts/opening.js";
import { seatToken } from "../prefs.js";
import { boardAddress, leaveRecord, replayAddress, titleOf } from "../router.js";
import { GAMES } from "./table.js";
import { firstWords, numeral, styled, t } from "../words.js";

export class ReviewPage {
  /** @param {HTMLElement} root @param {import("../router.js").ReplayRoute} where */
  constructor(root, where) {
    this.root = root;
    this.where = where;
    this.no = "";
    this.isClosed = false;
    this.kind = "";
    /** @type {import("../parts/judged.js").Judged|null} */
    this.judged = null;
    Promise.all([firstWords, styled("review")]).then(() => this.isClosed || this.load(kept(where.record)));
  }

  close() {
    this.isClosed = true;
    if (this.judged) {
      this.judged.told = () => {};
      this.judged.view.top = scrollY;
    }
    this.root = document.createElement("div");
  }

  /** @param {string|null} text of a record that was opened here. @param {boolean} [isAnew] whether it is judged again. */
  load(text, isAnew = false) {
    const { record } = this.where;
    if (!text && !seatToken(record)) {
      this.no = notHere(record);
      return this.show();
    }
    if (this.judged) this.judged.told = () => {};
    this.judged = judge(this.where, text, isAnew);
    const wasDone = Boolean(this.judged.ends);
    this.judged.told = () => {
      this.named();
      this.show();
      if (this.judged?.ends && !wasDone) {
        polite(this.summary());
        this.remember();
      }
    };
    if (!wasDone) polite(t("ui.review.going"));
    this.show();
    return scrollTo(0, this.judged.view.top);
  }

  /** Name cards as the game does, which is known once the review has begun. */
  async named() {
    const { kind = "" } = this.judged ?? {};
    if (!kind || kind === this.kind) return;
    this.kind = kind;
    printAs(await (GAMES[kind] ?? GAMES.plain)());
    this.show();
  }

  /** Keep what one's own dearest decisions were, for one's own games. */
  remember() {
    const { seat = null } = this.judged ?? {};
    const own = this.costliest().filter((one) => one.seat === seat);
    if (seat !== null && seatToken(this.where.record)) keepPlayed(this.where.record, { cost: own.slice(0, 3).map((one) => `${one.did}: ${one.cost}`) });
  }

  /** Whose decisions are shown: at first those of whoever looks. @returns {number|null} */
  shownSeat() {
    const { seat = null, view } = this.judged ?? {};
    return view?.seat === undefined ? seat : view.seat;
  }

  /** @param {number|null} seat whose decisions are to be shown, null for all. */
  choose(seat) {
    if (this.judged) this.judged.view.seat = seat;
    this.show();
    if (this.judged?.ends) polite(this.summary());
  }

  /** The costliest decisions of those shown. @returns {Found[]} */
  costliest() {
    const { ends, found = [] } = this.judged ?? {};
    const seat = this.shownSeat();
    const plies = seat === null ? ends?.costliest : ends?.seats.find((one) => one.seat === seat)?.costliest;
    return (plies ?? []).map((ply) => /** @type {Found} */ (found.find((one) => one.ply === ply)));
  }

  /** What is said when all is judged. */
  summary() {
    const [first] = this.costliest();
    return first ? t("ui.review.done", { n: numeral(this.costliest().length), did: first.did, cost: first.cost }) : t("ui.review.none");
  }

  // --- What is shown ---

  show() {
    const title = titleOf("review", this.where.record);
    cue(false, title);
    const no = this.no || this.judged?.no || "";
    render(this.root, no ? this.refused(title, no) : this.page(title));
  }

  /** @param {string} title @param {string} no */
  refused(title, no) {
    return h("main", { key: "no", class: "notice" }, h("h1", null, title), h("p", { role: "status" }, sentence(no)),
      h("p", { class: "meets" }, this.judged && h("button", { type: "button", class: "play", onclick: () => this.load(kept(this.where.record)) }, t("ui.review.again")),
        h("a", { class: "button", href: `${window.site}/` }, t("ui.menu.home"))));
  }

  /** @param {string} title */
  page(title) {
    const { found = [], ends = null, notes = [] } = this.judged ?? {};
    const seat = this.shownSeat();
    const shown = found.filter((one) => seat === null || one.seat === seat);
    return h("main", { key: "review", class: "review" },
      h("header", { class: "review-head" },
        h("button", { type: "button", class: "quiet-button", "aria-label": t("ui.back"), onclick: () => leaveRecord(this.where.record) }, icon("close")),
        h("h1", null, title), h("a", { class: "button", href: replayAddress(this.where.record, this.where.deal) }, t("ui.replay.link"))),
      ends ? null : this.progress(),
      this.chooser(),
      ends && h("section", { key: "costliest", "aria-labelledby": "costliest" }, h("h2", { id: "costliest" }, t("ui.review.costliest")), this.cards()),
      ends && h("section", { key: "totals", "aria-labelledby": "totals" }, h("h2", { id: "totals" }, t("ui.review.totals")), this.totals()),
      ends?.why && h("div", { key: "why", class: "review-why" }, h("p", null, sentence(ends.why)), h("button", { type: "button", onclick: () => this.load(kept(this.where.record), true) }, t("ui.review.again"))),
      h("section", { key: "all", "aria-labelledby": "all" }, h("h2", { id: "all" }, t("ui.review.all", { n: numeral(shown.length) })),
        h("ol", { class: "decisions", role: "list" }, shown.map((one) => this.line(one)))),
      notes.length > 0 && h("details", { key: "notes", class: "quiet" }, h("summary", null, t("ui.review.notes")), notes.map((note) => h("p", { key: note }, note))));
  }

  progress() {
    const { found = [], plies = 0, isWaiting = false } = this.judged ?? {};
    const at = found.at(-1)?.ply ?? 0;
    const said = isWaiting ? t("ui.review.waits") : plies ? t("ui.review.at", { n: numeral(at), of: numeral(plies) }) : t("ui.review.going");
    return h("p", { key: "progress", class: "review-progress" }, h("span", { key: "said" }, said),
      h("progress", { "aria-label": t("ui.review.going"), max: String(Math.max(1, plies)), value: String(at) }));
  }

  /** Whose decisions are shown: for a game of one there is no choice. */
  chooser() {
    const { names = [], seat: mine } = this.judged ?? {};
    if (names.length < 2) return null;
    const seat = this.shownSeat();
    const options = [["", t("ui.review.everybody")], ...names.map((name, at) => [String(at), at === mine ? t("ui.you") : name])];
    return h("label", { key: "whose", class: "review-whose" }, h("span", null, t("ui.review.whose")),
      select({}, options, seat === null ? "" : String(seat), (to) => this.choose(to === "" ? null : Number(to))));
  }

  cards() {
    const costliest = this.costliest();
    if (!costliest.length) return h("p", { key: "none" }, t("ui.review.none"));
    return h("ol", { key: "cards", class: "costliest", role: "list" }, costliest.map((one) => h("li", { key: one.ply },
      h("p", { class: "quiet" }, one.place),
      h("p", { class: "did" }, sentence(one.did)),
      one.better && h("p", { class: "better" }, sentence(t("ui.review.better", { what: one.better }))),
      one.why && h("p", { class: "better" }, sentence(one.why)),
      h("p", { class: "cost" }, h("span", { "aria-hidden": "true" }, `${COSTLY} `), sentence(one.plain ?? one.cost)),
      h("details", { class: "quiet more" }, h("summary", null, t("ui.review.figures")), [one.plain && one.short, ...one.more].filter(Boolean).map((line) => h("p", { key: line }, sentence(line)))),
      h("p", { class: "ways" },
        h("a", { class: "button", href: this.address(one), "aria-label": t("ui.review.look-at", { place: one.place, did: spoken(one.did) }) }, t("ui.review.look")),
        one.board && h("a", { class: "button", href: boardAddress(one.board.game, one.board.ask, one.board.fields), "aria-label": t("ui.review.board-at", { place: one.place }) }, t("ui.board.open"))))));
  }

  totals() {
    const { ends, names = [], seat: mine } = this.judged ?? {};
    const seat = this.shownSeat();
    const seats = (ends?.seats ?? []).filter((one) => seat === null || one.seat === seat);
    if (names.length < 2) return seats.map((one) => h("p", { key: one.seat }, one.total));
    return h("dl", { class: "totals" }, seats.map((one) => [h("dt", { key: `name ${one.seat}`, dir: "auto" }, one.seat === mine ? t("ui.you") : names[one.seat]), h("dd", { key: one.seat }, one.total)]));
  }

  /** @param {Found} one */
  line(one) {
    return h("li", { key: one.ply }, h("a", { href: this.address(one) },
      h("span", { class: "quiet where" }, one.place), h("span", { class: "what" }, sentence(one.did)),
      one.costly ? h("span", { class: "lost" }, h("span", { "aria-hidden": "true" }, `${COSTLY} `), one.cost) : h("span", { class: "quiet lost" }, t("ui.review.fine"))));
  }

  /** The replay where a decision is to be made. @param {Found} one */
  address(one) {
    return replayAddress(this.where.record, this.where.deal, one.ply - 1);
  }
}
