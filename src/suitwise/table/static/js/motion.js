/**
 * Motion: what has changed its place glides there, and what is new comes from where it was.
 *
 * The page is always drawn as the table stands; motion moves the picture alone (transform and opacity), so it delays nothing: a tap
 * counts at once, and what is still under way when the next change comes goes on from where it is seen. Attributes tell what moves:
 *
 * - `data-fly` names a thing, cards by their text; of several of one name each comes from the nearest.
 * - `data-place` names a place: `stock`, `seat-2`, `score`.
 * - `data-origin` is the place that a new thing comes from; without it a new thing is simply there.
 * - `data-back`: the place that a thing goes back to when it is taken away.
 * - `data-gather`, at the trick that is about to be cleared: the place that all its things go to;
 *   `data-points`, there: what flies from it into the place `score`.
 *
 * Who asks the system for less motion sees new things fade in.
 * @typedef {{x: number, y: number, width: number}} Spot  the middle of what is drawn, and how wide it is.
 */

/** How long things take, in milliseconds. */
const PLAY = 220, FADE = 140, SWELL = 160, REST = 1500, GATHER = 300, SHAKE = 200, FLY = 500;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
/** What moves less stays where it is, in CSS pixels. */
const LEAST = 3;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether people have scrolled something or turned the screen, so that all lies elsewhere. */
let isTurned = false;
["scroll", "resize"].forEach((kind) => addEventListener(kind, () => { isTurned = true; }, { capture: true, passive: true }));

export class Motion {
  /** @param {Element} root what moves lies in it. */
  constructor(root) {
    this.root = root;
    /** @type {Map<HTMLElement, Spot>} where things were seen before the page was drawn anew. */
    this.seenAt = new Map();
    /** @type {Map<string, Spot[]>} the same by their names, as far as nothing comes from there yet. */
    this.was = new Map();
    /** @type {HTMLElement[]} all things as last drawn in their order; none where that is unknown. */
    this.all = [];
    /** @type {string[]} their names. */
    this.names = [];
    /** @type {Map<Element, Spot>} where things lie, as far as that is known. */
    this.lies = new Map();
    /** @type {Map<Element, {one: Animation, was: Spot}>} what glides to its place, and from where; to ask each thing for its animations takes longer than all else. */
    this.gliding = new Map();
    /** @type {Element|null} the trick whose things are on their way. */
    this.gathered = null;
    /** @type {Animation|null} the points on their way into the score. */
    this.flight = null;
    /** The version of the table that is shown, 0 for none: what only this person does moves nothing. */
    this.shown = 0;
    /** Whether the page is drawn for a version, and things move once it is laid out. */
    this.isDue = false;
    /** Tells when the page has been laid out anyway, before it is seen: to measure it earlier would have it laid out for that. */
    this.laidOut = new ResizeObserver(() => { this.isDue = false; this.laidOut.disconnect(); this.after(); });
  }

  /** Draw the page for a version of the table; where it is a new one, things move. @param {number} version @param {() => boolean} draw tells whether something may move. */
  drawn(version, draw) {
    const isNew = this.shown > 0 && version !== this.shown;
    if (isNew && !this.isDue) this.before();
    else if (!this.isDue) { this.lies.clear(); this.all = []; }
    if (draw() && isNew) { this.laidOut.observe(this.root); this.isDue = true; }
    this.shown = version;
  }

  /** Note where all things are seen, as far as that is not known: to be called before the page is drawn anew. */
  before() {
    if (!this.all.length) this.look();
    if (isTurned) this.lies.clear();
    isTurned = false;
    this.seenAt = new Map(this.all.filter((thing) => !this.lies.has(thing)).map((thing) => [thing, spotOf(thing)]));
  }

  /** Where a thing is seen whose place is known: on the way there, if it glides. @param {Element} thing @returns {Spot} */
  seen(thing) {
    const to = /** @type {Spot} */ (this.lies.get(thing)), glide = this.gliding.get(thing);
    const left = glide ? 1 - (glide.one.effect?.getComputedTiming().progress ?? 1) : 0;
    if (!glide || !left) return to;
    const between = (/** @type {"x"|"y"|"width"} */ side) => to[side] + (glide.was[side] - to[side]) * left;
    return { x: between("x"), y: between("y"), width: between("width") };
  }

