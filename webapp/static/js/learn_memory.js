// What one got wrong comes back sooner: after a few questions, later and later as it is answered right.

const KEY = "zhuoji.drill.1";
const WAIT = [2, 5, 12, 30]; // questions until it comes back, by how often it was right since
const MOST = 200;

function load() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY));
    if (saved && Array.isArray(saved.wrong) && Number.isInteger(saved.asked)) return saved;
  } catch { /* private mode or an old shape: start anew */ }
  return { asked: 0, wrong: [] };
}

let memory = load();

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch { /* full or forbidden: it only forgets */ }
}

function name(key) {
  return [key.kind, key.level, key.seed, key.profile, ...key.variants].join("/");
}

function fits(item, now) {
  return item.key.kind === now.kind && item.key.profile === now.profile && item.key.variants.join() === now.variants.join();
}

/** The next question of this kind that is due again, or null. */
export function due(now) {
  const ready = memory.wrong.filter((item) => fits(item, now) && item.due <= memory.asked);
  ready.sort((a, b) => a.due - b.due);
  return ready[0]?.key ?? null;
}

/** How many of this kind are still to come back. */
export function waiting(now) {
  return memory.wrong.filter((item) => fits(item, now)).length;
}

/** Note an answer. */
export function note(key, right) {
  memory.asked += 1;
  const known = memory.wrong.find((item) => name(item.key) === name(key));
  if (!right) {
    const item = known ?? { key };
    item.box = 0;
    item.due = memory.asked + WAIT[0];
    if (!known) memory.wrong.push(item);
  } else if (known) {
    known.box += 1;
    if (known.box >= WAIT.length) memory.wrong = memory.wrong.filter((item) => item !== known);
    else known.due = memory.asked + WAIT[known.box];
  }
  memory.wrong = memory.wrong.slice(-MOST);
  save();
}
