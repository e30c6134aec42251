/** The page's beginning: words, settings, and the page that the address means. */

import { cue } from "./announce.js";
import { h, render } from "./dom.js";
import { TablePage } from "./pages/table.js";
import { printAs } from "./parts/card.js";
import { showPrefs } from "./prefs.js";
import { cameFrom, onRoute, route } from "./router.js";
import { firstWords, styled, t } from "./words.js";

const body = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{close?: () => void}|null} */
let page = null;
/** The address that is shown. A new one may be told twice: as going there, and as another fragment. */
let opened = "";

function open() {
  cameFrom(Boolean(opened));
  opened = location.href;
  if (page) cue(false, t("ui.title"));
  page?.close?.();
  printAs({});
  const root = document.createElement("div");
  root.className = "page";
  body.replaceChildren(root);
  scrollTo(0, 0);
  const where = route();
  if (where.page === "replay") page = later(root, () => import("./pages/replay.js").then(({ ReplayPage }) => new ReplayPage(root, where)));
  else if (where.page === "board") page = later(root, () => import("./pages/board.js").then(({ BoardPage }) => new BoardPage(root, where)));
  else if (where.page === "make") page = later(root, () => import("./pages/make.js").then(({ MakePage }) => new MakePage(root, where)));
  else if (where.page === "learn" || where.page === "mine" || where.page === "more") page = later(root, () => import("./pages/more.js").then(({ MorePage }) => new MorePage(root, where)));
  else if (where.page === "review") page = later(root, () => import("./pages/review.js").then(({ ReviewPage }) => new ReviewPage(root, where)));
  else if (where.page === "shared") page = later(root, () => import("./pages/shared.js").then(({ SharedPage }) => new SharedPage(root, where)));
  else if (where.page === "table") page = new TablePage(root, where.code);
  else page = later(root, () => Promise.all([import("./pages/home.js"), styled("home")]).then(([{ HomePage }]) => new HomePage(root)));
}

/** A page that is loaded now: no table waits for it. @param {HTMLElement} root @param {() => Promise<{root: HTMLElement, close?: () => void}>} load */
function later(root, load) {
  /** @type {{root: HTMLElement, close?: () => void}|null} */
  let shown = null;
  let isOpen = true;
  load().then((loaded) => { if (isOpen) shown = loaded; else loaded.close?.(); })
    .catch(() => firstWords.then(() => isOpen && render(root, h("main", { class: "notice" }, h("p", null, t("ui.no-server"))))));
  return { close: () => { isOpen = false; shown?.close?.(); } };
}

showPrefs();
onRoute(open);
addEventListener("hashchange", () => opened === location.href || open());
open();
firstWords.then((came) => {
  if (came) return;
  page?.close?.();
  render(body, h("main", { class: "notice" }, h("p", null, "Suitwise can't load its words. Load the page again."), h("p", { lang: "zh-Hans" }, "无法加载文字，请重新打开页面。")));
});
