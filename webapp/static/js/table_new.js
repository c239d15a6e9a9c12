// Opening a table in under a minute: last night's again, or four names, rules and a stake.

import { byId, el } from "./dom.js";
import { call, complaint, known, remember } from "./night_api.js";
import { newId } from "./photos.js";
import { rules, slotName, t } from "./words.js";

let variants = [];
let kept = []; // rules that somebody named and kept: the same systems with values of their own
let last = null; // the newest table of this phone, as the server knows it
let busy = false; // a table is being opened: a second tap means the same one
let key = null; // {settings, id}: sent again after a lost answer, the same table is meant

function house() {
  return kept.find((item) => `kept:${item.id}` === byId("profile").value);
}

function rule() {
  const id = house()?.profile ?? byId("profile").value;
  return rules.find((item) => item.id === id);
}

function seats() {
  const chosen = rule().variants.filter((variant) => variants.includes(variant.id));
  return ["A", "B", "C", "D"].slice(0, Math.min(rule().players, ...chosen.map((variant) => variant.players)));
}

function names() {
  const before = [...document.querySelectorAll("#names input")].map((input) => input.value);
  byId("names").replaceChildren(...seats().map((seat, i) => {
    const input = el("input", { type: "text", maxlength: "24", placeholder: slotName(seat), "aria-label": slotName(seat), "data-seat": seat, enterkeyhint: "next" });
    input.value = before[i] ?? "";
    return input;
  }));
}

function fill() {
  byId("summary").textContent = rule().summary;
  byId("options-box").hidden = rule().variants.length === 0;
  byId("options").replaceChildren(...rule().variants.map((variant) => el("label", { class: "option" },
    el("input", {
      type: "checkbox", value: variant.id, checked: variants.includes(variant.id),
      onchange: (event) => {
        // Options that set the same parameter exclude each other: 一扣二 and 一扣三 can't both hold.
        const out = event.target.checked ? [variant.id, ...(variant.excludes ?? [])] : [variant.id];
        variants = variants.filter((id) => !out.includes(id));
        if (event.target.checked) variants.push(variant.id);
        for (const box of byId("options").querySelectorAll("input")) box.checked = variants.includes(box.value);
        names();
      },
    }), el("span", {}, variant.text))));
  names();
}

function waiting(on) {
  busy = on;
  for (const button of [document.querySelector("footer .go"), byId("again"), byId("import")]) button.disabled = on;
}

/** One table a tap, however often it is tapped; `ask` gives the answer, `name` what the phone calls it. */
async function once(ask, name) {
  if (busy) return;
  waiting(true);
  byId("refused").hidden = true;
  const answer = await ask();
  if (answer.status !== 201 && answer.status !== 200) {
    byId("refused").textContent = complaint(answer);
    byId("refused").hidden = false;
    waiting(false);
    return;
  }
  key = null;
  const { id, token } = answer.body;
  remember(id, { token, name });
  location.assign(`/t/${id}`); // still waiting: the page is about to go
}

function open(settings) {
  const text = JSON.stringify(settings);
  if (!busy && key?.settings !== text) key = { settings: text, id: newId() };
  const ask = () => call("POST", "/api/tables", { body: settings, headers: { "Idempotency-Key": key.id } });
  once(ask, (settings.persons ?? []).map((person) => person.name).filter(Boolean).join("、"));
}

function again() {
  const { name, profile, variants: options, overlay, stake, cap, persons, seats: sitting, keep_photos } = last.settings;
  open({ name, profile, variants: options, overlay, stake, cap, persons, seats: sitting, keep_photos });
}

async function houseRules() {
  const answer = await call("GET", "/api/rules/kept");
  if (answer.status !== 200 || !answer.body.rules.length) return;
  kept = answer.body.rules;
  byId("profile").append(...kept.map((item) => el("option", { value: `kept:${item.id}` }, item.name)));
}

/** A file that 导出全部 made, on this computer or another: the same table with its whole history. */
async function takeIn(event) {
  const [file] = event.target.files;
  if (!file) return;
  let document_ = null;
  try {
    document_ = JSON.parse(await file.text());
  } catch { /* the server says what is wrong with it */ }
  event.target.value = "";
  once(() => call("POST", "/api/tables/import", { body: document_ }), file.name);
}

async function mine() {
  const tables = Object.entries(known()).sort((a, b) => b[1].at - a[1].at).slice(0, 5);
  for (const [id, entry] of tables) {
    const answer = await call("GET", `/api/tables/${id}?since=0`);
    if (answer.status !== 200) continue;
    const view = answer.body;
    const label = view.settings.name || view.settings.persons.map((person) => person.name).join("、");
    byId("mine").hidden = false;
    byId("mine-list").append(el("li", {}, el("a", { class: "row-button", href: `/t/${id}` },
      el("strong", {}, label || entry.name), el("span", { class: "small" }, t("night.hands", { n: view.hands })))));
    if (!last) {
      last = view;
      byId("again").textContent = `${byId("again").dataset.text}：${label}`;
      byId("again").hidden = false;
    }
  }
}

/** The rules to begin with: from the finder, else those of the hand page, else the commonest. */
function begin() {
  const query = new URLSearchParams(location.search);
  let hand = {};
  try {
    hand = JSON.parse(localStorage.getItem("zhuoji.hand.1")) ?? {};
  } catch { /* nothing kept */ }
  const named = query.has("profile") ? { profile: query.get("profile"), variants: query.getAll("variant") } : hand;
  const chosen = rules.find((item) => item.id === named.profile) ?? rules.find((item) => item.id === "fangka");
  variants = (named.variants ?? []).filter((id) => chosen.variants.some((variant) => variant.id === id));
  byId("profile").append(...rules.map((item) => el("option", { value: item.id, selected: item.id === chosen.id }, item.title)));
}

begin();
byId("profile").addEventListener("change", () => { variants = [...(house()?.variants ?? [])]; fill(); });
byId("again").addEventListener("click", again);
byId("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const cap = byId("cap").value.trim();
  open({
    profile: rule().id,
    variants,
    overlay: house()?.overlay ?? {},
    persons: [...document.querySelectorAll("#names input")].map((input) => ({ name: input.value.trim() })),
    stake: byId("stake").value.trim() || null,
    cap: cap ? Number(cap) : null,
  });
});
byId("import").addEventListener("change", takeIn);
window.addEventListener("pageshow", (event) => { if (event.persisted) waiting(false); }); // Back: another table may be meant
fill();
mine();
houseRules();
