/** What the page's first script leaves for the modules: see early.js. */
interface Window {
  connect: () => WebSocket;
  early: WebSocket | null;
}
