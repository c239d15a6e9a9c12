// One player's tiles: the photo with the reading drawn over it, and the same tiles as chips in their groups.

import { byId, el, face } from "./dom.js";
import { draggable } from "./drag.js";
import * as keypad from "./keypad.js";
import { claim, isNeighbour } from "./model.js";
import { openQuestion } from "./questions.js";
import { closerButtons, photo, zoomButton } from "./overlay.js";
import { canUndo, seats, sheetOf, state, undo, update } from "./state.js";
import { toast } from "./toast.js";
import { slotName, t, tileName } from "./words.js";

const ORDER = ["hand", "win", "meld", "discards", "flip", "loose"];

/** Every slot that has a tab: the seats, the turned tile, the whole table if there is such a photo. */
export function slots() {
  return [...seats(), "flip", ...(sheetOf("table") ? ["table"] : [])];
}

/** Which tiles of a slot the server calls impossible: a set of numbers. */
function wrongTiles(view, slot) {
  const number = state.sheets.filter((sheet) => slots().includes(sheet.slot)).findIndex((sheet) => sheet.slot === slot);
  const out = new Set();
  for (const problem of view?.problems ?? []) {
    for (const [sheet, index] of problem.tiles) if (sheet === number) out.add(index);
  }
  return out;
}

function shownTiles(sheet) {
  return sheet.reading.groups.filter((group) => group.role !== "wall").flatMap((group) => group.tiles);
}

export function unsureCount(sheet) {
  if (!sheet) return 0;
  const counted = sheet.reading.groups.filter((group) => group.role !== "wall" && group.role !== "loose" && !isNeighbour(sheet, group));
  return counted.flatMap((group) => group.tiles).filter((i) => sheet.reading.tiles[i].unsure).length;
}

export function renderSeats(view) {
  const tabs = slots().map((slot) => {
    const sheet = sheetOf(slot);
    const info = view?.seats?.find((item) => item.seat === slot);
    const wrong = (view?.problems ?? []).some((problem) => problem.seat === slot) || wrongTiles(view, slot).size > 0;
    const unsure = unsureCount(sheet);
    const odd = Boolean(sheet) && slot !== "flip" && slot !== "table"
      && !(info?.seen && [info.expected, info.expected + 1].includes(info.have));
    let note = "—";
    if (sheet) note = t("group.count", { n: shownTiles(sheet).length });
    if (info?.seen) note = info.melds ? `${info.have}+${info.melds * 3}` : String(info.have);
    return el("button", {
      type: "button", "data-focus": `seat-${slot}`, "data-slot": slot,
      class: wrong ? "bad" : unsure || odd ? "warn" : "",
      "aria-pressed": String(slot === state.slot),
      onclick: () => update((s) => { s.slot = slot; }),
    }, el("b", {}, slotName(slot, state.names)), el("small", {}, unsure ? `${note} ?${unsure}` : note));
  });
  byId("seats").replaceChildren(...tabs);
}

function chip(sheet, slot, index, wrong) {
  const tile = sheet.reading.tiles[index];
  const state_ = wrong.has(index) ? "wrong" : tile.unsure ? "unsure" : tile.mended ? "mended" : "";
  const said = state_ === "wrong" || state_ === "unsure" ? `，${t(`tile.${state_}`)}` : "";
  const node = el("button", {
    type: "button", class: `chip ${state_}`, "aria-label": tileName(tile.tile) + said,
    "data-focus": `tile-${slot}-${index}`, "data-tile": tile.tile,
    onclick: () => keypad.mend(slot, index),
  }, face(tile.tile));
  draggable(node, slot, index);
  return node;
}

function plus(label, onclick, key) {
  return el("button", { type: "button", class: "chip plus", "aria-label": label, "data-focus": key, onclick }, "+");
}

