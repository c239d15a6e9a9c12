// The night: the table as it sits, every hand, the totals; new within two seconds whoever saved it.

import { byId, el } from "./dom.js";
import { call, complaint, poll, remember, token } from "./night_api.js";
import { chart } from "./night_chart.js";
import { addLine } from "./night_line.js";
import { renderTotals } from "./night_money.js";
import { closeNight, editPeople, editTerms, invite } from "./night_people.js";
import { renderRows } from "./night_rows.js";
import { amount, personName, tone } from "./night_ui.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const id = JSON.parse(byId("boot").textContent).table;
const byNumber = new Map();

const night = {
  id,
  view: null,
  rows: [],
  canWrite: Boolean(token(id)),
  refresh: async () => {
    const answer = await call("GET", `/api/tables/${id}?since=${version()}`);
    if (answer.status === 200) news(answer.body);
  },
  undo: async (step) => {
    const answer = await call("POST", `/api/tables/${id}/undo`, { id, headers: { "If-Match": `"${step}"` } });
    await night.refresh();
    toast(answer.status === 200 ? t("undone") : complaint(answer));
  },
};

function version() {
  return night.view?.version ?? 0;
}

function news(view) {
  if (view.version < version()) byNumber.clear(); // a backup was put back
  for (const row of view.rows) byNumber.set(row.n, row);
  night.view = view;
  night.rows = [...byNumber.values()].sort((a, b) => a.n - b.n);
  remember(id, { name: view.settings.persons.map((person) => person.name).join("、") });
  render();
}

function seat(view, letter) {
  const person = view.settings.seats[letter];
  if (!person) return null;
  const total = view.totals.units[person] ?? 0;
  const deals = view.next.dealer === letter;
  return el("div", { class: `seat seat-${letter}`, "data-seat": letter },
    el("b", { class: "name" }, personName(view, person),
      deals ? el("span", { class: "dealer" }, `${t("night.dealer")}${view.next.streak > 1 ? `×${view.next.streak}` : ""}`) : ""),
    el("span", { class: `total ${tone(total)}` }, amount(total)),
    view.totals.money ? el("small", { class: tone(Number(view.totals.money[person] ?? 0)) }, amount(view.totals.money[person] ?? "0", "cash")) : "");
}

function felt(view) {
  const { stake, closed } = view.settings;
  const middle = el("div", { class: "middle" }, el("b", {}, closed ? t("night.closed") : t("night.hands", { n: view.hands })),
    stake ? el("small", {}, t("night.stake", { unit: view.unit, stake })) : "");
  byId("felt").replaceChildren(...["C", "D", "B", "A"].map((letter) => seat(view, letter)).filter(Boolean), middle);
}

function draft(view) {
  const have = Object.keys(view.draft.slots).filter((slot) => view.settings.seats[slot]);
  byId("draft").hidden = have.length === 0 || view.settings.closed; // an ended night waits for nobody
  if (byId("draft").hidden) return;
  const names = (seats) => seats.map((letter) => personName(view, view.settings.seats[letter])).join("、");
  byId("draft").textContent = view.draft.missing.length
    ? t("night.draft", { have: names(have), missing: names(view.draft.missing) }) : t("night.draft.full");
}

function render() {
  const { view } = night;
  byId("table-name").textContent = view.settings.name || view.settings.persons.map((person) => person.name).join(" ");
  felt(view);
  draft(view);
  renderRows(night, byId("hands"));
  const drawing = chart(view, night.rows);
  byId("chart").replaceChildren(...[drawing].filter(Boolean));
  byId("chart").parentElement.hidden = !drawing; // no heading over nothing
  renderTotals(night, byId("totals"));
  byId("readonly").hidden = night.canWrite;
  byId("readonly").textContent = t("night.readonly");
  document.querySelectorAll(".writer").forEach((node) => { node.hidden = !night.canWrite; });
  byId("next-hand").hidden = !night.canWrite || view.settings.closed;
  byId("undo").hidden = !night.canWrite || !view.undo;
  byId("undo").textContent = t("night.undo");
  byId("close").textContent = view.settings.closed ? t("night.reopen") : byId("close").dataset.plain;
}

byId("close").dataset.plain = byId("close").textContent;
byId("undo").addEventListener("click", () => night.undo(night.view.undo.version));
byId("add-line").addEventListener("click", () => addLine(night));
byId("people").addEventListener("click", () => editPeople(night));
byId("terms").addEventListener("click", () => editTerms(night));
byId("join").addEventListener("click", () => invite(night));
byId("close").addEventListener("click", () => closeNight(night));
byId("to-settle").addEventListener("click", () => byId("settle").scrollIntoView({ behavior: "smooth" }));
document.documentElement.dataset.table = id;
poll(id, version, news, (status) => {
  if (status === 404) location.reload(); // the server's own page says that there is no such table, and the way home
  byId("offline").hidden = status !== 0 && status < 500;
  byId("offline").textContent = t("night.offline");
});
