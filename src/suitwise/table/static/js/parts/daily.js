/** The deals of the day: the row of the first page, and what one came to beside the strongest player's. */

import { polite } from "../announce.js";
import { h } from "../dom.js";
import { dailyOf, daysDone, keepDaily, prefs, seatToken } from "../prefs.js";
import { answered, ask, go } from "../router.js";
import { language, numeral, styled, t } from "../words.js";
import { field } from "./copying.js";
import { PICTURES, short } from "./games.js";

/** The day as people write it; its date is the server's, by UTC. @param {string} day @param {Intl.DateTimeFormatOptions} [how] */
function dated(day, how = { day: "numeric", month: "short" }) {
  return new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), { ...how, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
}

// --- The first page ---

/** The deals of today and of the day before, for the first page; null where the server does not say. @returns {Promise<{today: string, before: string|null, games: string[]}|null>} */
export async function days() {
  const [{ found }] = await Promise.all([answered(ask("daily")), styled("daily")]);
  return found;
}

/** @param {{today: string, before: string|null, games: string[]}} listed @param {(body: Object<string, any>) => void} make makes a table. */
export function daysRow({ today, before, games }, make) {
  const names = [...new Set([...PICTURES, ...games])].filter((name) => games.includes(name));
  const streak = streakAt(today);
  return [
    h("div", { class: "title-row" }, h("h2", { id: "days" }, t("ui.daily.title"), " ", h("time", { class: "quiet", datetime: today }, dated(today, { day: "numeric", month: "long" }))),
      streak > 0 && h("b", { key: "streak", class: "streak" }, t("ui.daily.streak", { n: numeral(streak) }))),
    h("div", { class: "days-card" }, week(today),
      h("ul", { class: "deals", role: "list" }, names.map((name) => item(today, name, make))),
      before && h("details", null, h("summary", null, t("ui.daily.before", { date: dated(before) })), h("ul", { class: "deals", role: "list" }, names.map((name) => item(before, name, make))))),
    h("p", { class: "quiet" }, t("ui.daily.about")),
  ];
}

/** The day so many days before one. @param {string} day @param {number} n */
const dayBefore = (day, n) => new Date(Date.parse(`${day}T00:00Z`) - n * 86_400_000).toISOString().slice(0, 10);

/** How many days in a row were played, up to today or, while today may yet be, to the day before. @param {string} today */
function streakAt(today) {
  const done = new Set(daysDone());
  let days = 0;
  for (let at = done.has(today) ? 0 : 1; done.has(dayBefore(today, at)); at += 1) days += 1;
  return days;
}

/** The last seven days, those that were played marked. @param {string} today */
function week(today) {
  const done = new Set(daysDone());
  return h("ol", { class: "week", role: "list", "aria-label": t("ui.daily.week") }, [6, 5, 4, 3, 2, 1, 0].map((n) => {
    const day = dayBefore(today, n), isDone = done.has(day);
    return h("li", { key: day, class: `${isDone ? "done" : ""} ${n ? "" : "today"}` }, h("span", { "aria-hidden": "true" }, dated(day, { weekday: "short" })),
      h("b", { "aria-hidden": "true" }, isDone ? "✓" : String(Number(day.slice(8)))), h("span", { class: "sr" }, t(isDone ? "ui.daily.done" : "ui.daily.open", { date: dated(day) })));
  }));
}

/** One tap to the cards: of a deal that was begun here to its table. @param {string} day @param {string} name @param {(body: Object<string, any>) => void} make */
function item(day, name, make) {
  const kept = dailyOf(day, name);
  const begun = () => (kept && seatToken(kept.code) ? go(`${window.site}/t/${kept.code}`) : make({ daily: day, variant: name, name: prefs.name.trim() || t("ui.guest") }));
  return h("li", { key: `${day}-${name}` }, h("button", { type: "button", onclick: begun }, h("b", null, short({ name })), h("span", { class: "quiet" }, standing(kept))));
}

/** What is known of a deal here. @param {any} kept */
function standing(kept) {
  if (!kept) return t("ui.daily.play");
  if (!kept.said) return t("ui.daily.begun");
  return kept.lang === language() ? kept.said : t("ui.daily.played");
}

// --- The end of a deal ---

/** Ask what a deal came to, and have it shown below how it ended. @param {import("../store.js").Store} store */
export async function compare(store) {
  const { code } = store.state, lang = language();
  store.set({ day: () => h("p", { role: "status" }, t("ui.daily.waits")) });
  const [{ found, no }] = await Promise.all([answered(ask(`tables/${code}/daily`, { code })), styled("daily")]);
  if (no) {
    store.set({ day: () => [h("p", { role: "status" }, no), h("button", { type: "button", onclick: () => compare(store) }, t("ui.review.again"))] });
    return;
  }
  keepDaily(found.day, found.game, { code, said: found.own, lang });
  polite(t(`ui.daily.than.${found.than}`));
  let isAskedAnew = false;
  store.set({ day: () => {
    if (language() === lang) return ended(found);
    if (!isAskedAnew) setTimeout(() => compare(store)); // in another language, once this has been drawn
    isAskedAnew = true;
    return h("p", { role: "status" }, t("ui.daily.waits"));
  } });
}

/** @param {any} found */
function ended(found) {
  const { day, game, own, strongest, best, than, hints, back, covered, level } = found;
  const row = (name, text) => h("tr", { key: name }, h("th", { scope: "row" }, t(`ui.daily.row.${name}`)), h("td", null, text));
  const text = t("ui.daily.text", { game: short({ name: game }), date: dated(day), own, strongest });
  return h("section", { key: "compared", class: "compared", "aria-labelledby": "compared" },
    h("h3", { id: "compared" }, t("ui.daily.deal-of", { date: dated(day, { day: "numeric", month: "long" }) })),
    h("p", null, t(`ui.daily.than.${than}`)),
    h("table", null, h("tbody", null, row("own", own), row("strongest", strongest), best && row("best", best.said))),
    best && h("p", { class: "quiet" }, t("ui.daily.means", { means: best.means })),
    h("p", { class: "quiet" }, level && `${t("ui.daily.level", { level: t(`ui.player.${level}`) })} `, t("ui.daily.used", { hints: numeral(hints), back: numeral(back) }), " ", covered > 0 && `${t("ui.daily.covered", { covered: numeral(covered) })} `, t("ui.daily.public")),
    field("day-text", t("ui.daily.tell"), text, 4));
}
