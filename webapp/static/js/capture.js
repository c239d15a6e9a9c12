// From the camera, the album or the samples to sheets: shrink, send, place.

import { byId } from "./dom.js";
import { blankReading, guessSlot } from "./model.js";
import { readPhoto } from "./api.js";
import { keep, kept, newId, prepare } from "./photos.js";
import { seats, sheetOf, state, update } from "./state.js";
import { progress, toast } from "./toast.js";
import { samples, slotName, t } from "./words.js";

let retake = null;
let onSent = () => {};

/** What to do once photos that failed before have been read. */
export function afterResend(run) {
  onSent = run;
}

function free() {
  return [...seats(), "flip"].filter((slot) => !sheetOf(slot));
}

/** Whom the next photo is for: the open tab while it is empty, else the next player without tiles. */
export function target() {
  return sheetOf(state.slot) ? free()[0] ?? state.slot : state.slot;
}

async function place(reading, shown, slot) {
  const id = shown ? newId() : null;
  if (shown) await keep(id, shown);
  const replaced = Boolean(sheetOf(slot));
  update((s) => {
    s.sheets = s.sheets.filter((sheet) => sheet.slot !== slot);
    s.sheets.push({ slot, bottom: "A", photo: id, reading });
  }, replaced);
  if (replaced) toast(t("replaced", { name: slotName(slot, state.names) }), { canUndo: true });
}

/** Read photos one after the other; `fixed` names their places, else each is put where it fits. */
export async function take(files, fixed = []) {
  const wanted = retake;
  retake = null;
  const failures = [];
  const unsent = []; // kept, so that one tap sends them again
  let first = null;
  let tiles = 0;
  for (const [i, file] of files.entries()) {
    const step = t("sending", { i: i + 1, n: files.length });
    progress(step);
    const { blob, shown } = await prepare(file);
    const { reading, message, again } = await readPhoto(
      blob, file.name || `photo-${i + 1}.jpg`, wanted === "table",
      (share) => progress(share < 1 ? step : t("reading"), share < 1 ? share : undefined),
      () => progress(t("busy")),
    );
    if (!reading) {
      failures.push(message);
      if (again) unsent.push({ file, slot: fixed[i] ?? (files.length === 1 && wanted ? wanted : null) });
      continue;
    }
    if (files.length > 1 && !fixed[i] && free().length === 0) {
      failures.push(t("full")); // five more photos would all land on the open player, one after the other
      continue;
    }
    tiles += reading.tiles.length;
    const slot = fixed[i] ?? (files.length === 1 && wanted ? wanted : guessSlot(reading, free(), target()));
    await place(reading, shown, slot);
    first ??= slot;
  }
  progress(null);
  if (first) update((s) => { s.slot = first; s.step = "tiles"; });
  if (failures.length) {
    const resend = () => take(unsent.map(({ file }) => file), unsent.map(({ slot }) => slot)).then(onSent);
    toast([...new Set(failures)].join(" "), { stay: true, action: unsent.length ? { label: t("resend"), run: resend } : null });
  }
  if (!failures.length) toast(tiles ? t("read", { n: tiles }) : t("read_none"), { brief: tiles > 0 });
  return failures.length === 0 && tiles > 0;
}

export function startRetake(slot) {
  retake = slot;
  byId("camera").click();
}

/** Read a photo again as one of the whole table: every hand gets the side it lies on. */
export async function asTable(slot) {
  const sheet = sheetOf(slot);
  const blob = sheet.photo ? await kept(sheet.photo) : null;
  if (!blob) {
    startRetake("table");
    return;
  }
  const { reading, message } = await readPhoto(blob, "table.jpg", true, () => progress(t("reading")), () => progress(t("busy")));
  progress(null);
  if (!reading) {
    toast(message, { stay: true });
    return;
  }
  update((s) => {
    s.sheets = s.sheets.filter((item) => item.slot !== slot && item.slot !== "table");
    s.sheets.push({ slot: "table", bottom: "A", photo: sheet.photo, reading });
    s.slot = "table";
  }, true);
  toast(t("read", { n: reading.tiles.length }), { canUndo: true });
}

export function byHand() {
  const slot = target();
  update((s) => {
    s.slot = slot;
    s.step = "tiles";
    if (!sheetOf(slot)) s.sheets.push({ slot, bottom: "A", photo: null, reading: blankReading() });
  });
  return slot;
}

/** The shipped sample hand, fetched and read like any photo. */
export async function trySample() {
  progress(t("reading"));
  const files = [];
  for (const name of samples) {
    const response = await fetch(`/samples/${name}`).catch(() => null);
    if (!response?.ok) {
      progress(null);
      toast(t("offline"));
      return false;
    }
    const blob = await response.blob();
    files.push(new File([blob], name.split("/").pop(), { type: "image/jpeg" }));
  }
  return take(files, samples.map((name) => name.split("/").pop().split(".")[0]));
}
