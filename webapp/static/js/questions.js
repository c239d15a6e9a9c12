// Questions as cards: big answers, the likely one framed; what is usual stands in rows and can be changed.

import { byId, el, face } from "./dom.js";
import * as keypad from "./keypad.js";
import { sameCard } from "./same.js";
import { nextHand, state, update } from "./state.js";
import { toast } from "./toast.js";
import { lang, t, tileName } from "./words.js";

let editing = null; // id of an answered question that was opened again
const picked = new Map(); // unconfirmed ticks of `many` questions

function words(item) {
  return item[lang];
}

function answer(id, value, keepOpen = false) {
  if (!keepOpen) editing = null;
  if (id.startsWith("size:") && value === "mend") {
    update((s) => { s.step = "tiles"; s.slot = id.slice(5); });
    return;
  }
  update((s) => { s.answers = { ...s.answers, [id]: value }; });
}

/** A list or counts, and what stood on the card: a flip mended later brings chickens nobody was asked about. */
function answerAll(question, value, keepOpen = false) {
  const asked = [...question.choices.map((choice) => choice.value), ...question.tiles.map(({ tile }) => tile)];
  state.answers = { ...state.answers, asked: { ...state.answers.asked, [question.id]: asked } };
  answer(question.id, value, keepOpen);
}

function choiceButton(question, choice, pressed, onclick) {
  const likely = question.required && question.default === choice.value;
  return el("button", {
    type: "button", class: likely ? "choice default" : "choice", "aria-pressed": String(pressed),
    "data-focus": `${question.id}=${choice.value}`, "data-question": question.id, "data-value": choice.value, onclick,
  }, choice.tile ? face(choice.tile) : null, el("span", {}, words(choice)), likely && !pressed ? el("em", {}, t("questions.likely")) : null);
}

function single(question) {
  const now = question.answer ?? (question.required ? null : question.default);
  const ordered = question.required && question.default
    ? [...question.choices].sort((a, b) => (b.value === question.default) - (a.value === question.default))
    : question.choices;
  return el("div", { class: "choices" }, ordered.map((choice) =>
    choiceButton(question, choice, choice.value === now, () => answer(question.id, choice.value))));
}

function many(question) {
  const now = new Set(picked.get(question.id) ?? question.answer ?? question.default ?? []);
  const toggle = (value) => {
    if (now.has(value)) now.delete(value);
    else now.add(value);
    picked.set(question.id, [...now]);
    renderQuestions(last);
  };
  const enough = now.size >= question.least && now.size <= question.most;
  const confirm = () => {
    picked.delete(question.id);
    answerAll(question, question.choices.map((choice) => choice.value).filter((value) => now.has(value)));
  };
  return el("div", { class: "cards" },
    el("div", { class: "choices" }, question.choices.map((choice) => choiceButton(question, choice, now.has(choice.value), () => toggle(choice.value)))),
    el("button", { type: "button", class: "action go", disabled: !enough, "data-focus": `${question.id}!`, "data-question": question.id, "data-value": "!", onclick: confirm },
      now.size ? t("questions.confirm") : question.least ? t("questions.least", { n: question.least }) : t("questions.nobody")));
}

function tiles(question) {
  const buttons = question.choices.map((choice) =>
    choiceButton(question, choice, choice.value === question.answer, () => answer(question.id, choice.value)));
  if (question.keypad) {
    const own = question.answer && !question.choices.some((choice) => choice.value === question.answer) ? question.answer : null;
    buttons.unshift(el("button", {
      type: "button", class: "choice", "aria-pressed": String(Boolean(own)), "data-focus": `${question.id}+`, "data-question": question.id, "data-value": "+",
      onclick: () => keypad.pick(words(question), (tile) => answer(question.id, tile)),
    }, own ? face(own) : null, el("span", {}, own ? tileName(own) : t(question.choices.some((choice) => choice.tile) ? "questions.keypad" : "keypad.pick"))));
  }
  return el("div", { class: "choices tiles" }, buttons);
}

