// The photo with the reading drawn over it: an SVG on an <img>, so that the browser's own rotation is kept.

import { drawn, el, svg } from "./dom.js";
import * as keypad from "./keypad.js";
import { isNeighbour } from "./model.js";
import { address } from "./photos.js";
import { state, update } from "./state.js";
import { slotName, t } from "./words.js";
import { zoomable } from "./zoom.js";

let closer = () => {}; // enlarges the photo that is shown
const whole = new Set(); // slots whose photo is shown uncut

function counted(sheet) {
  return sheet.reading.groups.filter((group) => group.role !== "wall").flatMap((group) => group.tiles)
    .map((index) => sheet.reading.tiles[index]).filter((tile) => tile.box);
}

/** The part of the photo where the tiles lie, with a margin; all of it when little would be gained. */
function view(sheet, slot) {
  const { width, height } = sheet.reading.image;
  const all = { x: 0, y: 0, w: width, h: height, cut: false };
  const tiles = counted(sheet);
  if (!tiles.length) return all;
  const margin = Math.max(...tiles.map(({ box }) => box[3] - box[1]));
  const x = Math.max(0, Math.min(...tiles.map(({ box }) => box[0])) - margin);
  const y = Math.max(0, Math.min(...tiles.map(({ box }) => box[1])) - margin);
  const w = Math.min(width, Math.max(...tiles.map(({ box }) => box[2])) + margin) - x;
  const h = Math.min(height, Math.max(...tiles.map(({ box }) => box[3])) + margin) - y;
  if (w * h > 0.75 * width * height) return all;
  return whole.has(slot) ? { ...all, cut: true } : { x, y, w, h, cut: true };
}

function mark(sheet, slot, index, kind) {
  const tile = sheet.reading.tiles[index];
  const [x1, y1, x2, y2] = tile.box;
  const side = 0.44 * Math.min(x2 - x1, y2 - y1);
  const node = svg("g", { class: kind, "data-index": index },
    svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: 0.08 * (x2 - x1) }));
  if (kind !== "left-out") {
    node.append(svg("svg", { x: (x1 + x2 - side) / 2, y: y1 - 1.05 * side, width: side, height: 1.39 * side, viewBox: "0 0 264 368" },
      drawn(tile.tile)));
  }
  node.addEventListener("click", () => keypad.mend(slot, index));
  return node;
}

function overlay(sheet, slot, wrong, { x, y, w, h }) {
  // Chips below carry the same tiles for keyboard and screen reader; this layer is for the eye and the finger.
  const layer = svg("svg", { viewBox: `${x} ${y} ${w} ${h}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const group of sheet.reading.groups) {
    const out = group.role === "wall" || group.role === "loose" || isNeighbour(sheet, group);
    for (const index of group.tiles) {
      const tile = sheet.reading.tiles[index];
      if (!tile.box) continue;
      layer.append(mark(sheet, slot, index, wrong.has(index) ? "wrong" : out ? "left-out" : tile.unsure ? "unsure" : "sure"));
    }
  }
  return layer;
}

/** The figure, or nothing for tiles typed by hand. `n` is told to those who can't see it. */
export function photo(sheet, slot, wrong, n) {
  if (!sheet.photo || !sheet.reading.image) return null;
  const { width, height } = sheet.reading.image;
  const part = view(sheet, slot);
  const image = el("img", { alt: t("photo_alt", { name: slotName(slot, state.names), n }), hidden: true });
  const layer = overlay(sheet, slot, wrong, part);
  const frame = el("div", { class: "frame", tabindex: "0", role: "group", "aria-label": t("photo.closer"), "data-focus": `photo-${slot}` }, image, layer);
  const show = ({ x, y, w, h }) => {
    Object.assign(image.style, {
      width: `${(100 * width) / w}%`, height: `${(100 * height) / h}%`, left: `${(-100 * x) / w}%`, top: `${(-100 * y) / h}%`,
    });
    layer.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  };
  closer = zoomable(frame, `${slot}/${sheet.photo}`, { x: part.x, y: part.y, w: part.w, h: part.h }, show);
  frame.style.aspectRatio = `${part.w} / ${part.h}`;
  // A tall photo is limited by its height, a wide one by the page: neither jumps when it arrives.
  frame.style.width = `min(100%, calc(var(--photo) * ${(part.w / part.h).toFixed(4)}))`;
  address(sheet.photo).then((url) => {
    if (!url) return;
    image.onerror = () => { image.hidden = true; };
    image.src = url;
    image.hidden = false;
  });
  return el("figure", { class: "photo" }, frame);
}

/** Two buttons for those who have neither two fingers free nor a wheel. */
export function closerButtons(sheet) {
  if (!sheet.photo || !sheet.reading.image) return [];
  const button = (sign, factor, label, key) => el("button", {
    type: "button", class: "secondary sign", "aria-label": label, "data-focus": key, onclick: () => closer(factor),
  }, sign);
  return [button("＋", 1.6, t("photo.in"), "zoom-in"), button("－", 1 / 1.6, t("photo.out"), "zoom-out")];
}

/** A button that shows the uncut photo, where it is cut to its tiles. */
export function zoomButton(sheet, slot) {
  if (!sheet.photo || !sheet.reading.image || !view(sheet, slot).cut) return null;
  const toggle = () => {
    if (!whole.delete(slot)) whole.add(slot);
    update(() => {});
  };
  return el("button", { type: "button", class: "secondary", "data-focus": "zoom", onclick: toggle },
    t(whole.has(slot) ? "photo.tiles" : "photo.whole"));
}
