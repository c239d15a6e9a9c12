// Wires the page together: state → server → screen.

import { review } from "./api.js";
import { afterResend, asTable, byHand, startRetake, take, target, trySample } from "./capture.js";
import { byId, keepSprite } from "./dom.js";
import * as keypad from "./keypad.js";
import { forgetAllBut } from "./photos.js";
import { renderQuestions } from "./questions.js";
import { remember } from "./same.js";
import { initSetup, renderProfileName } from "./setup.js";
import { renderSettlement } from "./settlement.js";
import { keepShell } from "./shell.js";
import { renderSeats, renderSheet, slots, takeBack, unsureCount } from "./sheet.js";
import { awayPhotos, begun, draft, nextHand, onChange, seats, sheetOf, state, undo, update } from "./state.js";
import { initTable, saveHand, saveLabel, table } from "./table.js";
import { toast, undoWith } from "./toast.js";
import { slotName, t } from "./words.js";

const wide = matchMedia("(min-width: 900px)");
let view = null;
let asked = "";
let turn = 0;

/** Ask the server again when the draft changed; an old answer never overwrites a newer one. */
async function ask() {
  const body = draft();
  const text = JSON.stringify(body);
  if (!begun()) {
    asked = "";
    turn += 1; // an answer still under way is for a hand that is gone
    view = null;
    render();
    return view;
  }
  if (text === asked) return view;
  asked = text;
  turn += 1;
  const mine = turn;
  const answer = await review(body);
  if (mine !== turn) return view;
  if (answer === null) {
    asked = "";
    toast(t("offline"), { stay: true });
  } else if (!answer.ok) {
    toast(answer.error.message, { stay: true });
  } else {
    view = answer;
    remember(answer.settlement?.ok);
  }
  render();
  return view;
}

function badge(step, n) {
  const node = document.querySelector(`[data-step="${step}"] .badge`);
  node.hidden = !n;
  node.textContent = n || "";
}

const LOOK = 1000; // ms in which the sums must have been before the eyes, or a double tap saves a hand unseen
let resting = 0;

function rest(button) {
  clearTimeout(resting);
  button.disabled = true;
  resting = setTimeout(() => {
    resting = 0;
    button.disabled = false;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  }, LOOK);
}

function go() {
  const button = byId("go");
  const settled = Boolean(view?.settlement?.ok);
  const tapped = button.dataset.go === "settlement" && !wide.matches;
  button.disabled = resting > 0;
  if (settled && (wide.matches || state.step === "settlement")) {
    button.hidden = false;
    if (tapped) rest(button);
    button.textContent = table.active ? saveLabel() : t("next.hand");
    button.dataset.go = "hand";
    return;
  }
  clearTimeout(resting);
  resting = 0;
  button.disabled = false;
  if (wide.matches || !begun()) {
    button.hidden = true;
  } else if (state.step === "tiles") {
    button.hidden = false;
    button.textContent = t("next.questions");
    button.dataset.go = "questions";
  } else {
    const ready = Boolean(view?.settlement);
    button.hidden = state.step === "settlement";
    button.disabled = !ready;
    button.textContent = ready || !view?.open ? t("next.settle") : t("next.open", { n: view.open });
    button.dataset.go = "settlement";
  }
}

function captureLabels() {
  const label = document.querySelector("#camera + span");
  label.dataset.plain ??= label.textContent;
  const slot = target();
  const verb = sheetOf(slot) ? t("retake") : label.dataset.plain;
  label.textContent = begun() ? `${verb} ${slotName(slot, state.names)}` : verb;
}

/** Each step is a place in the browser's history, so that Back goes one back and not off the page. */
function remarkStep(on) {
  if (wide.matches) return;
  const here = on ? state.step : "start";
  const before = history.state?.step;
  if (before === here) return;
  const forward = on && before && before !== "start";
  history[forward ? "pushState" : "replaceState"]({ step: here }, "");
}

