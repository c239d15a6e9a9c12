// A table teaches its own tiles: a photo, the names checked, remembered; what it changed; forget it again.

import { byId, closeDialog, el, face, svg } from "./dom.js";
import { readPhoto } from "./api.js";
import { call, complaint, poll, token } from "./night_api.js";
import { sheet } from "./night_ui.js";
import { nameBy, named } from "./own_set_order.js";
import { hold, newShot, recall } from "./own_set_shot.js";
import { prepare } from "./photos.js";
import { clear, toast } from "./toast.js";
import { disarm, twice } from "./twice.js";
import { t, tileName } from "./words.js";

const id = JSON.parse(byId("boot").textContent).table;
const FACES = ["m", "p", "s"].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`));
const path = `/api/tables/${id}/set`;
let shot = null; // the photo being checked (own_set_shot.js)
let shown = null; // the mark of the set that this page shows
let told = null; // the table as the server last told it
let drawn = false; // whether the set was shown at all
let changing = 0; // changes of our own that are under way
let ended = false; // the night is closed
let missed = false; // news came meanwhile

function crop({ url, image }, box) {
  const [x1, y1, x2, y2] = box;
  const edge = 0.08 * Math.max(x2 - x1, y2 - y1);
  return svg("svg", { class: "crop", viewBox: `${x1 - edge} ${y1 - edge} ${x2 - x1 + 2 * edge} ${y2 - y1 + 2 * edge}`, "aria-hidden": "true" },
    svg("image", { href: url, width: image.width, height: image.height, preserveAspectRatio: "none" }));
}

/** How to lay the tiles out, while there is something to lay them out for. */
function order() {
  byId("order").hidden = Boolean(shot) || ended;
}

function leave() {
  hold(id, null, shot);
  shot = null;
  byId("check").hidden = true;
  order();
}

function rename(tile) {
  const choose = (name) => {
    if (name) Object.assign(tile, { tile: name, unsure: false, mended: true });
    else shot.tiles = shot.tiles.filter((item) => item !== tile);
    closeDialog(byId("sheet-dialog"));
    check();
  };
  sheet(t("night.set.pick"), el("div", { class: "ask" }, crop(shot, tile.box)),
    el("div", { class: "pad" }, FACES.map((name) => el("button", { type: "button", "aria-label": tileName(name), "data-tile": name, onclick: () => choose(name) }, face(name)))),
    el("button", { type: "button", class: "secondary", onclick: () => choose(null) }, t("night.set.not_a_tile")));
}

/** "条、筒、万": the suits of the rows from top to bottom, and which way they count if it isn't from the left. */
function inWords({ suits, back }) {
  const rows = suits.map((suit) => t(`night.set.suit.${suit}`)).join("、");
  return back ? t("night.set.rows.back", { rows }) : rows;
}

/** The rows lie in another order than asked for: somebody has to say so, nothing is named behind his back. */
function whichOrder() {
  const { seen, asked } = shot.orders;
  const take = (order) => {
    Object.assign(shot, { tiles: order ? nameBy(shot.tiles, order) : shot.tiles, orders: null });
    check();
  };
  const offer = (name, order) => el("button", { type: "button", class: "secondary wide", id: `rows-${name}`, onclick: () => take(order) }, t("night.set.rows.take", { rows: inWords(order) }));
  return el("div", { class: "note stack", id: "rows", role: "group" },
    el("p", {}, t("night.set.rows", { seen: inWords(seen), asked: inWords(asked) })), offer("seen", seen), offer("asked", asked),
    el("button", { type: "button", class: "secondary wide", id: "rows-read", onclick: () => take(null) }, t("night.set.rows.read")));
}

/** The tiles of the new photo with their names, to be confirmed. */
function check() {
  const box = byId("check");
  const strange = shot.tiles.some(({ tile }) => !FACES.includes(tile));
  hold(id, shot);
  box.replaceChildren(...[
    el("h2", {}, t("night.set.found", { n: shot.tiles.length })),
    shot.orders ? whichOrder() : el("p", {}, t(shot.tiles.length ? "night.set.check" : "night.set.none")),
    strange ? el("p", { class: "small", id: "honours" }, t("night.set.honours")) : null,
    el("div", { class: "found" }, shot.tiles.map((tile, i) => el("button", {
      type: "button", class: tile.unsure ? "pair-tile unsure" : "pair-tile", "aria-label": tileName(tile.tile), "data-found": i, "data-tile": tile.tile, onclick: () => rename(tile),
    }, crop(shot, tile.box), face(tile.tile)))),
    el("div", { class: "tools" },
      shot.tiles.length ? el("button", { type: "button", class: "action go", id: "keep", disabled: Boolean(shot.orders), onclick: keep }, t("night.set.keep")) : null,
      el("button", { type: "button", class: "secondary", id: "leave", onclick: leave }, t("night.set.drop")))].filter(Boolean));
  box.hidden = false;
  order();
}

async function take(file) {
  toast(t("night.set.reading"), { hold: true });
  const { blob } = await prepare(file);
  const { reading, message } = await readPhoto(blob, file.name || "tiles.jpg", false, () => {}, () => {});
  clear();
  if (!reading) {
    toast(message, { hold: true });
    return;
  }
  leave();
  // A face of an unknown set may be read as an honour: it stays, marked, to be named.
  const seen = reading.tiles.filter((tile) => tile.tile !== "back")
    .map((tile) => ({ ...tile, unsure: tile.unsure || !FACES.includes(tile.tile) }));
  shot = await newShot(blob, reading.image, named(seen));
  check();
  byId("check").scrollIntoView({ block: "start" });
}

/** Whether the page shows the set as that view of the table tells of it. */
function current(view) {
  return drawn && view.set === shown && view.settings.closed === ended;
}

/** One change of ours: the answer is shown, and news of it from the table are no surprise. */
async function change(method, address, { body, done, ok = 200 }) {
  changing += 1;
  const headers = shown && method !== "POST" ? { "If-Match": `"${shown}"` } : {};
  const answer = await call(method, address, { id, body, headers });
  changing -= 1;
  if (answer.status === ok) render(answer.body);
  toast(answer.status === ok ? done : complaint(answer), { hold: answer.status !== ok });
  // The server may tell of our own change before it has answered: nothing to draw anew then.
  if (answer.status === 409 || (missed && !current(told))) await again();
  missed = false;
  return answer.status === ok;
}

async function keep() {
  const form = new FormData();
  form.append("photo", shot.blob, "tiles.jpg");
  form.append("tiles", JSON.stringify(shot.tiles.map(({ box, tile }) => ({ box, tile }))));
  byId("keep").disabled = true;
  toast(t("night.set.learning"), { hold: true });
  const done = t("night.set.kept", { n: shot.tiles.length });
  if (await change("POST", `${path}/photos`, { body: form, done, ok: 201 })) leave();
  else if (byId("keep")) byId("keep").disabled = false;
}

/** Photos of hands that were saved: their tiles have been looked at already. */
async function fromHands() {
  byId("from-hands").disabled = true;
  toast(t("night.set.learning"), { hold: true });
  await change("POST", `${path}/hands`, { done: t("night.done"), ok: 201 });
  byId("from-hands").disabled = false;
}

function photoRow(photo, canWrite) {
  const key = photo.right_after === null ? "night.set.first" : "night.set.effect";
  return el("li", { class: "card", "data-photo": photo.n },
    el("b", {}, t("night.set.photo", { n: photo.n, tiles: photo.tiles })),
    photo.right_before === undefined ? null : el("span", { class: "small" }, t(key, { before: photo.right_before, after: photo.right_after })),
    canWrite ? twice(el("button", { type: "button", class: "secondary" }, t("night.set.delete")),
      () => change("DELETE", `${path}/photos/${photo.n}`, { done: t("night.set.deleted") })) : null);
}

/** Why there is nothing to tap here, if so. */
function note(can, canWrite, closed) {
  const why = can === false ? "night.set.cant" : canWrite ? closed ? "night.set.closed" : null : "night.set.readonly";
  byId("cant").hidden = !why;
  byId("cant").textContent = why ? t(why) : "";
}

function render({ set, can_learn: can, closed }) {
  const canWrite = Boolean(token(id));
  disarm(); // its button is drawn anew
  shown = set?.mark ?? null;
  drawn = true;
  ended = closed;
  order();
  note(can, canWrite, closed);
  document.querySelectorAll(".writer").forEach((node) => { node.hidden = !canWrite || can === false; });
  document.querySelectorAll(".teacher").forEach((node) => { node.hidden = !canWrite || can === false || closed; });
  byId("learned").hidden = !set;
  if (!set) return;
  byId("enabled").checked = set.enabled;
  byId("photos").replaceChildren(...set.photos.map((photo) => photoRow(photo, canWrite)));
  byId("missing").textContent = set.missing.length
    ? t("night.set.missing", { tiles: set.missing.map(tileName).join("、") }) : t("night.set.all");
  byId("pictures").replaceChildren(...set.shown.map((tile) => el("figure", { class: "pair-tile" },
    el("img", { src: `${path}/tiles/${tile}.jpg?v=${set.mark}`, alt: tileName(tile), loading: "lazy", width: "48", height: "48" }),
    face(tile))));
}

for (const input of ["camera", "album"]) {
  byId(input).addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) take(file);
  });
}
byId("from-hands").addEventListener("click", fromHands);
byId("enabled").addEventListener("change", (event) => change("PATCH", path, { body: { enabled: event.target.checked }, done: t("night.done") }));
twice(byId("forget"), () => change("DELETE", path, { done: t("night.set.forgotten") }));

async function again() {
  const answer = await call("GET", path);
  if (answer.status === 200) render(answer.body);
  return answer;
}

/** The table's live news: another phone has taught or forgotten something, or the night was closed. */
async function news(view) {
  const known = drawn;
  const same = drawn && view.set === shown;
  told = view;
  missed = missed || changing > 0;
  if (changing || current(view)) return;
  const answer = await again();
  if (known && !same && answer.status === 200) toast(t(answer.body.set ? "night.set.elsewhere" : "night.set.gone"), { hold: true });
}

async function start() {
  const answer = await again();
  if (answer.status !== 200) {
    byId("cant").hidden = false;
    byId("cant").textContent = complaint(answer);
    return;
  }
  if (answer.body.can_learn === null) setTimeout(start, 1500); // the detector is still loading
}

async function begin() {
  await start();
  shot = await recall(id);
  if (shot) check();
  poll(id, () => told?.version ?? 0, news, (status) => { if (status === 404) location.reload(); });
}
document.documentElement.dataset.table = id;
begin();
