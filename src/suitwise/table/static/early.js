/** The path below which all of it stands, as /cards; empty for none. */
window.site = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).pathname.split("/s/")[0];
/** Connects to a table before all else of the page is read, for that takes as long as a request; the address names the table to a proxy. */
window.connect = (path = /^\/t(\/\w+)/.exec(location.pathname.slice(window.site.length))?.[1] ?? "") =>
  new WebSocket(`${location.origin.replace("http", "ws")}${window.site}/ws${path}`, "suitwise.1");
window.early = location.pathname.startsWith(`${window.site}/t/`) ? window.connect() : null;
