// Looking closer at a photo: two fingers, the wheel, buttons or keys; one finger moves what is enlarged.

const MOST = 8;
const STILL = 6; // px: less is a tap, not a move
const kept = new Map(); // key → {base, part}: survives a redraw, not another photo

const same = (a, b) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** The part of a photo now shown; all of `base` unless somebody came closer. */
function partOf(key, base) {
  const entry = kept.get(key);
  return entry && same(entry.base, base) ? entry.part : base;
}

/** Enlarge by `factor` around a point given in shares of the shown part; less than 1 goes back. */
function zoomed(base, part, factor, at = { x: 0.5, y: 0.5 }) {
  const w = clamp(part.w / factor, base.w / MOST, base.w);
  const h = (w * base.h) / base.w;
  return moved(base, { x: part.x + at.x * (part.w - w), y: part.y + at.y * (part.h - h), w, h }, 0, 0);
}

/** Move the shown part, in shares of it, never out of the base. */
export function moved(base, part, dx, dy) {
  return {
    ...part,
    x: clamp(part.x + dx * part.w, base.x, base.x + base.w - part.w),
    y: clamp(part.y + dy * part.h, base.y, base.y + base.h - part.h),
  };
}

/** Make a frame zoomable; `show(part)` draws a part. Returns `step(factor)` for the buttons. */
export function zoomable(frame, key, base, show) {
  let part = partOf(key, base);
  const fingers = new Map();
  let travelled = 0;

  const set = (next) => {
    part = next;
    kept.set(key, { base, part });
    frame.classList.toggle("close", part.w < base.w);
    show(part);
  };
  const share = (x, y) => {
    const box = frame.getBoundingClientRect();
    return { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
  };
  const step = (factor) => set(zoomed(base, part, factor));

  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && part.w >= base.w) return; // a plain wheel scrolls the page until one is close
    event.preventDefault();
    set(zoomed(base, part, Math.exp(-event.deltaY / 300), share(event.clientX, event.clientY)));
  }, { passive: false });
  frame.addEventListener("pointerdown", (event) => {
    if (!fingers.size) travelled = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  frame.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const box = frame.getBoundingClientRect();
    fingers.set(event.pointerId, now);
    travelled += Math.abs(now.x - was.x) + Math.abs(now.y - was.y);
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const spread = (a) => Math.hypot(a.x - other.x, a.y - other.y);
      const middle = share((now.x + other.x) / 2, (now.y + other.y) / 2);
      if (spread(was) > 0) set(zoomed(base, part, spread(now) / spread(was), middle));
    } else if (part.w < base.w && travelled > STILL) {
      set(moved(base, part, (was.x - now.x) / box.width, (was.y - now.y) / box.height));
    }
  });
  const lift = (event) => fingers.delete(event.pointerId);
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(name, lift);
  // The end of a move is no tap on the tile under the finger.
  frame.addEventListener("click", (event) => { if (travelled > STILL) { event.stopPropagation(); travelled = 0; } }, true);
  frame.addEventListener("keydown", (event) => {
    const ways = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] };
    if (event.key === "+" || event.key === "=") step(1.5);
    else if (event.key === "-") step(1 / 1.5);
    else if (event.key === "0") set(base);
    else if (ways[event.key] && part.w < base.w) set(moved(base, part, ...ways[event.key]));
    else return;
    event.preventDefault();
  });
  set(part);
  return step;
}
