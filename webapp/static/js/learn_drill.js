// A question at a time. Its address names it, so that it can be shared.

import { byId, el, face } from "./dom.js";
import { ask, groups, holding, row, said, sums, table } from "./learn_draw.js";
import { due, note, waiting } from "./learn_memory.js";
import { lang, t, tileName } from "./words.js";

const boot = JSON.parse(byId("boot").textContent);
const here = new URLSearchParams(location.search);
const now = {
  kind: here.get("kind") || "pattern",
  level: Number(here.get("level")) || 1,
  profile: boot.profile,
  variants: boot.variants,
};
const score = { right: 0, n: 0 };
let turn = 0;

function address(key) {
  const query = new URLSearchParams({ kind: key.kind, level: key.level, seed: key.seed, profile: key.profile });
  key.variants.forEach((name) => query.append("variant", name));
  return query;
}

function mark() {
  for (const [attribute, value] of [["kind", now.kind], ["level", String(now.level)]]) {
    document.querySelectorAll(`[data-${attribute}]`).forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset[attribute] === value));
    });
  }
  const parts = score.n ? [t("score", score)] : [];
  const left = waiting(now);
  if (left) parts.push(t("due", { n: left }));
  byId("score").textContent = parts.join(" · ");
}

async function show(key, again = false) {
  turn += 1;
  const mine = turn;
  mark();
  const query = address(key);
  const question = await ask(`/api/teach/question?${query}&lang=${lang}`);
  if (mine !== turn) return;
  const box = byId("question");
  if (!question?.ok) {
    box.replaceChildren(el("p", { class: "note bad", role: "alert" }, question?.error?.message ?? t("offline")));
    return;
  }
  history.replaceState(null, "", `?${query}`);
  box.dataset.seed = String(key.seed);
  const verdict = el("div", { class: "verdict" });
  const rules = [t("rules", { title: question.rules }), ...question.options].join("；");
  box.replaceChildren(
    el("p", { class: "small" }, rules, again ? ` · ${t("again")} · ${document.querySelector(`[data-level="${key.level}"]`).textContent}` : ""),
    ...shown(question),
    el("h2", { class: "ask", tabindex: "-1" }, question.ask),
    form(question, (answer, lock) => check(key, question, answer, lock, verdict)),
    verdict,
  );
}

function shown(question) {
  if (question.table) {
    return [
      el("ul", { class: "dots small" }, question.story.map((line) => el("li", {}, line))),
      table(question.table, { won: t("won"), dealer: t("dealer"), discards: t("discards"), flip: t("flip") }),
    ];
  }
  if (!question.hand.length) return [el("p", { class: "holding" }, row([question.win]))];
  return [holding(question.hand, question.melds, question.win)];
}

function form(question, done) {
  if (question.form === "choice") return choices(question, done);
  if (question.form === "tiles") return toggles(question.form, boot.faces, done);
  if (question.form === "seats") return toggles(question.form, question.table.seats.map((seat) => seat.seat), done);
  return numbers(question, done);
}

function choices(question, done) {
  const buttons = question.choices.map((choice) => el("button", {
    type: "button", class: "secondary", "data-choice": choice.id,
    onclick: () => done(choice.id, () => buttons.forEach((button) => { button.disabled = true; })),
  }, choice.words));
  return el("div", { class: "answers" }, buttons);
}

function toggles(kind, items, done) {
  const tiles = kind === "tiles";
  const buttons = items.map((item) => el("button", {
    type: "button", "aria-pressed": "false", "data-item": item, class: tiles ? "" : "secondary",
    "aria-label": tiles ? tileName(item) : item,
    onclick: (event) => {
      const button = event.currentTarget;
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    },
  }, tiles ? face(item) : item));
  const go = el("button", { type: "button", class: "go", onclick: () => {
    const chosen = buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map((button) => button.dataset.item);
    done(chosen, () => [...buttons, go].forEach((button) => { button.disabled = true; }));
  } }, t("check"));
  return el("div", { class: "answers" }, el("div", { class: tiles ? "pad toggles" : "bar toggles" }, buttons), go);
}

function numbers(question, done) {
  const seats = question.form === "numbers" ? question.table.seats.map((seat) => seat.seat) : [null];
  const fields = seats.map((seat) => el("input", { type: "number", step: "1", required: true, "aria-label": seat ?? question.unit, "data-seat": seat }));
  const go = el("button", { class: "go" }, t("check"));
  return el("form", { class: "answers", onsubmit: (event) => {
    event.preventDefault();
    const values = fields.map((field) => Number(field.value));
    const answer = seats[0] === null ? values[0] : Object.fromEntries(seats.map((seat, i) => [seat, values[i]]));
    done(answer, () => [...fields, go].forEach((node) => { node.disabled = true; }));
  } },
  el("div", { class: "bar" }, fields.map((field, i) => el("label", { class: "number" }, seats[i] ?? "", field, seats[i] ? "" : question.unit))),
  go);
}

async function check(key, question, answer, lock, verdict) {
  const judged = await ask(`/api/teach/answer?lang=${lang}`, { ...key, answer });
  if (!judged?.ok) {
    verdict.replaceChildren(el("p", { class: "note bad", role: "alert" }, judged?.error?.message ?? t("offline")));
    return;
  }
  lock();
  note(key, judged.right);
  score.n += 1;
  score.right += judged.right ? 1 : 0;
  reveal(question, judged);
  const next = el("button", { type: "button", class: "go", onclick: () => fresh() }, t("next"));
  verdict.replaceChildren(
    el("p", { class: judged.right ? "result plus" : "result minus" }, judged.right ? t("right") : t("wrong", { words: judged.words, given: judged.given })),
    el("ul", { class: "dots" }, judged.explain.map((line, i) => el("li", {}, said(line), judged.pictures[i].length ? groups(judged.pictures[i]) : null))),
    judged.sums ? sums(judged.sums, { item: t("item"), sum: t("sum"), yours: t("yours") }, mine(question, judged, answer)) : "",
    el("div", { class: "bar" }, next, el("a", { href: `?${address(key)}` }, t("share"))));
  mark();
  next.focus({ preventScroll: true });
  verdict.scrollIntoView({ block: "nearest" });
}

/** A wrong answer of an amount a player, as the columns of the sums. */
function mine(question, judged, answer) {
  return question.form === "numbers" && !judged.right ? judged.sums.seats.map((seat) => answer[seat]) : null;
}

/** Show the right ones among the answers. */
function reveal(question, judged) {
  const list = Array.isArray(judged.answer) ? judged.answer : [judged.answer];
  document.querySelectorAll("#question [data-item], #question [data-choice]").forEach((button) => {
    if (list.includes(button.dataset.item ?? button.dataset.choice)) button.classList.add("is-right");
  });
}

/** The next question; one just chosen by its kind and level is new, old mistakes come after it. */
function fresh(chosen = false) {
  const back = chosen ? null : due(now);
  if (back) show(back, true);
  else show({ ...now, seed: Math.floor(Math.random() * 1e9) });
}

document.querySelectorAll("[data-kind], [data-level]").forEach((button) => button.addEventListener("click", () => {
  if (button.dataset.kind) now.kind = button.dataset.kind;
  else now.level = Number(button.dataset.level);
  fresh(true);
}));
const seed = here.get("seed");
if (seed !== null) show({ ...now, seed: Number(seed) });
else fresh();
