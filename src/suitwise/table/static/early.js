/** Connects to a table before all else of the page is read, for that takes as long as a request. */
window.connect = () => new WebSocket(location.origin.replace("http", "ws") + "/ws", "suitwise.1");
window.early = location.pathname.startsWith("/t/") ? window.connect() : null;
