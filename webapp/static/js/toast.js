// One short message above the thumb, with something to tap where there is something to take back.

import { byId, el } from "./dom.js";
import { t } from "./words.js";

let timer = 0;
let undo = () => false; // takes the last change back, where this page has any

export function undoWith(run) {
  undo = run;
}

const back = { run: () => { if (undo()) toast(t("undone")); } };

/** `action` {label, run} and `canUndo` give it a button; it stays a while by what it asks for, with `hold` until the next. */
export function toast(text, { canUndo = false, stay = false, hold = false, brief = false, action = canUndo ? back : null } = {}) {
  const box = byId("toast");
  clearTimeout(timer);
  const button = action ? el("button", { type: "button", onclick: () => { clear(); action.run(); } }, action.label ?? t("undo")) : null;
  // A tap anywhere on it closes it; a tap on its button does what the button says.
  box.replaceChildren(el("div", { onclick: (event) => { if (!button?.contains(event.target)) clear(); } }, el("span", {}, text), button));
  document.body.classList.add("toasted"); // the page grows by it, so that nothing stays under it
  const time = stay ? (action ? 60_000 : 9000) : action ? 8000 : brief ? 1800 : 4500;
  if (!hold) timer = setTimeout(clear, time);
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
