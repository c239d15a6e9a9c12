// The hand in the making, shared: each phone adds its own player's tiles, all see them, one confirms.

import { drawable } from "./model.js";
import { call } from "./night_api.js";
import { kept } from "./photos.js";
import { keepState, onChange, sheetOf, state, update } from "./state.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const WAIT = 400; // a tile mended right after another goes in the same message

function text(sheet) {
  const { slot, bottom, reading } = sheet;
  return JSON.stringify({ slot, bottom: bottom ?? "A", reading });
}

/** Keep this phone's sheets and the table's draft the same; returns what to do with news. */
export function syncDraft(id, table, mySeat, showPhoto, onJoined) {
  const same = new Map(); // slot → text that both sides have
  const versions = new Map(); // slot → version of the draft seen
  let timer = 0;
  let busy = false;
  let round = null;

  async function upload(sheet) {
    if (!sheet.photo || sheet.kept) return;
    const blob = await kept(sheet.photo);
    if (!blob) return;
    const form = new FormData();
    form.append("photo", blob, "photo");
    const answer = await call("POST", `/api/tables/${id}/photos`, { id, body: form });
    if (answer.status === 201) sheet.kept = answer.body.photo;
  }

  async function push() {
    if (busy || !table() || table().settings.closed) return; // an ended night takes nothing
    busy = true;
    let failed = false;
    for (const sheet of [...state.sheets]) {
      const now = text(sheet);
      if (same.get(sheet.slot) === now) continue;
      await upload(sheet);
      const body = { sheet: JSON.parse(now), photo: sheet.kept ?? null, round: table().draft.round };
      const answer = await call("PUT", `/api/tables/${id}/draft/${sheet.slot}`, { id, body });
      if (answer.status === 200) {
        same.set(sheet.slot, now);
        versions.set(sheet.slot, answer.body.version);
        sheet.seen = answer.body.version;
        keepState();
      } else failed = failed || answer.status === 0;
    }
    for (const slot of [...same.keys()]) {
      if (sheetOf(slot)) continue;
      const answer = await call("DELETE", `/api/tables/${id}/draft/${slot}`, { id });
      if (answer.status === 200) {
        same.delete(slot);
        versions.delete(slot);
      } else failed = failed || answer.status === 0;
    }
    busy = false;
    if (failed) timer = setTimeout(push, 2000);
  }

  onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(push, WAIT);
  });

  function forget() {
    same.clear();
    versions.clear();
    update((s) => Object.assign(s, { sheets: [], answers: {}, quick: false, step: "tiles", slot: mySeat() }));
  }

  return function news(draft) {
    const saved = round !== null && draft.round !== round;
    const stale = round === null && state.round !== undefined && state.round !== draft.round && state.sheets.length > 0;
    round = draft.round;
    if (saved || stale) {
      const had = state.sheets.length > 0 || Object.keys(state.answers).length > 0;
      forget();
      if (had) toast(t("table.already"), { stay: true });
    }
    if (state.round !== draft.round) update((s) => { s.round = draft.round; });
    for (const [slot, told] of Object.entries(draft.slots)) {
      if ((versions.get(slot) ?? 0) >= told.version) continue;
      const mine = sheetOf(slot);
      const theirs = { ...told.sheet, photo: told.photo, kept: told.photo, seen: told.version };
      versions.set(slot, told.version);
      if (!drawable(theirs)) continue;
      if (mine && text(mine) === text(theirs)) {
        same.set(slot, text(mine));
        continue;
      }
      // Mended here after what the table has, and the page was left before it was sent.
      if (mine && !same.has(slot) && mine.seen === told.version) {
        same.set(slot, text(theirs));
        clearTimeout(timer);
        timer = setTimeout(push, WAIT);
        continue;
      }
      // What was changed here since the last message is newer than its own echo; it is on its way.
      if (mine && same.has(slot) && text(mine) !== same.get(slot)) continue;
      same.set(slot, text(theirs));
      update((s) => {
        s.sheets = s.sheets.filter((sheet) => sheet.slot !== slot);
        s.sheets.push(theirs);
      }, Boolean(mine));
      if (told.photo) showPhoto(told.photo);
      onJoined(slot);
    }
    for (const slot of [...same.keys()]) {
      const mine = sheetOf(slot);
      if (slot in draft.slots || !mine || busy || text(mine) !== same.get(slot)) continue;
      same.delete(slot); // taken away on another phone
      versions.delete(slot);
      update((s) => { s.sheets = s.sheets.filter((sheet) => sheet.slot !== slot); }, true);
    }
  };
}
