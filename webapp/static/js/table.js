// The hand page as part of a night: rules, names and dealer come from the table, the settled hand goes to it.

import { readFor } from "./api.js";
import { byId, el } from "./dom.js";
import { syncDraft } from "./draft.js";
import { drawable } from "./model.js";
import { offerLast } from "./last_table.js";
import { call, known, poll, remember, token } from "./night_api.js";
import { keep, newId } from "./photos.js";
import { moveTo, onChange, state, update } from "./state.js";
import { progress, toast } from "./toast.js";
import { signed, slotName, t } from "./words.js";

const query = new URLSearchParams(location.search);
const id = /^[a-z0-9]{1,32}$/.test(query.get("t") ?? "") ? query.get("t") : null;
const number = /^\d{1,7}$/.test(query.get("hand") ?? "") ? Number(query.get("hand")) : null;
const PENDING = `zhuoji.pending.${id}`;

export const table = { id, active: Boolean(id), editing: number };
readFor(id);
let view = null; // the table as the server last told it
const hands = new Map(); // the hands that count, by their place in the log
let entry = null; // the hand being corrected
let news = null;

/** Whose tiles this phone takes first: its own player's. */
export function mySeat() {
  return (id && known()[id]?.seat) || "A";
}

/** On the first page of a hand: which player holds this phone. The next photo is his. */
function chooser() {
  const { settings } = view;
  byId("whose")?.remove();
  const pick = (seat) => { remember(id, { seat }); update((s) => { s.slot = seat; }); chooser(); };
  byId("quick").before(el("div", { class: "seats", id: "whose", role: "group", "aria-label": t("table.whose") },
    el("span", { class: "small" }, t("table.whose")),
    Object.keys(settings.seats).map((seat) => el("button", {
      type: "button", "data-my": seat, "aria-pressed": String(known()[id]?.seat === seat), onclick: () => pick(seat),
    }, el("b", {}, slotName(seat, state.names))))));
}

function empty(s) {
  Object.assign(s, { sheets: [], answers: {}, quick: false, step: "tiles", slot: mySeat(), dealer: null, streak: null });
}

/** A hand belongs to the place it was begun at: what lies here from another table waits for a return to that one. */
function settleIn() {
  const place = id ? `${id}/${number ?? ""}` : "";
  if ((state.place ?? "") === place) return;
  moveTo(place, (s) => {
    empty(s);
    Object.assign(s, { overlay: {}, round: undefined, correcting: null });
    if (!id) Object.assign(s, { names: {}, stake: "" });
  });
}

/** Which hand of the night is corrected: the log also counts lines and settings. */
function ordinal() {
  return hands.has(number) ? [...hands.keys()].filter((n) => n <= number).length : null;
}

/** An ended night takes no hand: said at once, not when somebody wants to save it. */
function sayEnded(closed) {
  byId("ended")?.remove();
  if (closed && !entry) byId("main").before(el("p", { class: "note bad", id: "ended", role: "alert" }, t("table.ended")));
}

function apply(told) {
  for (const row of told.rows) {
    if (row.kind === "hand" && !row.deleted) hands.set(row.n, row);
    else hands.delete(row.n);
  }
  if (number) byId("to-table").firstChild.textContent = ordinal() ? t("table.editing", { n: ordinal() }) : t("table.editing_one");
  if (told.settings.closed !== (view?.settings.closed ?? false)) sayEnded(told.settings.closed);
  const before = view;
  view = told;
  const { settings, next } = told;
  const names = Object.fromEntries(Object.entries(settings.seats).map(([seat, person]) =>
    [seat, settings.persons.find((item) => item.id === person)?.name ?? ""]));
  const rules = entry ? entry.rules : settings;
  const moved = !before || before.next.dealer !== next.dealer || before.next.streak !== next.streak;
  update((s) => {
    Object.assign(s, {
      profile: rules.profile, variants: rules.variants, overlay: rules.overlay, stake: settings.stake ?? "",
      names: entry ? Object.fromEntries(Object.entries(entry.seats).map(([seat, person]) => [seat, settings.persons.find((item) => item.id === person)?.name ?? ""])) : names,
    });
    if (!entry && moved && (next.dealer || before)) Object.assign(s, { dealer: next.dealer, streak: next.dealer ? next.streak : null });
  });
}

async function openHand() {
  const answer = await call("GET", `/api/tables/${id}/hands/${number}`);
  if (answer.status !== 200) {
    toast(answer.body?.error?.message ?? t("offline"), { stay: true });
    return;
  }
  entry = answer.body.hand;
  if (state.correcting === entry.etag) return; // reloaded in the middle of a correction
  const sheets = entry.sheets.filter(drawable);
  update((s) => {
    empty(s);
    Object.assign(s, {
      sheets, answers: entry.answers, quick: sheets.length === 0, correcting: entry.etag,
      dealer: entry.dealer, streak: entry.dealer ? entry.streak : null, step: sheets.length ? "tiles" : "questions",
    });
  });
  for (const sheet of state.sheets) if (sheet.photo) showPhoto(sheet.photo);
}

/** A photo that another phone took, so that the reading can be compared with it. */
async function showPhoto(sha) {
  if (!/^[0-9a-f]{64}$/.test(sha)) return; // another phone said it: an address is made of nothing else
  try {
    const response = await fetch(`/api/tables/${id}/photos/${sha}`);
    if (response.ok) await keep(sha, await response.blob());
    update(() => {});
  } catch { /* the tiles are there all the same */ }
}

