// Small things the night's page is made of: a dialog, people's names and amounts.

import { byId, closeDialog, el, openDialog } from "./dom.js";
import { lang, signed, t } from "./words.js";

export function sheet(title, ...content) {
  const dialog = byId("sheet-dialog");
  dialog.replaceChildren(el("div", { class: "sheet" },
    el("div", { class: "dialog-head" }, el("h2", {}, title),
      el("button", { type: "button", class: "secondary", onclick: () => closeDialog(dialog) }, t("night.close"))),
    ...content.filter(Boolean)));
  openDialog(dialog);
  dialog.scrollTop = 0;
  return dialog;
}

export function closeSheet() {
  closeDialog(byId("sheet-dialog"));
}

export function personName(view, id) {
  if (id === "pot") return t("night.pot");
  return view.settings.persons.find((person) => person.id === id)?.name ?? id;
}

export function tone(value) {
  return value > 0 ? "plus" : value < 0 ? "minus" : "";
}

/** An amount of a row: units signed, money as it is with its sign. */
export function amount(value, measure = "units") {
  if (measure === "units") return signed(value);
  const text = String(value);
  const shown = text.startsWith("-") ? `−${text.slice(1)}` : text === "0" ? "0" : `+${text}`;
  return lang === "zh" ? `${shown} 元` : shown;
}

/** An amount as it is handed over, without a sign. */
export function unsigned(view, value, measure) {
  return measure === "cash" ? amount(value, "cash").slice(1) : `${value} ${view.unit}`;
}

/** Everybody with an amount, the pot once it holds something. */
export function people(view) {
  const ids = view.settings.persons.map((person) => person.id);
  const { units, money } = view.totals;
  return units.pot || (money?.pot && money.pot !== "0") ? [...ids, "pot"] : ids;
}
