// What the players have entered. It survives a reload, and every change can be undone.

import { drawable } from "./model.js";
import { rules } from "./words.js";

const KEY = "zhuoji.hand.1";
const AWAY = "zhuoji.away.1"; // hands in the making of other places: {place: {at, values}}
const MOST_AWAY = 4;
const STALE = 12 * 3600 * 1000; // an evening: what is older is nobody's hand any more
const PAST = 30;
const HAND = ["sheets", "answers", "quick", "dealer", "streak", "step", "slot"]; // what an undo brings back

const PLACED = [...HAND, "profile", "variants", "overlay", "names", "stake", "round", "correcting"]; // what belongs to a place

function fresh() {
  return {
    profile: rules.some((rule) => rule.id === "fangka") ? "fangka" : rules[0].id,
    variants: [],
    names: {},
    stake: "",
    dealer: null,
    streak: null,
    sheets: [],
    answers: {},
    quick: false, // begun without any tiles
    step: "tiles",
    slot: "A",
  };
}

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved && rules.some((rule) => rule.id === saved.profile) && Array.isArray(saved.sheets)) {
      return { ...fresh(), ...saved, sheets: saved.sheets.filter(drawable) };
    }
  } catch { /* private mode or an old shape: start anew */ }
  return fresh();
}

export const state = load();
const listeners = [];
let past = [];

export function onChange(listener) {
  listeners.push(listener);
}

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch { /* full or forbidden: the page still works, it only forgets */ }
}

/** Change the state and tell everybody. `undoable` keeps the tiles and answers of before. */
export function update(change, undoable = false) {
  if (undoable) {
    past.push(JSON.stringify(HAND.map((key) => state[key])));
    past = past.slice(-PAST);
  }
  change(state);
  save();
  listeners.forEach((listener) => listener(state));
}

/** Keep what changed without telling anybody: nothing of it is seen. */
export function keepState() {
  save();
}

function away() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(AWAY)) ?? {})
      .filter(([, hand]) => hand.at > Date.now() - STALE && rules.some((rule) => rule.id === hand.values.profile));
    return Object.fromEntries(kept.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST_AWAY));
  } catch {
    return {};
  }
}

/** Photos of hands in the making elsewhere: they are needed when somebody comes back to them. */
export function awayPhotos() {
  return Object.values(away()).flatMap(({ values }) => values.sheets.map((sheet) => sheet.photo)).filter(Boolean);
}

/**
 * Go to another place: a table, a hand being corrected, or none. A hand that was begun here waits for a return, mended
 * tiles and answers with it; one that waits there comes back, else `start` makes the state that place begins with.
 */
export function moveTo(place, start, leaving = begun()) {
  const hands = away();
  const back = hands[place];
  delete hands[place];
  if (leaving) hands[state.place ?? ""] = { at: Date.now(), values: Object.fromEntries(PLACED.map((key) => [key, state[key]])) };
  try {
    localStorage.setItem(AWAY, JSON.stringify(hands));
  } catch { /* full or forbidden: it only forgets */ }
  past = [];
  update((s) => {
    start(s);
    Object.assign(s, back?.values ?? {}, { place });
    s.sheets = s.sheets.filter(drawable);
  });
}

// The browser may show this page as it was while another one has gone elsewhere: begin where this one stands.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && (load().place ?? "") !== (state.place ?? "")) location.reload();
});

export function canUndo() {
  return past.length > 0;
}

export function undo() {
  const last = past.pop();
  if (last === undefined) return false;
  const values = JSON.parse(last);
  update((s) => HAND.forEach((key, i) => { s[key] = values[i]; }));
  return true;
}

/** The next hand: rules, names and stake stay, the dealer comes from the settlement; undo brings the last one back. */
export function nextHand(dealer, streak) {
  update((s) => Object.assign(s, {
    sheets: [], answers: {}, quick: false, step: "tiles", slot: "A",
    dealer: dealer ?? s.dealer, streak: dealer ? streak : s.streak,
  }), true);
}

export function rule() {
  return rules.find((item) => item.id === state.profile);
}

/** Whether a hand has begun: tiles, or the quick entry without any. */
export function begun() {
  return state.sheets.length > 0 || state.quick;
}

/** The seats in play: an option may make it a game of three or two. */
export function seats() {
  const chosen = rule().variants.filter((variant) => state.variants.includes(variant.id));
  const players = Math.min(rule().players, ...chosen.map((variant) => variant.players));
  return ["A", "B", "C", "D"].slice(0, players);
}

export function sheetOf(slot) {
  return state.sheets.find((sheet) => sheet.slot === slot);
}

/** The draft as the server takes it. */
export function draft() {
  const all = seats();
  const known = (slot) => all.includes(slot) || slot === "flip" || slot === "table";
  return {
    profile: state.profile,
    variants: state.variants,
    overlay: state.overlay ?? {},
    names: state.names,
    stake: state.stake || null,
    dealer: all.includes(state.dealer) ? state.dealer : null,
    dealer_streak: state.streak,
    sheets: state.sheets.filter((sheet) => known(sheet.slot)).map((sheet) => ({
      slot: sheet.slot,
      bottom: all.includes(sheet.bottom) ? sheet.bottom : "A",
      reading: {
        tiles: sheet.reading.tiles.map((tile) => ({ tile: tile.tile, unsure: Boolean(tile.unsure) })),
        groups: sheet.reading.groups.map(({ role, side, meld, tiles }) => ({ role, side, meld: meld ?? null, tiles })),
      },
    })),
    answers: state.answers,
  };
}
