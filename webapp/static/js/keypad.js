// The keypad slides up over the thumb: likeliest tiles first, then three rows of nine.

import { byId, closeDialog, el, face, openDialog, svg } from "./dom.js";
import { addMeld, addTile, copies, groupOf, moveTile, setTile, takeOut, tileAt } from "./model.js";
import { sheetOf, state, update } from "./state.js";
import { toast } from "./toast.js";
import { address } from "./photos.js";
import { slotName, t, tileName } from "./words.js";

const SUITS = ["m", "p", "s"];
let again = null; // draws the open keypad anew after a change
let opener = null; // data-focus of what opened it: the tile itself is drawn anew meanwhile

function dialog() {
  return byId("keypad");
}

function close() {
  again = null;
  closeDialog(dialog());
  [...document.querySelectorAll("[data-focus]")]
    .find((node) => node.getAttribute("data-focus") === opener)?.focus({ preventScroll: true });
}

function tileButton(tile, onclick, more = {}) {
  return el("button", { type: "button", "aria-label": tileName(tile), "data-tile": tile, onclick: () => onclick(tile), ...more }, face(tile));
}

function pad(onTile, full = () => false) {
  const rows = SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`));
  return el("div", { class: "pad", role: "group", "aria-label": t("keypad.all") },
    rows.map((tile) => tileButton(tile, onTile, { disabled: full(tile) })));
}

function head(title, ...before) {
  return el("div", { class: "dialog-head" }, ...before, el("h2", { id: "keypad-title" }, title),
    el("button", { type: "button", class: "secondary", onclick: close }, t("close")));
}

function show(...content) {
  const focused = document.activeElement?.getAttribute?.("data-tile");
  dialog().replaceChildren(el("div", { class: "keypad" }, content));
  const wasOpen = dialog().open;
  if (!wasOpen) opener = document.activeElement?.getAttribute?.("data-focus");
  openDialog(dialog());
  if (wasOpen && focused) dialog().querySelector(`[data-tile="${focused}"]`)?.focus();
}

/** The tile cut out of its photo, so that one need not look for it. */
function crop(sheet, tile, url) {
  if (!url || !tile.box || !sheet.reading.image) return null;
  const [x1, y1, x2, y2] = tile.box;
  const { width, height } = sheet.reading.image;
  const edge = 0.12 * (x2 - x1);
  return svg("svg", { class: "crop", viewBox: `${x1 - edge} ${y1 - edge} ${x2 - x1 + 2 * edge} ${y2 - y1 + 2 * edge}`, "aria-hidden": "true" },
    svg("image", { href: url, width, height, preserveAspectRatio: "none" }));
}

/** Mend one tile: a tap opened this, the next tap mends it. */
export async function mend(slot, index) {
  const sheet = sheetOf(slot);
  const tile = tileAt(sheet, index);
  const url = await address(sheet.photo);
  const change = (now) => {
    const was = tile.tile;
    update(() => setTile(sheetOf(slot), index, now), true);
    close();
    if (was !== now) toast(t("changed", { was: tileName(was), now: tileName(now) }), { canUndo: true });
  };
  const others = [tile.was, ...(tile.alternatives ?? []).map(([name]) => name)];
  const likely = [...new Set([tile.tile, ...others])].filter((name) => name && !name.endsWith("z") && name !== "flower").slice(0, 5);
  const remove = () => {
    update(() => takeOut(sheetOf(slot), index), true);
    close();
    toast(t("removed", { tile: tileName(tile.tile) }), { canUndo: true });
  };
  again = null;
  show(
    head(t("keypad.mend"), crop(sheet, tile, url)),
    el("div", { class: "likely", role: "group", "aria-label": t("keypad.likely") },
      el("span", {}, t("keypad.likely")),
      likely.map((name) => tileButton(name, change))),
    pad(change),
    el("div", { class: "foot" },
      el("button", { type: "button", class: "secondary danger", onclick: remove }, t("remove")),
      moveSelect(sheet, slot, index),
      el("button", { type: "button", class: "secondary", onclick: () => change("back") }, t("keypad.back"))),
  );
}

function moveSelect(sheet, slot, index) {
  const here = groupOf(sheet, index);
  const options = [["hand", t("group.hand")], ["new-meld", t("move.new_meld")]];
  sheet.reading.groups.forEach((group, i) => {
    if (group.role === "meld" && group !== here) {
      options.push([`meld:${i}`, `${t("group.meld")} ${tileName(sheet.reading.tiles[group.tiles[0]].tile)}`]);
    }
  });
  options.push(["win", t("group.win")], ["discards", t("group.discards")], ["flip", t("group.flip")], ["loose", t("group.loose")]);
  const move = (event) => {
    const target = event.target.value;
    if (!target) return;
    update(() => moveTile(sheetOf(slot), index, target), true);
    close();
    toast(`${t("move")} ${event.target.selectedOptions[0].textContent}`, { canUndo: true });
  };
  return el("select", { "aria-label": t("move"), onchange: move },
    el("option", { value: "" }, `${t("move")}…`),
    options.filter(([role]) => role !== here?.role).map(([role, label]) => el("option", { value: role }, label)));
}

/** Add tiles to a role of a seat, one tap each, until closed. */
export function add(slot, role, number = null) {
  const draw = () => {
    const sheet = sheetOf(slot);
    const count = role === "hand"
      ? sheet.reading.groups.filter((group) => group.role === "hand").reduce((n, group) => n + group.tiles.length, 0)
      : null;
    const title = `${slotName(slot, state.names)} · ${t(`group.${role}`)}${count === null ? "" : ` ${count}`}`;
    show(
      head(title),
      role === "hand" ? modes(slot, "hand") : el("p", { class: "small" }, t("keypad.add")),
      pad((tile) => {
        update(() => addTile(sheetOf(slot), role, tile, number), true);
        if (role === "flip" || role === "win") close();
        else draw();
      }, (tile) => copies(state.sheets, tile) >= 4),
      el("div", { class: "foot" },
        el("button", { type: "button", class: "secondary", onclick: () => undoLast(slot, role, draw) }, t("remove")),
        el("button", { type: "button", class: "secondary", onclick: close }, t("done"))),
    );
  };
  again = draw;
  draw();
}

function undoLast(slot, role, draw) {
  const sheet = sheetOf(slot);
  const group = sheet.reading.groups.filter((item) => item.role === role).at(-1);
  if (group) update(() => takeOut(sheetOf(slot), group.tiles.at(-1)), true);
  draw();
}

function modes(slot, current) {
  const mode = (name, label, go) => el("button", { type: "button", "aria-pressed": String(name === current), onclick: go }, label);
  return el("div", { class: "modes", role: "group" },
    mode("hand", t("group.hand"), () => add(slot, "hand")),
    mode("pung", t("keypad.pung"), () => meld(slot, 3)),
    mode("kong", t("keypad.kong"), () => meld(slot, 4)));
}

/** Add a 碰 or 杠 with one tap on its tile. */
export function meld(slot, size) {
  again = null;
  show(
    head(slotName(slot, state.names)),
    modes(slot, size === 3 ? "pung" : "kong"),
    pad((tile) => {
      update(() => addMeld(sheetOf(slot), tile, size), true);
      add(slot, "hand");
    }, (tile) => copies(state.sheets, tile) + size > 4),
    el("div", { class: "foot" }, el("span", { class: "small grow" }, t("keypad.meld")),
      el("button", { type: "button", class: "secondary", onclick: close }, t("done"))),
  );
}

/** Pick one tile for a question. */
export function pick(title, onTile) {
  again = null;
  show(head(title), el("p", { class: "small" }, t("keypad.pick")), pad((tile) => {
    close();
    onTile(tile);
  }));
}

/** Draw again after an undo while the keypad is open. */
export function refresh() {
  if (again && dialog().open) again();
}
