/** What can be given to others of a record that is looked at: a link to this move, texts, a picture. */

import { h } from "../dom.js";
import { answered, ask } from "../router.js";
import { styled, t } from "../words.js";
import { field, save } from "./copying.js";
import { dialog } from "./dialogs.js";
import { recordOf } from "./opening.js";
import { MOST_LINK, packed } from "./packing.js";

export class Sharing {
  /** @param {import("../router.js").ReplayRoute} where @param {number} ply @param {{changed: () => void, closed: () => void}} calls */
  constructor(where, ply, { changed, closed }) {
    this.where = where;
    this.ply = ply;
    this.closed = closed;
    this.link = this.text = this.position = this.svg = this.no = "";
    this.isReady = false;
    this.load().catch(() => { this.no = t("ui.no-server"); }).then(() => { this.isReady = true; changed(); });
  }

  async load() {
    const isStyled = styled("daily");
    this.text = this.where.text ?? await recordOf(this.where.record, this.where.deal);
    const sent = this.text && await packed(this.text);
    const link = sent ? `${location.origin}${window.site}/#s=${sent}&ply=${this.ply}` : "";
    if (link.length <= MOST_LINK) this.link = link;
    this.no = !this.text ? t("ui.sharing.none") : link ? t("ui.sharing.too-long") : t("ui.shared.old");
    const picture = { record: this.text, ply: this.ply };
    const { found } = this.text ? await answered(ask("replay/picture", { body: picture })) : { found: null };
    this.position = found?.position ?? "";
    this.svg = found?.svg ?? "";
    await isStyled;
  }

  dialog() {
    return dialog({ key: "sharing", title: t("ui.sharing"), onClose: this.closed }, h("div", { class: "sharing" }, this.isReady ? this.body() : h("p", { role: "status" }, t("ui.replay.loading"))));
  }

  body() {
    return [
      this.link ? field("share-link", t("ui.sharing.link"), this.link) : h("p", { role: "status" }, this.no),
      this.text && field("share-record", t("ui.sharing.record"), this.text),
      this.position && field("share-position", t("ui.sharing.position"), this.position),
      this.svg && h("img", { class: "drawing", alt: t("ui.sharing.drawn", { n: this.ply }), src: `data:image/svg+xml,${encodeURIComponent(this.svg)}` }),
      this.svg && field("share-svg", t("ui.sharing.svg"), this.svg),
      h("p", { class: "meets" }, this.text && h("button", { type: "button", onclick: () => save(this.text, this.where.text ? "record.txt" : `${this.where.record}.json`) }, t("ui.sharing.save")),
        this.svg && h("button", { type: "button", onclick: () => save(this.svg, `move-${this.ply}.svg`) }, t("ui.sharing.save-svg"))),
    ];
  }
}
