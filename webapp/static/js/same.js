// "Same as last hand, other winner": how it was won comes back with the two players changed over.

import { el } from "./dom.js";
import { seats, state, update } from "./state.js";
import { slotName, t } from "./words.js";

// Not the turned tile and what hangs on it: those are new in every hand, and are asked again.
const KEPT = ["outcome", "how", "ready", "pattern", "baoting"];

/** Remember how a settled hand was answered; not a change of the hand, so nobody is told. */
export function remember(settled) {
  if (!settled || typeof state.answers.outcome !== "string") return;
  state.last = { profile: state.profile, place: state.place ?? "", answers: { ...state.answers } };
}

function lastWinner() {
  const { last } = state;
  const winner = last?.answers?.outcome;
  const same = last && last.profile === state.profile && last.place === (state.place ?? "");
  return same && seats().includes(winner) ? winner : null;
}

/** The answers of the last hand for another winner: the two change places everywhere. */
function answersFor(answers, was, now) {
  const swap = (seat) => (seat === was ? now : seat === now ? was : seat);
  const out = {};
  for (const [id, value] of Object.entries(answers)) {
    const [kind, seat] = id.split(":");
    if (!KEPT.includes(kind)) continue;
    out[seat ? `${kind}:${swap(seat)}` : kind] = Array.isArray(value) ? value.map(swap) : swap(value);
  }
  return out;
}

/** One row of players under the first question, where a last hand is known; else nothing. */
export function sameCard(questions) {
  const was = lastWinner();
  if (!was || !questions.some((question) => question.id === "outcome" && question.open)) return null;
  const pick = (now) => update((s) => { s.answers = { ...s.answers, ...answersFor(s.last.answers, was, now) }; }, true);
  return el("section", { class: "card same", "aria-labelledby": "same-title" },
    el("h2", { id: "same-title" }, t("same.title")),
    el("div", { class: "choices" }, seats().map((seat) => el("button", {
      type: "button", class: "choice", "data-same": seat, "data-focus": `same-${seat}`, onclick: () => pick(seat),
    }, el("span", {}, t("same.winner", { name: slotName(seat, state.names) }))))),
    el("p", { class: "small" }, t("same.note")));
}
