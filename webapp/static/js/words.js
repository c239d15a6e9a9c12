// The page's words, as the server sent them, and the names of tiles and players.

const boot = JSON.parse(document.getElementById("boot").textContent);

export const lang = boot.lang;
export const rules = boot.rules;
export const samples = boot.samples;

/** A text by key with {words} set in, {n:tile|tiles} as the number wants it (webapp/filling.py); a missing key shows itself. */
export function t(key, words = {}) {
  const text = boot.texts[key];
  if (text === undefined) return `⟨${key}⟩`;
  return text.replace(/\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? String(words[name] ?? "") : words[name] === 1 ? one : many);
}

export function tileName(tile) {
  return boot.tiles[tile] ?? tile;
}

const DEFAULT = { zh: { A: "甲", B: "乙", C: "丙", D: "丁" }, en: { A: "A", B: "B", C: "C", D: "D" } };

export function slotName(slot, names = {}) {
  if (slot === "flip" || slot === "table") return t(`slot.${slot}`);
  return names[slot] || DEFAULT[lang][slot];
}

/** An amount of money as it is written: a real minus sign, 元 in Chinese. */
export function money(text) {
  const amount = text.replace("-", "−");
  return lang === "zh" ? `${amount} ${t("settlement.money")}` : amount;
}

/** A player's money with the sign that his units have: a plus for what he won. */
export function won(text) {
  return Number(text) > 0 ? `+${text}` : text;
}

/** +14, 0, −8 with a real minus sign. */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
