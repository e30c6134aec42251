/** Connects to a table before all else of the page is read, for that takes as long as a request; the address names the table to a proxy. */
window.connect = (path = /^\/t(\/\w+)/.exec(location.pathname)?.[1] ?? "") =>
  new WebSocket(`${location.origin.replace("http", "ws")}/ws${path}`, "suitwise.1");
window.early = location.pathname.startsWith("/t/") ? window.connect() : null;
