// Dragging a tile to another group: the mouse at once, a finger after a short hold. The keypad's list does the same.

import { byId, el } from "./dom.js";
import { groupOf, moveTile } from "./model.js";
import { sheetOf, update } from "./state.js";
import { toast } from "./toast.js";
import { t, tileName } from "./words.js";

const HOLD = 350; // ms
const EDGE = 72; // px from the top or bottom where the page moves along
const SLIP = 8; // px a holding finger may slip, or a mouse may move before it drags

let drag = null; // {slot, index, chip, x, y, timer, ghost}

function zoneAt(x, y) {
  return document.elementFromPoint(x, y)?.closest?.("[data-drop]") ?? null;
}

function lift() {
  const { chip } = drag;
  const box = chip.getBoundingClientRect();
  drag.ghost = chip.cloneNode(true);
  drag.ghost.className = "chip ghost";
  drag.ghost.removeAttribute("data-focus");
  Object.assign(drag.ghost.style, { width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(drag.ghost);
  byId("sheet").append(el("div", { class: "drop-new", "data-drop": "new-meld", id: "drop-new" }, t("move.new_meld")));
  document.body.classList.add("dragging");
  requestAnimationFrame(creep);
  navigator.vibrate?.(15);
}

/** Near an edge the page moves along, a little each frame, as long as the tile stays there. */
function creep() {
  if (!drag?.ghost) return;
  const speed = drag.y > window.innerHeight - EDGE ? 8 : drag.y < EDGE ? -8 : 0;
  if (speed) {
    window.scrollBy(0, speed);
    follow(drag.x, drag.y);
  }
  requestAnimationFrame(creep);
}

function follow(x, y) {
  drag.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -80%)`;
  const zone = zoneAt(x, y);
  document.querySelectorAll(".over").forEach((node) => { if (node !== zone) node.classList.remove("over"); });
  zone?.classList.add("over");
}

function end(dropped) {
  if (!drag) return;
  clearTimeout(drag.timer);
  const { slot, index, ghost, x, y } = drag;
  drag = null;
  if (!ghost) return;
  const zone = dropped ? zoneAt(x, y) : null;
  ghost.remove();
  byId("drop-new")?.remove();
  document.body.classList.remove("dragging");
  document.querySelectorAll(".over").forEach((node) => node.classList.remove("over"));
  // The click that follows belongs to the drag.
  const swallow = (event) => { event.stopPropagation(); event.preventDefault(); };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
  const sheet = sheetOf(slot);
  const target = zone?.dataset.drop;
  const here = sheet && groupOf(sheet, index);
  const home = here && (here.role === "meld" ? `meld:${sheet.reading.groups.indexOf(here)}` : here.role);
  if (!target || target === home) return;
  const name = tileName(sheet.reading.tiles[index].tile);
  update(() => moveTile(sheetOf(slot), index, target), true);
  const place = target.startsWith("meld") ? t("group.meld") : target === "new-meld" ? t("move.new_meld") : t(`group.${target}`);
  toast(`${name} → ${place}`, { canUndo: true });
}

/** Let a chip be dragged. */
export function draggable(chip, slot, index) {
  chip.addEventListener("pointerdown", (event) => {
    if (event.button || drag) return;
    drag = { slot, index, chip, x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse", timer: 0, ghost: null };
    if (drag.touch) drag.timer = setTimeout(() => { if (drag) { lift(); follow(drag.x, drag.y); } }, HOLD);
  });
  chip.addEventListener("contextmenu", (event) => { if (drag?.touch) event.preventDefault(); });
}

window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
  if (!drag.ghost && far > SLIP) {
    if (drag.touch) {
      end(false); // a scroll, not a hold
      return;
    }
    lift();
  }
  if (!drag.ghost) return;
  Object.assign(drag, { x: event.clientX, y: event.clientY });
  follow(drag.x, drag.y);
});
window.addEventListener("pointerup", () => end(true));
window.addEventListener("pointercancel", () => end(false));
// While a tile hangs on the finger the page must not scroll under it.
window.addEventListener("touchmove", (event) => { if (drag?.ghost) event.preventDefault(); }, { passive: false });
window.addEventListener("keydown", (event) => { if (event.key === "Escape") end(false); });
