/** A record in a link: packed without loss, and unpacked again, never more than a record may have. */

/** The longest link that is made, and the longest fragment that is looked at. */
export const MOST_LINK = 8000;
const MOST_SENT = 64_000;
/** The most bytes of a record, as the server has it. */
const MOST_RECORD = 1024 * 1024;

/** A text as a link carries it; null where this browser can't pack. @param {string} text @returns {Promise<string|null>} */
export async function packed(text) {
  if (!("CompressionStream" in window)) return null;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** What a link carries; what would be too much is not unpacked to its end. @param {string} sent @returns {Promise<{text: string, no: ""|"broken"|"too-big"|"old"}>} */
export async function unpacked(sent) {
  if (!("DecompressionStream" in window)) return { text: "", no: "old" };
  if (sent.length > MOST_SENT) return { text: "", no: "too-big" };
  try {
    const bytes = Uint8Array.from(atob(sent.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
    const text = await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return text === null ? { text: "", no: "too-big" } : { text, no: text ? "" : "broken" };
  } catch {
    return { text: "", no: "broken" };
  }
}

/** The text of a stream, null where it has too many bytes. @param {ReadableStream<Uint8Array>} stream @returns {Promise<string|null>} */
async function read(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "", size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_RECORD) {
      reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
