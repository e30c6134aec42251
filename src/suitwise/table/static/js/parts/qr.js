/** QR codes, drawn on this device, for a link may hold the secret of a seat: bytes, versions 1 to 10, level M. */

/** By version: words of correction a block, then the blocks' words of data. */
const BLOCKS = [[], [10, 16], [16, 28], [26, 44], [18, 32, 32], [24, 43, 43], [16, 27, 27, 27, 27], [18, 31, 31, 31, 31], [22, 38, 38, 39, 39], [22, 36, 36, 36, 37, 37], [26, 43, 43, 43, 43, 44]];
/** The bits that say level M and a mask, or a version of 7 and more, are followed by these remainders. */
const FORMAT = 0x537, FORMAT_MASK = 0x5412, VERSION = 0x1f25;
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => (x * y) % 2 + (x * y) % 3, (x, y) => ((x * y) % 2 + (x * y) % 3) % 2, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2,
];

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const power = new Uint8Array(512), log = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  power[at] = power[at + 255] = value;
  log[value] = at;
  value = (value << 1) ^ (value > 127 ? 0x11d : 0);
}

/** The code of a text: rows of dark and light squares; null where it is too long. @param {string} text @returns {{rows: boolean[][], mask: number, version: number}|null} */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((blocks, at) => at > 0 && bytes.length + (at > 9 ? 3 : 2) <= sum(blocks.slice(1)));
  if (version < 0) return null;
  const words = interleaved(filled(bytes, version), BLOCKS[version]);
  const drawn = MASKS.map((_, mask) => draw(words, version, mask));
  const faults = drawn.map(penalty);
  const mask = faults.indexOf(Math.min(...faults));
  return { rows: drawn[mask], mask, version };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** The words of data: the mode, how many bytes, the bytes, and what fills the rest. @param {number[]} bytes @param {number} version */
function filled(bytes, version) {
  const bits = [[4, 4], [bytes.length, version > 9 ? 16 : 8], ...bytes.map((byte) => [byte, 8]), [0, 4]].map(([value, width]) => value.toString(2).padStart(width, "0")).join("");
  const words = (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  const most = sum(BLOCKS[version].slice(1));
  for (let at = 0; words.length < most; at += 1) words.push(at % 2 ? 0x11 : 0xec);
  return words;
}

/** The blocks' words by turns, then those of their corrections. @param {number[]} words @param {number[]} blocks */
function interleaved(words, [count, ...lengths]) {
  let from = 0;
  const data = lengths.map((length) => words.slice(from, from += length));
  const turns = (lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, at) => lists.map((list) => list[at])).flat().filter((word) => word !== undefined);
  return [...turns(data), ...turns(data.map((block) => corrections(block, count)))];
}

/** The remainder of a block by the polynomial of so many roots. @param {number[]} block @param {number} count */
function corrections(block, count) {
  const times = (one, other) => (one && other ? power[log[one] + log[other]] : 0);
  let roots = [1];
  for (let at = 0; at < count; at += 1) roots = [...roots, 0].map((value, place) => value ^ times(roots[place - 1] ?? 0, power[at]));
  const rest = [...block, ...Array(count).fill(0)];
  block.forEach((_, at) => { const first = rest[at]; roots.forEach((root, place) => { rest[at + place] ^= times(root, first); }); });
  return rest.slice(block.length);
}

/** @param {number[]} words @param {number} version @param {number} mask @returns {boolean[][]} */
function draw(words, version, mask) {
  const size = 17 + 4 * version;
  /** @type {(boolean|undefined)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const ringed = (x, y, dark, most) => {
    for (let row = y - most; row <= y + most; row += 1) for (let at = x - most; at <= x + most; at += 1) if (row in rows && at in rows) rows[row][at] = dark.includes(Math.max(Math.abs(at - x), Math.abs(row - y)));
  };
  const places = version < 2 ? [] : [6, ...version > 6 ? [8 + 2 * version] : [], size - 7];
  for (const y of places) for (const x of places) if (!(x === 6 && y === 6) && !(x === 6 && y === size - 7) && !(x === size - 7 && y === 6)) ringed(x, y, [0, 2], 2);
  for (let at = 8; at < size - 8; at += 1) rows[6][at] = rows[at][6] = at % 2 === 0;
  [[3, 3], [size - 4, 3], [3, size - 4]].forEach(([x, y]) => ringed(x, y, [0, 1, 3], 4));
  facts(rows, version, mask);
  zigzag(rows, words, mask);
  return /** @type {boolean[][]} */ (rows);
}

/** A number followed by its remainder. @param {number} value @param {number} divisor @param {number} bits of the remainder. */
function checked(value, divisor, bits) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at = 31 - Math.clz32(rest)) rest ^= divisor << (at - bits);
  return (value << bits) | rest;
}

/** The level, the mask and the version, each twice. @param {(boolean|undefined)[][]} rows @param {number} version @param {number} mask */
function facts(rows, version, mask) {
  const last = rows.length - 1, format = checked(mask, FORMAT, 10) ^ FORMAT_MASK;
  for (let at = 0; at < 15; at += 1) {
    const isDark = Boolean((format >> at) & 1);
    rows[at < 6 ? at : at < 8 ? at + 1 : last - 14 + at][8] = isDark;
    rows[8][at < 8 ? last - at : at < 9 ? 7 : 14 - at] = isDark;
  }
  rows[last - 7][8] = true;
  if (version < 7) return;
  const number = checked(version, VERSION, 12);
  for (let at = 0; at < 18; at += 1) {
    const near = Math.floor(at / 3), far = last - 10 + at % 3;
    rows[near][far] = rows[far][near] = Boolean((number >> at) & 1);
  }
}

/** Lay the bits in columns of two, upwards and downwards by turns. @param {(boolean|undefined)[][]} rows @param {number[]} words @param {number} mask */
function zigzag(rows, words, mask) {
  const bits = words.map((word) => word.toString(2).padStart(8, "0")).join("");
  const size = rows.length;
  let at = 0, isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue;
        rows[y][x] = (bits[at] === "1") !== (MASKS[mask](x, y) === 0);
        at += 1;
      }
    }
    isUp = !isUp;
  }
}

/** How ill a code is to be read. @param {boolean[][]} rows */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  const lines = [...rows, ...columns].map((line) => line.map(Number).join(""));
  const runs = sum(lines.map((line) => sum((line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2))));
  let blocks = 0;
  for (let y = 1; y < size; y += 1) for (let x = 1; x < size; x += 1) if (rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x - 1]) blocks += 3;
  const finders = sum(lines.map((line) => 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length));
  const dark = sum(rows.flat().map(Number)) / (size * size);
  return runs + blocks + finders + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** A code as one path of a drawing, a square a unit. @param {boolean[][]} rows */
export function pathOf(rows) {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