  /**
   * Let all that is elsewhere now glide there: to be called when the page is drawn. Where the same things lie in the
   * same order nothing is measured; else all is measured before anything moves, or each would have the page laid out anew.
   */
  after() {
    const { all, names } = this;
    this.look();
    const isMoved = this.all.length !== all.length || this.all.some((thing, place) => thing !== all[place] || this.names[place] !== names[place]);
    if (isMoved) this.halt(all, names);
    const gathers = this.gathering();
    if (isMoved) this.moved();
    gathers();
  }

  /** Note where things were seen, and let what glides lie where it was going to. @param {HTMLElement[]} all @param {string[]} names */
  halt(all, names) {
    const seen = all.map((thing) => this.seenAt.get(thing) ?? this.seen(thing));
    this.seenAt = new Map(all.map((thing, place) => [thing, seen[place]]));
    this.was = new Map();
    names.forEach((name, place) => this.was.set(name, [...this.was.get(name) ?? [], seen[place]]));
    this.gliding.forEach(({ one }, thing) => this.gathered?.contains(thing) || one.cancel());
    this.gliding.clear();
  }

  /** Note which things there are. */
  look() {
    this.all = things(this.root);
    this.names = this.all.map(nameOf);
  }

  /** Measure all things, and let them glide from where they were seen. */
  moved() {
    const isGoing = (/** @type {Element} */ thing) => Boolean(this.gathered?.contains(thing)), all = this.all.filter((thing) => !isGoing(thing));
    const gone = calm.matches ? [] : [...this.seenAt].filter(([thing]) => thing.dataset.back && !this.root.contains(thing));
    this.lies = new Map(this.all.map((thing) => [thing, isGoing(thing) && this.lies.get(thing) || spotOf(thing)]));
    const moves = all.map((thing) => ({ thing, to: /** @type {Spot} */ (this.lies.get(thing)) })).map((one) => ({ ...one, was: this.taken(nameOf(one.thing), one.to) }));
    const origins = new Set(moves.filter(({ was }) => !was).map(({ thing }) => thing.dataset.origin));
    const places = new Map([...origins].map((origin) => [origin, this.place(origin)]));
    for (const { thing, to, was } of moves) {
      if (was) this.glide(thing, was, to);
      else this.comes(thing, to, places.get(thing.dataset.origin) ?? null);
    }
    gone.filter(([thing, at]) => this.was.get(nameOf(thing))?.includes(at)).forEach(([thing, at]) => this.goesBack(thing, at));
  }

  /** Show what was taken away on its way back, by itself over the page. @param {HTMLElement} thing @param {Spot} at */
  goesBack(thing, at) {
    const goal = this.place(thing.dataset.back);
    if (!goal) return;
    thing.classList.add("sent-back");
    thing.style.setProperty("--wide", `${at.width}px`);
    document.body.append(thing);
    thing.animate([{ transform: over(at, 1), opacity: 1 }, { transform: over(goal, 0.4), opacity: 0.3 }], { duration: GATHER, easing: "ease-in", fill: "backwards" })
      .finished.finally(() => thing.remove()).catch(() => {});
  }

  /** Take the nearest of the spots where a thing of this name was. @param {string} name @param {Spot} to @returns {Spot|undefined} */
  taken(name, to) {
    const spots = (this.was.get(name) ?? []).sort((one, other) => distance(one, to) - distance(other, to));
    return spots.shift();
  }

