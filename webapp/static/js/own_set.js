// A table teaches its own tiles: a photo, the names checked, remembered; what it changed; forget it again.

import { byId, closeDialog, el, face, svg } from "./dom.js";
import { readPhoto } from "./api.js";
import { call, complaint, token } from "./night_api.js";
import { say, sheet } from "./night_ui.js";
import { named } from "./own_set_order.js";
import { prepare } from "./photos.js";
import { t, tileName } from "./words.js";

const id = JSON.parse(byId("boot").textContent).table;
const FACES = ["m", "p", "s"].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`));
const path = `/api/tables/${id}/set`;
let shot = null; // the photo being checked: {blob, url, image, tiles}

function crop({ url, image }, box) {
  const [x1, y1, x2, y2] = box;
  const edge = 0.08 * Math.max(x2 - x1, y2 - y1);
  return svg("svg", { class: "crop", viewBox: `${x1 - edge} ${y1 - edge} ${x2 - x1 + 2 * edge} ${y2 - y1 + 2 * edge}`, "aria-hidden": "true" },
    svg("image", { href: url, width: image.width, height: image.height, preserveAspectRatio: "none" }));
}

function leave() {
  if (shot) URL.revokeObjectURL(shot.url);
  shot = null;
  byId("check").hidden = true;
  byId("order").hidden = false;
}

function rename(tile) {
  const choose = (name) => {
    if (name) tile.tile = name;
    else shot.tiles = shot.tiles.filter((item) => item !== tile);
    closeDialog(byId("sheet-dialog"));
    check();
  };
  sheet(t("night.set.pick"), el("div", { class: "ask" }, crop(shot, tile.box)),
    el("div", { class: "pad" }, FACES.map((name) => el("button", { type: "button", "aria-label": tileName(name), "data-tile": name, onclick: () => choose(name) }, face(name)))),
    el("button", { type: "button", class: "secondary", onclick: () => choose(null) }, t("night.set.not_a_tile")));
}

/** The tiles of the new photo with their names, to be confirmed. */
function check() {
  const box = byId("check");
  box.replaceChildren(
    el("h2", {}, t("night.set.found", { n: shot.tiles.length })),
    el("p", {}, t(shot.tiles.length ? "night.set.check" : "night.set.none")),
    el("div", { class: "found" }, shot.tiles.map((tile, i) => el("button", {
      type: "button", class: tile.unsure ? "pair-tile unsure" : "pair-tile", "aria-label": tileName(tile.tile), "data-found": i, "data-tile": tile.tile, onclick: () => rename(tile),
    }, crop(shot, tile.box), face(tile.tile)))),
    el("div", { class: "tools" },
      shot.tiles.length ? el("button", { type: "button", class: "action go", id: "keep", onclick: keep }, t("night.set.keep")) : null,
      el("button", { type: "button", class: "secondary", id: "leave", onclick: leave }, t("night.set.drop"))));
  box.hidden = false;
  byId("order").hidden = true;
}

async function take(file) {
  say(t("night.set.reading"), { stay: true });
  const { blob, shown } = await prepare(file);
  const { reading, message } = await readPhoto(blob, file.name || "tiles.jpg", false, () => {}, () => {});
  say("");
  if (!reading) {
    say(message, { stay: true });
    return;
  }
  leave();
  // A face of an unknown set may be read as an honour: it stays, marked, to be named.
  const seen = reading.tiles.filter((tile) => tile.tile !== "back")
    .map((tile) => ({ ...tile, unsure: tile.unsure || !FACES.includes(tile.tile) }));
  shot = { blob, url: URL.createObjectURL(shown ?? blob), image: reading.image, tiles: named(seen) };
  check();
  byId("check").scrollIntoView({ block: "start" });
}

async function keep() {
  const form = new FormData();
  form.append("photo", shot.blob, "tiles.jpg");
  form.append("tiles", JSON.stringify(shot.tiles.map(({ box, tile }) => ({ box, tile }))));
  byId("keep").disabled = true;
  say(t("night.set.learning"), { stay: true });
  const n = shot.tiles.length;
  const answer = await call("POST", `${path}/photos`, { id, body: form });
  if (answer.status !== 201) {
    byId("keep").disabled = false;
    say(complaint(answer), { stay: true });
    return;
  }
  leave();
  render(answer.body);
  say(t("night.set.kept", { n }));
}

/** Photos of hands that were saved: their tiles have been looked at already. */
async function fromHands() {
  byId("from-hands").disabled = true;
  say(t("night.set.learning"), { stay: true });
  const answer = await call("POST", `${path}/hands`, { id });
  byId("from-hands").disabled = false;
  if (answer.status === 201) render(answer.body);
  say(answer.status === 201 ? t("night.done") : complaint(answer), { stay: answer.status !== 201 });
}

async function change(method, address, body, done) {
  const answer = await call(method, address, { id, body });
  if (answer.status === 200) render(answer.body);
  say(answer.status === 200 ? done : complaint(answer));
}

/** A button that asks for a second tap before something is gone for good. */
function twice(button, run) {
  const plain = button.textContent;
  let armed = false;
  button.onclick = () => {
    if (armed) {
      run();
      return;
    }
    armed = true;
    button.textContent = t("night.set.sure");
    setTimeout(() => { armed = false; button.textContent = plain; }, 4000);
  };
  return button;
}

function photoRow(photo, canWrite) {
  const key = photo.right_after === null ? "night.set.first" : "night.set.effect";
  return el("li", { class: "card", "data-photo": photo.n },
    el("b", {}, t("night.set.photo", { n: photo.n, tiles: photo.tiles })),
    photo.right_before === undefined ? null : el("span", { class: "small" }, t(key, { before: photo.right_before, after: photo.right_after })),
    canWrite ? twice(el("button", { type: "button", class: "secondary" }, t("night.set.delete")),
      () => change("DELETE", `${path}/photos/${photo.n}`, undefined, t("night.set.deleted"))) : null);
}

function render({ set, can_learn: can }) {
  const canWrite = Boolean(token(id));
  byId("cant").hidden = can !== false && canWrite;
  byId("cant").textContent = t(can === false ? "night.set.cant" : "night.set.readonly");
  document.querySelectorAll(".writer").forEach((node) => { node.hidden = !canWrite || can === false; });
  byId("learned").hidden = !set;
  if (!set) return;
  byId("enabled").checked = set.enabled;
  byId("photos").replaceChildren(...set.photos.map((photo) => photoRow(photo, canWrite)));
  byId("missing").textContent = set.missing.length
    ? t("night.set.missing", { tiles: set.missing.map(tileName).join("、") }) : t("night.set.all");
  const stamp = set.photos.map((photo) => `${photo.n}${photo.at}`).join();
  byId("pictures").replaceChildren(...set.shown.map((tile) => el("figure", { class: "pair-tile" },
    el("img", { src: `${path}/tiles/${tile}.jpg?v=${encodeURIComponent(stamp)}`, alt: tileName(tile), loading: "lazy", width: "48", height: "48" }),
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
byId("enabled").addEventListener("change", (event) => change("PATCH", path, { enabled: event.target.checked }, t("night.done")));
twice(byId("forget"), () => change("DELETE", path, undefined, t("night.set.forgotten")));

async function start() {
  const answer = await call("GET", path);
  if (answer.status !== 200) {
    byId("cant").hidden = false;
    byId("cant").textContent = answer.status === 404 ? t("night.unknown_table") : complaint(answer);
    return;
  }
  render(answer.body);
  if (answer.body.can_learn === null) setTimeout(start, 1500); // the detector is still loading
}
document.documentElement.dataset.table = id;
start();
