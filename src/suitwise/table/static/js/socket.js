/**
 * The line to the table: connects again by itself, sends again what was not acknowledged.
 *
 * A command with an id is kept until it is answered and sent again, the same bytes, after 2.5 s or on a
 * new connection: the server plays it once. Everything else is sent once or not at all.
 */

const RESEND_MS = 2500;
const PING_MS = 10000;
const SILENT_MS = 25000;
const LONGEST_WAIT_MS = 10000;
/** Closings for good: no phrase, a bad token, no table, sent away. */
const FINAL = new Set([4402, 4403, 4404, 4406]);

/**
 * @typedef {"connecting"|"open"|"waiting"|"closed"} LineStatus
 * @typedef {{ready: Promise<any>, hello: () => Object<string, any>, receive: (message: Object<string, any>) => void,
 *     status: (now: LineStatus, code: number) => void}} Ends
 */

export class Line {
  /** @param {Ends} ends */
  constructor(ends) {
    this.ends = ends;
    /** @type {Map<string, {text: string, at: number, kind: string}>} */
    this.kept = new Map();
    this.tries = 0;
    this.heard = 0;
    /** The number of the last message that changed what is shown. */
    this.shown = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.isWanted = true;
    this.timer = 0;
    this.pinged = 0;
    this.beat = setInterval(() => this.look(), 500);
    this.wake = () => document.visibilityState === "visible" && this.socket?.readyState === WebSocket.CLOSED && this.connect();
    this.cut = () => this.again();
    addEventListener("online", this.wake);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.ends.status("connecting", 0);
    const { early, connect } = window;
    const socket = early && early.readyState <= WebSocket.OPEN ? early : connect();
    this.socket = socket;
    this.heard = this.pinged = Date.now();
    const greet = () => this.ends.ready.then(() => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(this.ends.hello())));
    if (socket.readyState === WebSocket.OPEN) greet();
    else socket.onopen = greet;
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  /** Take a message; where one before it is lost, all that is shown is sent again to a new line. @param {Object<string, any>} message */
  take(message) {
    this.heard = Date.now();
    if (message.t === "welcome") this.greeted(message.s);
    if (message.t === "part" && message.s <= this.shown) return;
    if (message.s > this.shown + (message.t === "part" ? 1 : 0)) return this.again();
    if (message.t === "part") this.shown = message.s;
    this.settle(message);
    this.ends.receive(message);
  }

  /** @param {number} shown how many messages have changed what is shown. */
  greeted(shown) {
    this.tries = 0;
    this.shown = shown;
    this.ends.status("open", 0);
    this.isGreeted = true;
    this.kept.forEach((kept) => this.put(kept));
  }

  /** Forget what this message answers. @param {Object<string, any>} message */
  settle(message) {
    if (message.id !== undefined) this.kept.delete(message.id);
    else if (message.t === "error") this.kept.forEach((kept, id) => kept.at && kept.kind !== "move" && this.kept.delete(id));
    else this.kept.forEach((kept, id) => kept.kind === message.t && this.kept.delete(id));
  }

  /** @param {number} code */
  lost(code) {
    this.isGreeted = false;
    if (!this.isWanted || FINAL.has(code)) {
      this.ends.status("closed", code);
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, 300 * 2 ** this.tries) * (0.7 + 0.6 * Math.random());
    this.tries += 1;
    this.ends.status("waiting", code);
    this.timer = setTimeout(() => this.connect(), code === 4429 ? LONGEST_WAIT_MS : wait);
  }

  /** Ping, give up a silent line, send again what waits too long for its answer; a device that has slept, or whose clock was set, connects anew. */
  look() {
    const now = Date.now();
    if (Math.abs(now - this.heard) > SILENT_MS && this.socket?.readyState !== WebSocket.CLOSED) return this.again();
    if (!this.isGreeted) return;
    if (now - this.pinged > PING_MS) {
      this.pinged = now;
      this.send({ t: "ping" });
    }
    this.kept.forEach((kept) => now - kept.at > RESEND_MS && this.put(kept));
  }

  /** Drop this connection and make another: where that fails, too, it is said that the line is lost. */
  again() {
    const socket = this.socket;
    this.socket = null;
    this.isGreeted = false;
    socket?.close();
    this.connect();
  }

  /** Send what needs no answer, if the line stands. @param {Object<string, any>} message */
  send(message) {
    if (this.isGreeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command until it is answered. @param {Object<string, any>} message @returns {string} its id. */
  command(message) {
    const id = [...crypto.getRandomValues(new Uint32Array(2))].map((number) => number.toString(36)).join("");
    const kept = { text: JSON.stringify({ ...message, id }), at: 0, kind: message.t };
    this.kept.set(id, kept);
    this.put(kept);
    return id;
  }

  /** @param {{text: string, at: number}} kept */
  put(kept) {
    if (!this.isGreeted || this.socket?.readyState !== WebSocket.OPEN) return;
    kept.at = Date.now();
    this.socket.send(kept.text);
  }

  close() {
    this.isWanted = false;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