function counts(question) {
  const now = picked.get(question.id) ?? question.answer ?? question.default ?? {};
  const total = (tile) => question.choices.reduce((n, row) => n + (now[row.value]?.[tile] ?? 0), 0);
  const set = (row, tile, n) => {
    const next = { ...now, [row]: { ...now[row], [tile]: n } };
    if (!question.required) {
      answerAll(question, next, true);
      return;
    }
    picked.set(question.id, next); // counts only when confirmed: the card must not leave at the first tap
    renderQuestions(last);
  };
  const confirm = () => {
    picked.delete(question.id);
    answerAll(question, now);
  };
  const stepper = (row, { tile, most }) => {
    const n = now[row.value]?.[tile] ?? 0;
    const key = `${question.id}-${row.value}-${tile}`;
    const label = `${words(row)} ${tileName(tile)}`;
    return el("span", { class: "stepper", role: "group", "aria-label": label },
      face(tile),
      el("button", { type: "button", "aria-label": `${label} −1`, disabled: n === 0, "data-focus": `${key}-`, onclick: () => set(row.value, tile, n - 1) }, "−"),
      el("output", {}, String(n)),
      el("button", { type: "button", "aria-label": `${label} +1`, disabled: total(tile) >= most, "data-focus": `${key}+`, onclick: () => set(row.value, tile, n + 1) }, "+"));
  };
  return el("div", { class: "cards" }, question.choices.map((row) => el("div", { class: "counter" },
    el("span", {}, words(row)), el("span", { class: "steppers" }, question.tiles.map((tile) => stepper(row, tile))))),
  el("button", { type: "button", class: "action go", "data-focus": `${question.id}!`, "data-question": question.id, "data-value": "!", onclick: confirm },
    question.tiles.some(({ tile }) => total(tile)) ? t("questions.confirm") : t("questions.nobody")));
}

const BODY = { choice: single, many, tile: tiles, counts };

function card(question) {
  const id = `q-${question.id}`;
  return el("section", { class: "card", "aria-labelledby": id, "data-card": question.id },
    el("h2", { id, tabindex: "-1" }, words(question)),
    BODY[question.kind](question),
    el("p", { class: "small" }, t("questions.why", { why: words(question.why) })));
}

function said(question) {
  const value = question.answer ?? question.default;
  if (question.kind === "counts") {
    const parts = Object.entries(value ?? {}).flatMap(([row, tiles_]) => {
      const name = question.choices.find((choice) => choice.value === row);
      return Object.entries(tiles_).filter(([, n]) => n > 0).map(([tile, n]) => `${name ? words(name) : row} ${n}×${tileName(tile)}`);
    });
    return parts.join("、") || t("questions.nobody");
  }
  if (question.kind === "many") {
    const names = question.choices.filter((choice) => value?.includes(choice.value)).map(words);
    return names.join("、") || t("questions.nobody");
  }
  const choice = question.choices.find((item) => item.value === value);
  return choice ? words(choice) : value ? tileName(value) : t("questions.nobody");
}

function row(question) {
  if (question.id === editing) return card(question);
  return el("button", {
    type: "button", class: "answer", "data-focus": `row-${question.id}`, "data-row": question.id,
    onclick: () => { editing = question.id; renderQuestions(last); },
  }, el("span", {}, words(question)), el("b", {}, said(question)));
}

/** Go to one question, answered or not. */
export function openQuestion(id) {
  editing = id;
  update((s) => { s.step = "questions"; });
  document.querySelector(`[data-card="${id}"]`)?.scrollIntoView({ block: "center" });
}

function clearHand() {
  nextHand(null, null);
  toast(t("questions.cleared"), { canUndo: true });
}

let last = null;

export function renderQuestions(view) {
  last = view;
  const box = byId("questions");
  const active = document.activeElement;
  const focused = active?.getAttribute?.("data-focus");
  const byKeyboard = Boolean(focused) && active.matches(":focus-visible");
  const questions = view?.questions ?? [];
  const open = questions.filter((question) => question.open);
  const answered = questions.filter((question) => !question.open && question.required);
  const usual = questions.filter((question) => !question.required);
  const blocks = [];
  // Open cards stay on top: the next one comes to where the thumb already is.
  if (open.length) blocks.push(el("div", { class: "cards" }, open.map(card)));
  const same = sameCard(questions);
  if (same) blocks.push(same);
  const bad = (view?.problems ?? []).map((problem) => el("p", { class: "note bad" }, problem.message));
  if (bad.length) blocks.push(el("div", { class: "notes", role: "alert" }, bad));
  if (answered.length) blocks.push(el("div", { class: "answered" }, answered.map(row)));
  if (usual.length) {
    blocks.push(el("h2", { class: "small" }, t("questions.usual")), el("div", { class: "answered" }, usual.map(row)));
  }
  blocks.push(el("button", { type: "button", class: "secondary danger", onclick: clearHand }, t("questions.clear")));
  box.replaceChildren(el("div", { class: "cards" }, blocks));
  if (focused) {
    const same = [...box.querySelectorAll("[data-focus]")].find((node) => node.getAttribute("data-focus") === focused);
    if (same && !same.disabled) same.focus({ preventScroll: true });
    else if (open.length && byKeyboard) byId(`q-${open[0].id}`)?.focus({ preventScroll: true });
  }
}
