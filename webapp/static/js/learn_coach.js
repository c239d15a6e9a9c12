// The coach's form: tiles typed, tapped, photographed or pasted; the answer drawn.

import { byId, el } from "./dom.js";
import { ask, holding, row } from "./learn_draw.js";
import { lang, t } from "./words.js";

const boot = JSON.parse(byId("boot").textContent);
const SUITS = "mps";

function tilesOf(text) {
  const out = [];
  let ranks = [];
  for (const char of text) {
    if (char >= "1" && char <= "9") ranks.push(char);
    else if (SUITS.includes(char)) {
      out.push(...ranks.map((rank) => rank + char));
      ranks = [];
    }
  }
  return out;
}

function notation(tiles) {
  return [...SUITS].map((suit) => {
    const ranks = tiles.filter((tile) => tile[1] === suit).map((tile) => tile[0]).sort().join("");
    return ranks ? ranks + suit : "";
  }).join("");
}

const MELD = { pung: (tile) => `pung ${tile[0].repeat(3)}${tile[1]}`, kong: (tile) => `concealed-kong ${tile[0].repeat(4)}${tile[1]}`, exposed: (tile) => `exposed-kong ${tile[0].repeat(4)}${tile[1]}` };
const past = [];

function fields() {
  return ["hand", "melds", "discards", "visible"].map(byId);
}

function remember() {
  past.push(fields().map((field) => field.value));
}

function melds() {
  return byId("melds").value.split("\n").map((line) => line.trim()).filter(Boolean);
}

function draw() {
  const hand = tilesOf(byId("hand").value);
  const laid = melds().map((line) => tilesOf(line.split(" ").slice(1).join(" ").split("<")[0]));
  const count = hand.length + 3 * laid.length;
  byId("shown").replaceChildren(count ? holding(hand, laid) : el("p", { class: "small" }, t("coach.empty")), el("small", {}, t("coach.count", { n: count })));
}

function tap(tile) {
  remember();
  const to = byId("to").value;
  if (MELD[to]) byId("melds").value = [...melds(), MELD[to](tile)].join("\n");
  else byId(to).value = notation([...tilesOf(byId(to).value), tile]);
  draw();
}

function body() {
  const reading = byId("reading").value.trim();
  const out = {
    profile: boot.profile, variants: boot.variants, overlay: boot.overlay,
    hand: byId("hand").value, melds: melds(), discards: byId("discards").value, visible: byId("visible").value,
    dealer: byId("dealer").checked,
  };
  const que = document.getElementById("que")?.value;
  if (que) out.que = que;
  if (reading) {
    try {
      out.reading = JSON.parse(reading);
    } catch {
      out.reading = reading; // the server says what a reading is
    }
  }
  return out;
}

function amount(value) {
  return value === null ? t("coach.no") : String(value);
}

function waits(list) {
  if (!list.length) return null;
  return el("table", { class: "sums waits" },
    el("thead", {}, el("tr", {}, ["wait", "pattern", "deal", "draw", "chickens"].map((name) => el("th", { scope: "col" }, t(`coach.${name}`))))),
    el("tbody", {}, list.map((wait) => el("tr", {},
      el("th", { scope: "row" }, row([wait.tile]), el("small", {}, t("coach.left", { n: wait.left }))),
      el("td", {}, wait.pattern), el("td", {}, amount(wait.on_discard)), el("td", {}, amount(wait.self_draw)), el("td", {}, amount(wait.chickens))))));
}

function option(item, unit) {
  return el("article", { class: "example" },
    item.discard ? el("p", { class: "throw" }, el("b", {}, t("coach.discard")), row([item.discard]), el("span", {}, t("coach.left", { n: item.left }))) : el("p", {}, t("coach.left", { n: item.left })),
    el("p", { class: "useful" }, el("small", {}, t(item.shanten ? "coach.useful" : "coach.wait")),
      item.useful.map((use) => el("span", { class: "meld" }, row([use.tile]), el("small", {}, String(use.left))))),
    waits(item.waits),
    item.mean_self_draw === null ? null : el("p", { class: "small" }, t("coach.mean", { n: item.mean_self_draw, unit })));
}

async function advise(event) {
  event?.preventDefault();
  const answer = await ask(`/api/coach?lang=${lang}`, body());
  const box = byId("advice");
  if (!answer?.ok) {
    box.replaceChildren(el("p", { class: "note bad", role: "alert" }, answer?.error?.message ?? t("offline")));
    return;
  }
  box.replaceChildren(
    el("h2", { tabindex: "-1" }, answer.summary),
    holding(answer.hand, answer.melds.map((line) => tilesOf(line.split(" ")[1].split("<")[0]))),
    ...(answer.won ? [waits([answer.won])] : []),
    ...answer.options.map((item) => option(item, answer.unit)),
    el("p", { class: "note" }, answer.note));
  box.querySelector("h2").focus({ preventScroll: true });
  box.scrollIntoView({ block: "start" });
}

async function photo(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  const box = byId("advice");
  box.replaceChildren(el("p", { role: "status" }, t("coach.reading")));
  const form = new FormData();
  form.append("photo", file);
  let reading = null;
  try {
    const response = await fetch(`/api/read?lang=${lang}`, { method: "POST", body: form });
    const answer = await response.json();
    reading = answer.readings?.[0] ?? answer;
  } catch { /* said below */ }
  if (!reading?.ok) {
    box.replaceChildren(el("p", { class: "note bad", role: "alert" }, reading?.error?.message ?? t("offline")));
    return;
  }
  const doubtful = reading.tiles.filter((tile) => tile.unsure).length;
  byId("hand").value = "";
  byId("melds").value = "";
  byId("reading").value = JSON.stringify({ tiles: reading.tiles.map(({ tile }) => ({ tile })), groups: reading.groups });
  draw();
  await advise();
  if (doubtful) box.prepend(el("p", { class: "note" }, t("coach.unsure", { n: doubtful })));
}

document.querySelectorAll("[data-tile]").forEach((button) => button.addEventListener("click", () => tap(button.dataset.tile)));
byId("coach").addEventListener("submit", advise);
byId("photo").addEventListener("change", photo);
byId("undo").addEventListener("click", () => {
  const last = past.pop();
  if (last) fields().forEach((field, i) => { field.value = last[i]; });
  draw();
});
byId("clear").addEventListener("click", () => {
  remember();
  [...fields(), byId("reading")].forEach((field) => { field.value = ""; });
  byId("advice").replaceChildren();
  draw();
});
fields().forEach((field) => field.addEventListener("input", draw));
const start = new URLSearchParams(location.search).get("hand");
if (start) byId("hand").value = start;
draw();
