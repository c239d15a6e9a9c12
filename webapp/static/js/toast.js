// One short message above the thumb, with an undo where there is something to undo.

import { byId, el } from "./dom.js";
import { undo } from "./state.js";
import { t } from "./words.js";

let timer = 0;

export function toast(text, { canUndo = false, stay = false, brief = false, action = null } = {}) {
  const box = byId("toast");
  clearTimeout(timer);
  const button = action
    ? el("button", { type: "button", onclick: () => { clear(); action.run(); } }, action.label)
    : canUndo
    ? el("button", { type: "button", onclick: () => { if (undo()) toast(t("undone")); } }, t("undo"))
    : null;
  // A tap anywhere on it closes it; a tap on its button does what the button says.
  box.replaceChildren(el("div", { onclick: (event) => { if (!button?.contains(event.target)) clear(); } }, el("span", {}, text), button));
  document.body.classList.add("toasted"); // the page grows by it, so that nothing stays under it
  const time = action ? 60_000 : stay ? 9000 : canUndo ? 7000 : brief ? 1800 : 4500;
  timer = setTimeout(clear, time);
}

export function clear() {
  clearTimeout(timer);
  byId("toast").replaceChildren();
  document.body.classList.remove("toasted");
}

/** How far something is; `null` ends it. `share` unknown shows a running bar. */
export function progress(text, share) {
  byId("progress").hidden = text === null;
  if (text === null) return;
  clear();
  byId("progress-text").textContent = text;
  const bar = byId("progress-bar");
  if (share === undefined) bar.removeAttribute("value");
  else bar.value = share;
}
