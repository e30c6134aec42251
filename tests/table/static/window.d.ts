/** What the page's first script leaves for the modules: see early.js. */
interface Window {
  site: string;
  connect: (path?: string) => WebSocket;
  early: WebSocket | null;
}
