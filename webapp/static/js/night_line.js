// A line beside the hands: money that was handed over, another debt, a side bet, table money, a cap.

import { el } from "./dom.js";
import { post } from "./night_money.js";
import { personName, sheet, unsigned } from "./night_ui.js";
import { t } from "./words.js";

const KINDS = ["paid", "free", "side", "table", "cap"]; // the first one is meant by most who say 转账
const TOLD = ["paid", "free"]; // these two are mixed up: each says what it does to the debt
const SCALE = 10_000; // money has at most four decimals

/** What was typed as a number; null for what is no amount. */
function number(text) {
  const value = Number(text);
  return text && Number.isFinite(value) && value > 0 ? value : null;
}

/** {measure, open}: what everybody has still to get (+) or to pay (−) once this line stands. */
function after(view, { type, from, to, value, measure }) {
  const { stake } = view.settings;
  const cash = measure === "cash" || Boolean(stake);
  const worth = measure === "cash" || !stake ? value : value * Number(stake);
  const open = { ...(cash ? view.totals.open.money : view.totals.open.units) };
  const move = (id, by) => { open[id] = Math.round((Number(open[id] ?? 0) + by) * SCALE) / SCALE; };
  move(from, type === "paid" ? worth : -worth);
  move(to, type === "paid" ? -worth : worth);
  return { measure: cash ? "cash" : "units", open };
}

/** "老王还要付 20 元，小李还要收 20 元": where the two stand once it is saved. */
function standing(view, line) {
  const { measure, open } = after(view, line);
  return t("night.line.then", { who: [line.from, line.to].map((id) => {
    const left = open[id] ?? 0;
    if (!left) return t("night.line.even", { name: personName(view, id) });
    return t(left < 0 ? "night.line.owes" : "night.line.gets", { name: personName(view, id), amount: unsigned(view, Math.abs(left), measure) });
  }).join(t("night.line.comma")) });
}

/** What the line does, in words: the sum of the table money, or who stands where afterwards. */
function consequence(view, line) {
  if (line.value === null || (line.from === line.to && !line.each)) return [];
  const each = unsigned(view, line.value, line.measure);
  if (line.each) {
    const whole = Math.round(line.value * Object.keys(view.settings.seats).length * SCALE) / SCALE;
    return [el("b", {}, t("night.line.sum", { each, sum: unsigned(view, whole, line.measure) }))];
  }
  const words = { from: personName(view, line.from), to: personName(view, line.to), amount: each };
  return [el("b", {}, t(line.type === "paid" ? "night.line.did_pay" : "night.line.will_owe", words)), " ", standing(view, line)];
}

/** The form: its title, its words and what it says it will do follow the kind. */
export function addLine(night) {
  const { view } = night;
  const option = (id) => el("option", { value: id }, personName(view, id));
  const ids = view.settings.persons.map((person) => person.id);
  const owed = view.totals.payments[0];
  const from = el("select", { name: "from" }, ids.map(option));
  const to = el("select", { name: "to" }, [...ids, "pot"].map(option));
  from.value = owed?.from ?? ids[0];
  to.value = owed?.to ?? ids[1];
  const value = el("input", { name: "amount", inputmode: "decimal", maxlength: "12", required: true });
  const measure = el("select", { name: "in" }, el("option", { value: "units" }, view.unit), el("option", { value: "cash" }, t("night.money")));
  measure.value = view.totals.money || view.settings.stake ? "cash" : "units";
  const note = el("input", { name: "note", type: "text", maxlength: "60" });
  const who = el("div", { class: "pair" }, el("label", {}, t("night.from"), from), el("label", {}, t("night.to"), to));
  const label = el("span", {});
  const preview = el("p", { class: "note", id: "line-preview", "aria-live": "polite" });
  const kinds = el("div", { class: "line-kinds", role: "radiogroup", "aria-label": t("night.kind") }, KINDS.map((name) => el("label", { class: "option" },
    el("input", { type: "radio", name: "type", value: name, checked: name === KINDS[0] }),
    el("span", {}, t(`night.line.${name}`), TOLD.includes(name) ? el("small", { class: "small" }, t(`night.line.hint.${name}`)) : ""))));
  const line = () => {
    const type = kinds.querySelector(":checked").value;
    const text = value.value.trim().replace("，", ".").replace(",", ".");
    return { type, text, value: number(text), measure: measure.value, from: from.value, to: to.value, each: type === "table" };
  };
  const show = () => {
    const now = line();
    who.hidden = now.each;
    label.textContent = t(now.each ? "night.each" : "night.amount");
    const words = consequence(view, now);
    preview.hidden = !words.length;
    preview.replaceChildren(...words);
    form.closest("dialog").querySelector("h2").textContent = t(`night.line.${now.type}`);
  };
  const form = el("form", {
    class: "stack",
    id: "line-form",
    oninput: show,
    onsubmit: (event) => {
      event.preventDefault();
      const { type, text, each, ...now } = line();
      const sum = now.measure === "units" ? Number(text) : text;
      const body = { type, in: now.measure, note: note.value };
      post(night, each ? { ...body, each: sum } : { ...body, from: now.from, to: now.to, amount: sum });
    },
  },
  kinds, who,
  el("div", { class: "pair" }, el("label", {}, label, value), el("label", {}, t("night.in"), measure)),
  preview,
  el("label", {}, t("night.note"), note),
  el("button", { type: "submit", class: "action go" }, t("night.save")));
  kinds.addEventListener("change", () => {
    if (line().each) measure.value = "cash";
    show();
  });
  sheet(t(`night.line.${KINDS[0]}`), form);
  show();
}