function render() {
  const inside = document.activeElement?.closest?.("#questions, #settlement");
  const on = begun();
  document.body.classList.toggle("has-tiles", on);
  document.body.classList.toggle("settled", Boolean(on && view?.settlement?.ok));
  byId("start").hidden = on;
  byId("steps").hidden = !on;
  for (const step of ["tiles", "questions", "settlement"]) {
    byId(step).hidden = !on || (!wide.matches && state.step !== step);
    const button = document.querySelector(`[data-step="${step}"]`);
    if (state.step === step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  byId("capture").hidden = on && !wide.matches && state.step !== "tiles";
  renderProfileName();
  captureLabels();
  if (on) {
    if (!slots().includes(state.slot)) state.slot = "A";
    const focused = document.activeElement?.getAttribute?.("data-focus");
    renderSeats(view);
    renderSheet(view, { onRetake: startRetake, onTable: asTable });
    renderQuestions(view);
    renderSettlement(view);
    if (focused && document.activeElement === document.body) {
      [...document.querySelectorAll("[data-focus]")].find((node) => node.getAttribute("data-focus") === focused)?.focus({ preventScroll: true });
    }
    badge("tiles", state.sheets.reduce((n, sheet) => n + unsureCount(sheet), 0) + (view?.problems.length ?? 0));
    badge("questions", view?.open ?? 0);
  }
  keypad.refresh();
  go();
  remarkStep(on);
  // The card that was answered is gone: go on from the button that goes on, not from the top of the page.
  if (inside && document.activeElement === document.body && !byId("go").hidden) byId("go").focus({ preventScroll: true });
}

function show(step) {
  update((s) => { s.step = step; });
  window.scrollTo(0, 0);
}

/** Everything read and nothing doubtful: straight on to the questions, a tap less. */
async function onRead(clean) {
  const now = await ask();
  if (!clean || !now || wide.matches) return;
  const complete = [...seats(), "flip"].every((slot) => sheetOf(slot));
  const doubtful = state.sheets.some((sheet) => unsureCount(sheet)) || now.problems.length;
  if (complete && !doubtful) show("questions");
}

function pickFiles(event) {
  const files = [...event.target.files];
  event.target.value = ""; // the same photo chosen again must count
  if (files.length) take(files).then(onRead);
}

window.addEventListener("popstate", (event) => {
  const step = event.state?.step;
  if (begun() && ["tiles", "questions", "settlement"].includes(step)) update((s) => { s.step = step; });
});
window.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (!typing && (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
    event.preventDefault();
    takeBack();
  }
});
afterResend(onRead);
undoWith(undo);
onChange(() => { render(); ask(); });
initSetup();
initTable();
byId("camera").addEventListener("change", pickFiles);
byId("album").addEventListener("change", pickFiles);
byId("by-hand").addEventListener("click", () => {
  const slot = byHand();
  keypad.add(slot, slot === "flip" ? "flip" : "hand");
});
const live = Boolean(window.isSecureContext && navigator.mediaDevices?.getUserMedia);
byId("live-view").hidden = !live;
byId("live-off").hidden = live;
byId("live-view").addEventListener("click", async () => {
  const { openLive } = await import("./live.js");
  openLive((photo) => take([photo]).then(onRead));
});
byId("try-sample").addEventListener("click", () => trySample().then(onRead));
byId("quick").addEventListener("click", () => update((s) => { s.quick = true; s.step = "questions"; }));
byId("go").addEventListener("click", (event) => {
  if (event.currentTarget.dataset.go === "hand" && table.active) {
    saveHand(view);
  } else if (event.currentTarget.dataset.go === "hand") {
    forgetAllBut([...state.sheets.map((sheet) => sheet.photo), ...awayPhotos()]);
    const { next_dealer: dealer, next_streak: streak } = view.settlement;
    nextHand(dealer, streak);
    toast(t("next.started"), { canUndo: true });
    window.scrollTo(0, 0);
  } else {
    show(event.currentTarget.dataset.go);
  }
});
document.querySelectorAll("#steps button").forEach((button) => button.addEventListener("click", () => show(button.dataset.step)));
wide.addEventListener?.("change", render);
byId("keypad").addEventListener("click", (event) => {
  if (event.target === byId("keypad")) byId("keypad").close?.(); // a tap beside it
});
render();
ask();
keepShell();
keepSprite();
