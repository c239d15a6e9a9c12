// Totals, who still pays whom, the text for the group chat.

import { copyText } from "./clipboard.js";
import { el } from "./dom.js";
import { call, complaint } from "./night_api.js";
import { amount, closeSheet, people, personName, tone, unsigned } from "./night_ui.js";
import { toast } from "./toast.js";
import { newId } from "./photos.js";
import { t } from "./words.js";

function paid(night, payment) {
  const body = { type: "paid", from: payment.from, to: payment.to, amount: payment.amount, in: payment.in };
  return post(night, body);
}

/** Write a line beside the hands; says what is wrong, or offers to take it back. */
export async function post(night, body) {
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
        money ? el("small", { class: `cash ${tone(Number(money[id] ?? 0))}` }, amount(money[id] ?? "0", "cash")) : "")))),
    ...(square ? [el("p", { class: "note", id: played(night) ? "square" : "empty" }, t(played(night) ? "night.square" : "night.empty"))]
      : [el("h3", {}, t("night.pay")), el("ul", { class: "pay" }, payments.map((payment) => el("li", {},
        el("span", {}, `${personName(view, payment.from)} → ${personName(view, payment.to)}`),
        el("b", {}, unsigned(view, payment.amount, payment.in)),
        night.canWrite ? el("button", { type: "button", class: "secondary", onclick: () => paid(night, payment) }, t("night.paid")) : "")))]),
    el("button", { type: "button", class: "secondary wide", onclick: () => share(night, text) }, t("night.copy")), text);
}
