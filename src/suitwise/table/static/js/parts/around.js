/** What the pages around the tables share: their signs, links that load nothing anew, and how a table is made from them. */

import { h } from "../dom.js";
import { keepDaily, keepPhrase, keepSeat } from "../prefs.js";
import { answered, ask, go } from "../router.js";
import { icon } from "./dialogs.js";

/** The signs of buttons around the tables, drawn as those of a table are. */
const SIGNS = {
  settings: "M4 8H11M17 8H20M4 16H7M13 16H20M14 5V11M10 13V19", back: "M15 5 8 12 15 19", forth: "M9 5 16 12 9 19",
  friends: "M3 19C3 15 6 13 9 13S15 15 15 19ZM9 10A3 3 0 1 0 9 4 3 3 0 0 0 9 10M16 13C19 13 21 15 21 18M16 10A3 3 0 0 0 16 4",
  play: "M5 5H10V10H5ZM14 5H19V10H14ZM5 14H10V19H5ZM14 14H19V19H14Z", learn: "M12 6C9 4 6 4 3 5V18C6 17 9 17 12 19 15 17 18 17 21 18V5C18 4 15 4 12 6V19",
  board: "M8 4H19V18H8ZM8 8H4V21H15V18", mine: "M5 19V12M10 19V5M15 19V9M20 19V14",
  more: "M4 8H9M14 8H20M4 16H10M15 16H20M9 5.5V10.5M14 5.5V10.5H9V5.5ZM10 13.5H15V18.5H10Z",
};
/** The sign of a button around the tables. @param {string} name */
export const sign = (name) => icon(name, SIGNS);

/** A link that leads to another page of this site without loading it anew. @param {{href: string} & Object<string, any>} props @param {...any} children */
export function link(props, ...children) {
  return h("a", { ...props, onclick: (event) => { event.preventDefault(); go(props.href); } }, children);
}

/** What codes begin with: a proxy before several servers routes by it. */
const SLOTS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Make a table and go to its first seat. The line to it is opened meanwhile, at the server that makes it: it takes as long. @param {Object<string, any>} body the variant, the seats, the name, the house. @returns {Promise<string>} why it was not made, "" where it was. */
export async function makeTable(body) {
  const slot = SLOTS[Math.floor(Math.random() * SLOTS.length)];
  window.early = window.connect(`/${slot}`);
  const { found, no } = await answered(ask(`tables/${slot}`, { body }));
  if (no) return no;
  const [address, token] = found.host.split("#");
  keepSeat(found.table, token);
  if (body.phrase) keepPhrase(found.table, body.phrase);
  if (body.daily) keepDaily(body.daily, body.variant, { code: found.table });
  go(address);
  return "";
}

/** Make a table from a page, which shows meanwhile that it is busy, and where it is in vain why. @param {{root: HTMLElement, no: string, isBusy: boolean, show: () => void}} page @param {Object<string, any>} body */
export async function makeFrom(page, body) {
  if (page.isBusy) return;
  Object.assign(page, { isBusy: true, no: "" }).show();
  const no = await makeTable(body);
  Object.assign(page, { isBusy: false, no }).show();
  if (no) page.root.querySelector(".error")?.scrollIntoView({ block: "center" });
}
