// "Why did I pay three?": a line of a settlement opened into its chain, and what would have changed it.

import { el } from "./dom.js";
import { ask, row, said } from "./learn_draw.js";
import { lang, signed, slotName } from "./words.js";

let asked = "";
let answer = null;

function style() {
  if (document.querySelector('link[href*="learn.css"]')) return;
  document.head.append(el("link", { rel: "stylesheet", href: "/static/learn.css" }));
}

/** All chains of a settlement, fetched once. */
function load(situation, names) {
  style();
  const key = JSON.stringify([situation, names]);
  if (key !== asked) {
    asked = key;
    answer = ask(`/api/why?lang=${lang}`, { situation, names });
  }
  return answer;
}

function refuse(box, told) {
  asked = "";
  box.replaceChildren(el("p", { class: "note bad", role: "alert" }, told?.error?.message ?? "…"));
}

function step(item) {
  return el("li", {},
    el("b", {}, item.about), " ", said(item.pieces),
    item.rows.map((line) => el("span", { class: "why-row" }, line.words ? el("small", {}, line.words) : null, row(line.tiles, { lit: line.marked }))));
}

/** The chain of line `index` with the player's own tiles, and the single facts that would have changed it. */
export async function fillWhy(box, situation, index, names) {
  const told = await load(situation, names);
  if (!told?.ok) return refuse(box, told);
  const line = told.lines[index];
  box.replaceChildren(
    el("ol", { class: "why-steps" }, line.steps.map(step)),
    el("h4", {}, told.labels.changed),
    line.changes.length
      ? el("dl", { class: "why-if" }, line.changes.flatMap((change) => [el("dt", {}, change.if), el("dd", {}, change.then)]))
      : el("p", { class: "small" }, told.labels.no_change));
}

function side(told, names, title, rows) {
  if (!rows.length) return null;
  const seats = Object.keys(told.net);
  const cells = (net) => seats.map((seat) => el("td", { class: net[seat] > 0 ? "plus" : net[seat] < 0 ? "minus" : "" }, seat in net ? signed(net[seat]) : ""));
  const line = (head, net, error) => el("tr", {}, el("th", { scope: "row" }, head), net ? cells(net) : el("td", { colspan: String(seats.length), class: "small" }, error));
  return el("table", { class: "sums" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, title), seats.map((seat) => el("th", { scope: "col" }, slotName(seat, names))))),
    el("tbody", {}, line(told.labels.this, told.net), rows.map((item) => line(item.head, item.net, item.error))));
}

/** Other winners, ready or not, other flips, other rules, side by side. */
export async function fillWhatIf(box, situation, names) {
  const told = await load(situation, names);
  if (!told?.ok) return refuse(box, told);
  const facts = told.changes.map((item) => ({ head: item.words, net: item.net, error: item.error }));
  const flips = told.flips.map((item) => ({ head: row(item.flips), net: item.net }));
  const rules = told.profiles.map((item) => ({ head: item.unit ? `${item.words}（${item.unit}）` : item.words, net: item.net, error: item.error }));
  const tables = [[told.labels.facts, facts], [told.labels.flips, flips], [told.labels.profiles, rules]];
  box.replaceChildren(
    ...tables.map(([title, rows]) => side(told, names, title, rows)).filter(Boolean),
    el("p", {}, el("a", { href: `/learn?profile=${encodeURIComponent(situation.profile)}` }, told.labels.learn)));
}
