/** The round picture of who sits at a table: a letter for people, an animal for bots, the same for the same name. */

import { h } from "../dom.js";
import { BASE } from "../words.js";

/** The animals of `cards.svg`. */
const ANIMALS = ["bear", "owl", "cat", "fox", "panda", "rabbit", "frog", "tiger", "koala", "penguin", "lion", "dog"];
/** Grounds on which a white letter has a contrast of 4.5 and more. */
const GROUNDS = ["#1f6f8b", "#8f2f57", "#5b4aa8", "#7a5a10", "#99324a", "#a3431c", "#3a4f9a", "#5a626d"];
/** What is laid over the ground, darker: hills, rays, rings, a sun behind peaks, bubbles, petals. */
const MOTIFS = [
  "M0 26Q12 17 22 25T40 22V40H0ZM28 5a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0",
  "M20 20 50 20 48.5 29.3ZM20 20 44.3 37.6 37.6 44.3ZM20 20 29.3 48.5 20 50ZM20 20 10.7 48.5 2.4 44.3ZM20 20 -4.3 37.6 -8.5 29.3ZM20 20 -10 20 -8.5 10.7ZM20 20 -4.3 2.4 2.4 -4.3ZM20 20 10.7 -8.5 20 -10ZM20 20 29.3 -8.5 37.6 -4.3ZM20 20 44.3 2.4 48.5 10.7Z",
  "M0 34A34 34 0 0 0 34 0H28A28 28 0 0 1 0 28ZM0 22A22 22 0 0 0 22 0H16A16 16 0 0 1 0 16ZM0 10A10 10 0 0 0 10 0H0ZM40 40H8A34 34 0 0 0 40 8Z",
  "M0 40 11 20 18 30 27 15 40 34V40ZM5 11a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
  "M2 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0M26 5a7 7 0 1 0 14 0 7 7 0 1 0-14 0M29 31a4 4 0 1 0 8 0 4 4 0 1 0-8 0M-3 36a9 9 0 1 0 18 0 9 9 0 1 0-18 0M34 19a2 2 0 1 0 4 0 2 2 0 1 0-4 0M16 3a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0",
  "M0 0Q20 0 20 20 0 20 0 0ZM40 0Q40 20 20 20 20 0 40 0ZM0 40Q0 20 20 20 20 40 0 40ZM40 40Q20 40 20 20 40 20 40 40Z",
];

/**
 * The picture of a name. Two bots with the same animal are told apart by the list of all at the table:
 * each in turn takes its own animal, or the next that is free.
 * @param {string} name
 * @param {boolean} isBot
 * @param {string[]} [bots] the names of the table's bots in the order of their seats.
 */
export function avatar(name, isBot, bots = []) {
  return h("svg", { class: "avatar", viewBox: "0 0 40 40", "aria-hidden": "true" }, isBot ? animal(name, bots) : letter(name));
}

/** @param {string} name @param {string[]} bots */
function animal(name, bots) {
  const taken = new Map();
  [...bots.filter((other, place) => bots.indexOf(other) === place), name].forEach((each) => {
    if (taken.has(each) || taken.size === ANIMALS.length) return;
    const used = [...taken.values()];
    let at = hash(each) % ANIMALS.length;
    while (used.includes(at)) at = (at + 1) % ANIMALS.length;
    taken.set(each, at);
  });
  return h("use", { key: "animal", href: `${BASE}/cards.svg#${ANIMALS[taken.get(name) ?? hash(name) % ANIMALS.length]}` });
}

/** @param {string} name */
function letter(name) {
  const number = hash(name);
  const ground = GROUNDS[number % GROUNDS.length];
  const motif = MOTIFS[Math.floor(number / GROUNDS.length) % MOTIFS.length];
  return [
    h("path", { key: "ground", d: "M0 0H40V40H0Z", fill: ground }),
    h("path", { key: "motif", d: motif, fill: "#000", "fill-opacity": 0.24 }),
    h("text", { key: "letter", x: 20, y: 27, "text-anchor": "middle", fill: "#fff" }, ([...name.trim()][0] ?? "?").toUpperCase()),
  ];
}

/** A number for a name that is the same everywhere (FNV-1a). @param {string} name */
function hash(name) {
  let value = 0x811c9dc5;
  for (const character of name) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