/** What kind of 豆 it is, and the way to the question that says so. */
function kongKind(sheet, slot, group) {
  const face = group.tiles.map((index) => sheet.reading.tiles[index].tile).find((tile) => tile !== "back");
  const known = seatInfo(slot)?.kongs.find((kong) => kong.tile === face);
  if (!known) return null;
  const by = known.feeder ? ` ${slotName(known.feeder, state.names)}` : "";
  return el("button", {
    type: "button", class: "secondary kind", "data-focus": `kind-${slot}-${face}`,
    onclick: () => openQuestion(`kong:${slot}:${face}`),
  }, known.kind ? t(`kong.${known.kind}`) + by : t("kong.unknown"));
}

function groupBlock(sheet, slot, role, members, wrong) {
  const total = members.reduce((n, { group }) => n + group.tiles.length, 0);
  const lists = members.map(({ group, number }) => el("div", { class: "chips", "data-drop": role === "meld" ? `meld:${number}` : undefined },
    group.tiles.map((index) => chip(sheet, slot, index, wrong)),
    role === "meld" && group.tiles.length < 4
      ? plus(t("add"), () => keypad.add(slot, "meld", number), `plus-${slot}-${number}`) : null,
    role === "meld" && group.tiles.length === 4 ? kongKind(sheet, slot, group) : null,
    role === "loose" ? countButton(slot, number) : null));
  if (role === "hand") lists.at(-1).append(plus(t("add"), () => keypad.add(slot, "hand"), `plus-${slot}-hand`));
  return el("div", { class: role === "loose" ? "group left-out" : "group", "data-drop": role === "meld" ? undefined : role },
    el("div", { class: "group-head" }, el("h2", {}, t(`group.${role}`)), el("span", { class: "count" }, t("group.count", { n: total }))),
    el("div", { class: role === "meld" ? "melds" : "" }, lists));
}

/** Take a row that was left out into the hand. */
function countButton(slot, number) {
  const take = () => update(() => claim(sheetOf(slot), number), true);
  return el("button", { type: "button", class: "secondary kind", "data-focus": `claim-${slot}-${number}`, onclick: take }, t("count_me"));
}

function neighbours(sheet, slot) {
  return sheet.reading.groups.map((group, number) => {
    if (!isNeighbour(sheet, group) || group.role === "wall") return null;
    return el("div", { class: "group left-out" },
      el("div", { class: "group-head" }, el("h2", {}, t("group.neighbour")),
        el("span", { class: "count" }, t("group.count", { n: group.tiles.length }))),
      el("div", { class: "chips" }, group.tiles.map((index) => chip(sheet, slot, index, new Set())), countButton(slot, number)));
  });
}

function notes(view, sheet, slot) {
  const out = [];
  const number = state.sheets.filter((item) => slots().includes(item.slot)).findIndex((item) => item.slot === slot);
  for (const problem of view?.problems ?? []) {
    if (problem.seat === slot || problem.tiles.some(([n]) => n === number)) {
      out.push(el("p", { class: "note bad" }, problem.message));
    }
  }
  const info = view?.seats?.find((item) => item.seat === slot);
  const name = slotName(slot, state.names);
  if (info?.seen && info.have < info.expected) out.push(el("p", { class: "note" }, t("short", { name, n: info.expected - info.have })));
  if (info?.seen && info.have > info.expected + 1) out.push(el("p", { class: "note" }, t("over", { name, n: info.have - info.expected - 1 })));
  const roles = new Set(sheet.reading.groups.map((group) => group.role));
  if (sheet.photo && !["flip", "table"].includes(slot) && roles.has("loose") && !roles.has("hand")) out.push(el("p", { class: "note" }, t("no_hand")));
  const unsure = unsureCount(sheet);
  if (unsure) out.push(el("p", { class: "note" }, t("unsure", { n: unsure })));
  for (const problem of sheet.reading.problems ?? []) {
    if (["CUT_OFF", "BLURRED", "TOO_SMALL", "GLARE"].includes(problem.code)) out.push(el("p", { class: "note" }, problem.message));
  }
  if (sheet.photo && shownTiles(sheet).length === 0) out.push(el("p", { class: "note bad" }, t("read_none")));
  return el("div", { class: "notes", "aria-live": "polite" }, out);
}

