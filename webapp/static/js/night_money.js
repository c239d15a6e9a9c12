// Totals, who still pays whom, lines beside the hands, the text for the group chat.

import { copyText } from "./clipboard.js";
import { el } from "./dom.js";
import { call, complaint } from "./night_api.js";
import { amount, closeSheet, people, personName, sheet, tone } from "./night_ui.js";
import { toast } from "./toast.js";
import { newId } from "./photos.js";
import { t } from "./words.js";

function paid(night, payment) {
  const body = { type: "paid", from: payment.from, to: payment.to, amount: payment.amount, in: payment.in };
  return post(night, body);
}

async function post(night, body) {
  const headers = { "Idempotency-Key": newId() };
  const answer = await call("POST", `/api/tables/${night.id}/lines`, { id: night.id, body, headers });
  if (answer.status !== 201) {
    toast(complaint(answer), { hold: true });
    return false;
  }
  closeSheet();
  await night.refresh();
  toast(t("night.done"), { action: { run: () => night.undo(answer.body.table_version) } });
  return true;
}

async function share(night, box) {
  const answer = await call("GET", `/api/tables/${night.id}/export.txt`);
  if (answer.status !== 200) toast(complaint(answer));
  else copyText(answer.body, box, (done) => toast(t(done ? "copied" : "copy_by_hand")));
}

/** Whether anything counts yet: "all square" on an empty night would say that a game was settled. */
function played(night) {
  return night.rows.some((row) => row.kind !== "settings" && !row.deleted);
}

export function renderTotals(night, box) {
  const { view } = night;
  const { units, money, payments, square } = view.totals;
  const list = people(view).sort((a, b) => (units[b] ?? 0) - (units[a] ?? 0));
  const text = el("div", {});
  box.replaceChildren(
    el("ul", { class: "net" }, list.map((id) => el("li", { "data-total": id },
      el("span", { class: "who" }, personName(view, id)),
      el("span", { class: `sum ${tone(units[id] ?? 0)}` }, amount(units[id] ?? 0), el("small", {}, view.unit),
        money ? el("small", { class: "cash" }, amount(money[id] ?? "0", "cash")) : "")))),
    ...(square ? [el("p", { class: "note", id: played(night) ? "square" : "empty" }, t(played(night) ? "night.square" : "night.empty"))]
      : [el("h3", {}, t("night.pay")), el("ul", { class: "pay" }, payments.map((payment) => el("li", {},
        el("span", {}, `${personName(view, payment.from)} → ${personName(view, payment.to)}`),
        el("b", {}, payment.in === "cash" ? amount(payment.amount, "cash").slice(1) : `${payment.amount} ${view.unit}`),
        night.canWrite ? el("button", { type: "button", class: "secondary", onclick: () => paid(night, payment) }, t("night.paid")) : "")))]),
    el("button", { type: "button", class: "secondary wide", onclick: () => share(night, text) }, t("night.copy")), text);
}

const LINE_KINDS = ["free", "side", "table", "cap"];

/** "A 给 B 20", a side bet, table money: two people and an amount, or what each pays. */
export function addLine(night) {
  const { view } = night;
  const option = (id) => el("option", { value: id }, personName(view, id));
  const ids = view.settings.persons.map((person) => person.id);
  const kind = el("select", { name: "type" }, LINE_KINDS.map((name) => el("option", { value: name }, t(`night.line.${name}`))));
  const from = el("select", { name: "from" }, ids.map(option));
  const to = el("select", { name: "to" }, [...ids, "pot"].map(option));
  to.value = ids[1];
  const value = el("input", { name: "amount", inputmode: "decimal", maxlength: "12", required: true });
  const measure = el("select", { name: "in" }, el("option", { value: "units" }, view.unit), el("option", { value: "cash" }, t("night.money")));
  const note = el("input", { name: "note", type: "text", maxlength: "60" });
  const who = el("div", { class: "pair" }, el("label", {}, t("night.from"), from), el("label", {}, t("night.to"), to));
  kind.addEventListener("change", () => {
    who.hidden = kind.value === "table";
    if (kind.value === "table") measure.value = "cash";
  });
  const form = el("form", {
    class: "stack",
    onsubmit: (event) => {
      event.preventDefault();
      const text = value.value.trim().replace("，", ".").replace(",", ".");
      const sum = measure.value === "units" ? Number(text) : text;
      const body = { type: kind.value, in: measure.value, note: note.value };
      post(night, kind.value === "table" ? { ...body, each: sum } : { ...body, from: from.value, to: to.value, amount: sum });
    },
  },
  el("label", {}, t("night.kind"), kind), who,
  el("div", { class: "pair" }, el("label", {}, t("night.amount"), value), el("label", {}, t("night.in"), measure)),
  el("label", {}, t("night.note"), note),
  el("button", { type: "submit", class: "action go" }, t("night.save")));
  sheet(t("night.line.free"), form);
}
