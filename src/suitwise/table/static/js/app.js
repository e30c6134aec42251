/** The page's beginning: words, settings, and the page that the address means. */

import { h, render } from "./dom.js";
import { HomePage } from "./pages/home.js";
import { TablePage } from "./pages/table.js";
import { showPrefs } from "./prefs.js";
import { onRoute, route } from "./router.js";
import { firstWords, t } from "./words.js";

const body = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{close: () => void}|null} */
let page = null;

function open() {
  page?.close();
  const root = document.createElement("div");
  root.className = "page";
  body.replaceChildren(root);
  const where = route();
  if (where.page === "replay" || where.page === "shared") page = recordPage(root, where);
  else page = where.page === "table" ? new TablePage(root, where.code) : new HomePage(root);
}

/** A record's page, loaded now: no table waits for it. @param {HTMLElement} root @param {import("./router.js").ReplayRoute|import("./router.js").SharedRoute} where */
function recordPage(root, where) {
  /** @type {{close: () => void}|null} */
  let shown = null;
  let isOpen = true;
  const opened = where.page === "shared" ? import("./pages/shared.js").then(({ SharedPage }) => isOpen && new SharedPage(root, where))
    : import("./pages/replay.js").then(({ ReplayPage }) => isOpen && new ReplayPage(root, where));
  opened.then((made) => { shown = made || null; })
    .catch(() => firstWords.then(() => isOpen && render(root, h("main", { class: "notice" }, h("p", null, t("ui.no-server"))))));
  return { close: () => { isOpen = false; shown?.close(); } };
}

showPrefs();
onRoute(open);
addEventListener("hashchange", open);
open();
firstWords.then((came) => {
  if (came) return;
  page?.close();
  render(body, h("main", { class: "notice" }, h("p", null, "Suitwise can't load its words. Load the page again."), h("p", { lang: "zh-Hans" }, "无法加载文字，请重新打开页面。")));
});