  /** @param {HTMLElement} thing that is new. @param {Spot} to @param {Spot|null} from where it comes from, if that is known. */
  comes(thing, to, from) {
    if (from && !calm.matches) this.glide(thing, { ...from, width: to.width }, to);
    else if (thing.dataset.origin) thing.animate([{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  /** @param {Element} thing @param {Spot} was @param {Spot} to */
  glide(thing, was, to) {
    if (calm.matches || distance(was, to) < LEAST) return;
    const frames = [{ transform: shift(to, was, to.width ? was.width / to.width : 1) }, { transform: "none" }];
    this.gliding.set(thing, { one: thing.animate(frames, { id: "glide", duration: PLAY, easing: EASE }), was });
  }

  /** Measure a trick that is whole; what is returned has its winner swell, and all its things go to who has won it. @returns {() => void} */
  gathering() {
    const trick = /** @type {HTMLElement|null} */ (this.root.querySelector("[data-gather]"));
    if (trick === this.gathered) return () => {};
    const goal = trick && this.place(trick.dataset.gather), score = this.place("score");
    const laid = trick && goal && !calm.matches ? [...new Set(things(trick).map((one) => one.closest(".laid") ?? one))].map((thing) => ({ thing, at: spotOf(thing) })) : [];
    const best = trick?.querySelector(".wins .laid"), from = best && spotOf(best);
    return () => {
      this.gathered = trick;
      if (this.flight && Number(this.flight.currentTime) < REST) this.flight.currentTime = REST; // their trick is cleared
      if (!trick || !goal || calm.matches) return;
      if (trick.dataset.points && score && from) this.scores(trick.dataset.points, from, score);
      laid.forEach(({ thing, at }) => thing.animate([{ transform: "none", opacity: 1 }, { transform: shift(at, goal, 0.3), opacity: 0 }], { delay: REST, duration: GATHER, easing: "ease-in", fill: "forwards" }));
      trick.querySelectorAll(".more-cards, .wins-sign, .led-sign").forEach((one) => one.animate([{ opacity: 1 }, { opacity: 0 }], { delay: REST, duration: GATHER, fill: "forwards" }));
      best?.animate([{ transform: "scale(1)" }, { transform: "scale(1.08)" }, { transform: "scale(1)" }], SWELL * 2);
    };
  }

  /** What a trick brought rises from its best play into the score. @param {string} brought @param {Spot} start @param {Spot} goal */
  scores(brought, start, goal) {
    const points = Object.assign(document.createElement("span"), { className: "flying-points", textContent: `+${brought}` });
    points.setAttribute("aria-hidden", "true");
    document.body.append(points);
    this.flight = points.animate([{ transform: over(start, 0.8), opacity: 0 }, { transform: over({ ...start, y: start.y - 24 }, 1.2), opacity: 1, offset: 0.3 }, { transform: over(goal, 0.8), opacity: 0.2 }],
      { delay: REST, duration: FLY, easing: "ease-in-out", fill: "backwards" });
    this.flight.finished.finally(() => { points.remove(); this.flight = null; }).catch(() => {});
  }

  /** @param {string|undefined} name @returns {Spot|null} the middle of a place, null where there is none. */
  place(name) {
    const found = name && this.root.querySelector(`[data-place="${name}"]`);
    return found ? spotOf(found) : null;
  }
}

/** Strokes that run out: to ask one takes longer. @type {WeakSet<Element>} */
const draining = new WeakSet();

/** Let a stroke run out in so many milliseconds, once; without motion it is drawn anew each second. @param {Element} stroke @param {number} from @param {number} to @param {number} left */
export function drains(stroke, from, to, left) {
  if (!calm.matches && !draining.has(stroke) && draining.add(stroke)) stroke.animate([{ strokeDashoffset: from }, { strokeDashoffset: to }], { id: "drain", duration: left, fill: "forwards" });
}

/** Shake what refuses a tap. @param {Element|null} refusing */
export function shake(refusing) {
  if (!calm.matches) refusing?.animate([0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { id: "shake", duration: SHAKE });
}

/** @param {Element} root */
const things = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-fly]")]);

/** @param {HTMLElement} thing */
const nameOf = (thing) => thing.dataset.fly ?? "";

/** @param {Element} thing @returns {Spot} */
function spotOf(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}

/** @param {Spot} one @param {Spot} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** What moves over the page has its middle at a spot. @param {Spot} at @param {number} scale */
const over = ({ x, y }, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;

/** @param {Spot} at where a thing is. @param {Spot} seen where it is to be seen. @param {number} scale */
const shift = (at, seen, scale) => `translate(${seen.x - at.x}px, ${seen.y - at.y}px) scale(${scale})`;
