/**
 * A keyed renderer: a tree of plain values in, the fewest changes of the page out.
 *
 * `h` makes a value that describes an element, `render` makes the children of a node be as described.
 * An element whose key (or, without keys, whose place among those of its tag) is the same stays the same
 * element, so the focus, the scroll and what is typed stay with it. Text is always text: nothing here
 * reads markup. Styles are custom properties alone, set one by one, as the page's policy demands.
 * @typedef {{tag: string, key: (string|number|undefined), props: Object<string, any>, children: VNode[]}} VElement
 * @typedef {VElement | {text: string, tag?: undefined, key?: undefined}} VNode
 * @typedef {{id: string, vnode: VNode, node: Node}} Kept
 */

const SVG = "http://www.w3.org/2000/svg";
const KEPT = Symbol("what was rendered");
/** Attributes that are told to the element as its properties: they change by what people do. */
const PROPERTIES = new Set(["value", "checked", "selected"]);

/** @type {(() => void)[]} what is to be done once all is in the page. */
const afterwards = [];
/** Whether something has come, gone or got another name to move by since the last rendering began. */
let isOther = false;

/**
 * Describe an element.
 * @param {string} tag
 * @param {Object<string, any>|null} [props] attributes; `key`; `on…` handlers; `style`: custom
 *     properties by their names; `ref`: called with the element after each rendering.
 * @param {...any} children elements, texts, numbers, lists of them; null and booleans are nothing.
 * @returns {VElement}
 */
export function h(tag, props, ...children) {
  const own = props ?? {};
  return { tag, key: own.key, props: own, children: described(children) };
}

/** @type {Map<string, {args: any[], drawn: any}>} */
const memory = new Map();

/**
 * What a function draws of these arguments, as drawn before while they hold the same: the renderer passes
 * over it. It is to draw from nothing else than they, the language and the size of signs.
 * @template {any[]} A @template T @param {string} name @param {(...args: A) => T} draw @param {A} args @returns {T}
 */
export function same(name, draw, ...args) {
  const { lang, dataset: { large } } = document.documentElement, all = [draw, lang, large, ...args], before = memory.get(name);
  if (before && alike(before.args, all)) return before.drawn;
  const drawn = draw(...args);
  memory.set(name, { args: all, drawn });
  return drawn;
}

/** Whether two values hold the same, as far as they are lists and plain objects. @param {any} one @param {any} other @returns {boolean} */
function alike(one, other) {
  const kind = one?.constructor;
  if (one === other || kind !== other?.constructor || kind !== Object && kind !== Array) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => alike(one[name], other[name]));
}

/** Make the children of a node be as described; tells whether some of it may move. @param {Element} node @param {any} content an element's description, a text, or a list of them. @returns {boolean} */
export function render(node, content) {
  isOther = false;
  patchChildren(node, described([content]), node.namespaceURI === SVG);
  afterwards.splice(0).forEach((call) => call());
  return isOther;
}

/** @param {any[]} children @param {VNode[]} [into] @returns {VNode[]} */
function described(children, into = []) {
  for (const child of children) {
    if (Array.isArray(child)) described(child, into);
    else if (child !== null && child !== undefined && typeof child !== "boolean") into.push(typeof child === "object" ? child : { text: String(child) });
  }
  return into;
}

/** @param {Element} parent @param {VNode[]} vnodes @param {boolean} isSvg */
function patchChildren(parent, vnodes, isSvg) {
  /** @type {Kept[]} */
  const before = parent[KEPT] ?? [];
  // most children are those of before in the same order
  if (before.length === vnodes.length && before.every(({ vnode: was }, place) => was.tag === vnodes[place].tag && was.key === vnodes[place].key)) {
    before.forEach((kept, place) => { patch(kept, vnodes[place], isSvg); kept.vnode = vnodes[place]; });
    return;
  }
  isOther = true;
  const old = new Map(before.map((kept) => [kept.id, kept]));
  const now = named(vnodes).map(([id, vnode]) => {
    const kept = old.get(id);
    old.delete(id);
    return { id, vnode, node: kept ? patch(kept, vnode, isSvg) : create(vnode, isSvg) };
  });
  old.forEach((kept) => kept.node.parentNode === parent && parent.removeChild(kept.node));
  let cursor = parent.firstChild;
  for (const { node } of now) {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
  }
  parent[KEPT] = now;
}

/** Give each child a name by which it is found again. @param {VNode[]} vnodes @returns {[string, VNode][]} */
function named(vnodes) {
  const counts = new Map();
  return vnodes.map((vnode) => {
    const { tag = "#text", key } = vnode;
    if (key !== undefined) return [`${tag}:${key}`, vnode];
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return [`${tag}/${counts.get(tag)}`, vnode];
  });
}

/** @param {VNode} vnode @param {boolean} isSvg @returns {Node} */
function create(vnode, isSvg) {
  if ("text" in vnode) return document.createTextNode(vnode.text);
  const element = isSvg || vnode.tag === "svg" ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  fill(element, {}, vnode, isSvg);
  return element;
}

/** @param {Kept} kept @param {VNode} vnode @param {boolean} isSvg @returns {Node} */
function patch(kept, vnode, isSvg) {
  const was = kept.vnode;
  if ("text" in vnode) {
    if (vnode.text !== /** @type {{text: string}} */ (was).text) kept.node.nodeValue = vnode.text;
  } else if (vnode !== was) {
    fill(/** @type {Element} */ (kept.node), /** @type {VElement} */ (was).props, vnode, isSvg);
  }
  return kept.node;
}

/** @param {Element} element @param {Object<string, any>} was @param {VElement} vnode @param {boolean} isSvg whether it lies in a drawing. */
function fill(element, was, vnode, isSvg) {
  const { props } = vnode;
  for (const name of Object.keys(was)) if (!(name in props)) set(element, name, was[name], null);
  patchChildren(element, vnode.children, isSvg || vnode.tag === "svg");
  for (const name of Object.keys(props)) set(element, name, was[name], props[name]);
}

/** @param {any} element @param {string} name @param {any} was @param {any} value */
function set(element, name, was, value) {
  if (name === "key" || value === was && name !== "ref" && !PROPERTIES.has(name)) return; // most are as they were
  if (name === "ref") {
    if (value) afterwards.push(() => value(element));
  } else if (name === "style") setStyles(element, was ?? {}, value ?? {});
  else if (name.startsWith("on")) {
    element[name.toLowerCase()] = value;
  } else if (PROPERTIES.has(name)) {
    if (element[name] !== value) element[name] = value ?? "";
  } else setAttribute(element, name, value);
}

/** @param {Element} element @param {string} name @param {any} value */
function setAttribute(element, name, value) {
  isOther ||= name === "data-fly" || name === "data-gather";
  const isFlag = typeof value === "boolean" && !name.startsWith("aria-");
  if (value === null || value === undefined || (isFlag && !value)) element.removeAttribute(name);
  else element.setAttribute(name, isFlag ? "" : String(value));
}

/** @param {HTMLElement} element @param {Object<string, any>} was @param {Object<string, any>} now */
function setStyles(element, was, now) {
  for (const name of Object.keys(was)) if (!(name in now)) element.style.removeProperty(name);
  for (const name of Object.keys(now)) if (was[name] !== now[name]) element.style.setProperty(name, String(now[name]));
}