/** Give a photo to another player; two that swap keep both. */
function reassign(slot, target, onTable) {
  if (target === "table") {
    onTable(slot);
    return;
  }
  update((s) => {
    const mine = sheetOf(slot);
    const other = sheetOf(target);
    if (other) other.slot = slot;
    mine.slot = target;
    s.slot = target;
  }, true);
}

function tools(sheet, slot, { onRetake, onTable }) {
  const targets = [...seats(), "flip", "table"];
  const owner = el("select", { "data-focus": "owner", onchange: (event) => reassign(slot, event.target.value, onTable) },
    targets.map((target) => el("option", { value: target, selected: target === slot }, slotName(target, state.names))));
  const bottom = slot === "table"
    ? el("label", {}, t("bottom.label"), el("select", {
      "data-focus": "bottom",
      onchange: (event) => update(() => { sheetOf("table").bottom = event.target.value; }, true),
    }, seats().map((seat) => el("option", { value: seat, selected: seat === (sheet.bottom ?? "A") }, slotName(seat, state.names)))))
    : null;
  const drop = () => {
    update((s) => { s.sheets = s.sheets.filter((item) => item.slot !== slot); }, true);
    toast(t("removed", { tile: slotName(slot, state.names) }), { canUndo: true });
  };
  return el("div", { class: "tools" },
    el("label", {}, t("slot.label"), owner), bottom, zoomButton(sheet, slot), ...closerButtons(sheet),
    canUndo() ? el("button", { type: "button", class: "secondary", id: "undo", "data-focus": "undo", onclick: takeBack }, t("undo")) : null,
    el("button", { type: "button", class: "secondary", onclick: () => onRetake(slot) }, t("retake")),
    el("button", { type: "button", class: "secondary", onclick: drop }, t("drop_sheet")));
}

/** Undo, from the button or by Ctrl+Z. */
export function takeBack() {
  if (undo()) toast(t("undone"), { brief: true });
}

let seatInfo = () => null;

export function renderSheet(view, actions) {
  seatInfo = (slot_) => view?.seats?.find((item) => item.seat === slot_);
  const slot = state.slot;
  const sheet = sheetOf(slot);
  const box = byId("sheet");
  if (!sheet) {
    const flip = slot === "flip";
    if (view?.seats.find((item) => item.seat === slot)?.seen) {
      box.replaceChildren(el("div", { class: "start" },
        el("h2", {}, t("empty.in_table", { name: slotName(slot, state.names) })),
        el("button", { type: "button", class: "secondary", onclick: () => update((s) => { s.slot = "table"; }) }, t("slot.table"))));
      return;
    }
    box.replaceChildren(el("div", { class: "start" },
      el("h2", {}, flip ? t("empty.flip") : t("empty.seat", { name: slotName(slot, state.names) })),
      el("p", { class: "small" }, flip ? t("empty.flip_hint") : t("empty.hint"))));
    return;
  }
  const wrong = wrongTiles(view, slot);
  const blocks = ORDER.map((role) => {
    const members = sheet.reading.groups
      .map((group, number) => ({ group, number }))
      .filter(({ group }) => group.role === role && !isNeighbour(sheet, group));
    if (members.length) return groupBlock(sheet, slot, role, members, wrong);
    if (role === "hand" && slot !== "flip" && slot !== "table") {
      return el("div", { class: "group", "data-drop": "hand" }, el("div", { class: "group-head" }, el("h2", {}, t("group.hand"))),
        el("div", { class: "chips" }, plus(t("add"), () => keypad.add(slot, "hand"), `plus-${slot}-hand`)));
    }
    return null;
  });
  const more = slot === "flip" || slot === "table" ? null : el("div", { class: "tools" },
    el("button", { type: "button", class: "secondary", onclick: () => keypad.meld(slot, 3) }, t("add.meld")),
    el("button", { type: "button", class: "secondary", onclick: () => keypad.add(slot, "discards") }, t("add.pond")));
  box.replaceChildren(
    ...[photo(sheet, slot, wrong, shownTiles(sheet).length), notes(view, sheet, slot), ...blocks, ...neighbours(sheet, slot), more, tools(sheet, slot, actions)].filter(Boolean));
}