function header() {
  const link = el("a", { class: "quiet rules-name", id: "to-table", href: `/t/${id}` },
    el("span", {}, t(number ? "table.editing_one" : "table.back")));
  byId("open-setup").hidden = true;
  byId("open-setup").before(link);
  byId("start-rules").hidden = true;
}

/** Start the table mode, or nothing where no table is named. */
export async function initTable() {
  settleIn();
  document.querySelectorAll("[data-no-table]").forEach((node) => { node.hidden = table.active; });
  document.querySelectorAll("[data-table]").forEach((node) => { node.hidden = !table.active; });
  if (!id) {
    offerLast();
    return;
  }
  token(id);
  header();
  if (number) await openHand();
  if (!number) news = syncDraft(id, () => view, mySeat, showPhoto, (slot) => toast(t("table.joined", { name: slotName(slot, state.names) }), { brief: true }));
  poll(id, () => view?.version ?? 0, (told) => {
    apply(told);
    news?.(told.draft);
    if (!number) chooser();
  }, (status) => { if (status === 404) toast(t("table.unknown"), { hold: true }); });
  if (pending()) flush();
}

function pending() {
  try {
    return JSON.parse(localStorage.getItem(PENDING));
  } catch {
    return null;
  }
}

let held = null; // the same, where nothing can be stored

function hold(save) {
  held = save;
  try {
    if (save) localStorage.setItem(PENDING, JSON.stringify(save));
    else localStorage.removeItem(PENDING);
  } catch { /* private mode: it lives as long as the page */ }
}

/** A settled hand as the ledger takes it; `kept` names the photo of a sheet by its sha256, where the table has it. */
export function handBody(settled, kept = (sheet) => sheet.kept) {
  const known = (slot) => slot in settled.situation.players || slot === "flip" || slot === "table";
  const sheets = state.sheets.filter((sheet) => known(sheet.slot));
  const photos = Object.fromEntries(sheets.filter(kept).map((sheet) => [sheet.slot, kept(sheet)]));
  return {
    situation: settled.situation,
    sheets: sheets.map((sheet) => ({ slot: sheet.slot, bottom: sheet.bottom ?? "A", reading: sheet.reading, photo: kept(sheet) ?? null, kept: kept(sheet) ?? null })),
    answers: state.answers,
    photos,
  };
}

/** Send the settled hand; it is held until the server has said that it has it, over a lost connection too. */
export async function saveHand(settled) {
  const body = handBody(settled);
  settledNet = settled.settlement.net;
  if (entry) {
    hold({ method: "PUT", path: `/api/tables/${id}/hands/${number}`, body: { ...body, note: entry.note, seats: entry.seats, dealer_said: entry.said }, headers: { "If-Match": `"${entry.etag}"` } });
  } else {
    hold({ method: "POST", path: `/api/tables/${id}/hands`, body: { ...body, round: view?.draft.round ?? 0 }, headers: { "Idempotency-Key": newId() } });
  }
  await flush();
}

let flushing = false;
let settledNet = {}; // what this page wants to save, by seat

async function flush() {
  const save = held ?? pending();
  if (flushing || !save) return;
  flushing = true;
  progress(t("table.saving"));
  const answer = await call(save.method, save.path, { id, body: save.body, headers: save.headers });
  flushing = false;
  if (answer.status === 0 || answer.status === 503) {
    progress(t("table.waiting"));
    setTimeout(flush, 1500);
    return;
  }
  progress(null);
  hold(null);
  if (answer.status === 200 || answer.status === 201) {
    moveTo(`${id}/`, (s) => { empty(s); s.correcting = null; }, false); // saved: a hand in the making here goes on
    location.assign(`/t/${id}`);
    return;
  }
  const error = answer.body?.error ?? {};
  if (error.field === "situation.dealer") {
    // Somebody saved a hand in between: take the ledger's dealer, or say that this one is meant.
    toast(t("table.moved"), { stay: true });
    update((s) => Object.assign(s, { dealer: view.next.dealer, streak: view.next.dealer ? view.next.streak : null }));
    return;
  }
  if (entry && answer.body?.current) {
    // Both are shown; saving once more means this one, on top of what stands now.
    const current = answer.body.current;
    const mine = Object.fromEntries(Object.entries(settledNet).map(([seat, value]) => [entry.seats[seat], value]));
    toast(t("table.conflict", { now: current.deleted ? t("table.struck") : inWords(current.net), mine: inWords(mine) }), { stay: true });
    entry = { ...entry, etag: current.etag };
    return;
  }
  toast(error.message ?? t("offline"), { stay: true });
}

function inWords(net) {
  return Object.entries(net).map(([person, value]) =>
    `${view.settings.persons.find((item) => item.id === person)?.name ?? person} ${signed(value)}`).join("，");
}

window.addEventListener("online", () => { if (held ?? (id && pending())) flush(); });
onChange(() => {
  const button = byId("go");
  if (table.active && button.dataset.go === "hand") button.textContent = saveLabel();
});

/** What the button says that ends a hand. */
export function saveLabel() {
  return t(table.editing ? "table.correct" : "table.save");
}
