// The settlement as a picture for the group chat: drawn on a canvas, which plain http allows.

import { byId, closeDialog, el, openDialog } from "./dom.js";
import { rule, seats, state } from "./state.js";
import { money, signed, slotName, t, won } from "./words.js";

const WIDTH = 720;
const EDGE = 44;
const INK = "#1e1c16";
const SOFT = "#5e594a";
const FONT = 'system-ui, -apple-system, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';

const name = (seat) => slotName(seat, state.names);

async function tileImage(tile) {
  const image = new Image();
  image.src = `/static/tiles/${tile}.svg`;
  await image.decode();
  return image;
}

/** Long text in lines that fit. */
function wrap(pen, text, width) {
  const lines = [];
  let line = "";
  for (const part of text.match(/[\u0020-\u024f]+?(?:\s|$|(?=[^\u0020-\u024f]))|[^]/gu) ?? []) {
    if (line && pen.measureText(line + part).width > width) {
      lines.push(line);
      line = "";
    }
    line += part;
  }
  return line.trim() ? [...lines, line] : lines;
}

/** A column of drawing steps, run twice: to measure the height, then to draw. */
function column(pen) {
  let y = EDGE;
  const font = (size, weight = 400) => { pen.font = `${weight} ${size}px ${FONT}`; };
  return {
    get y() { return y; },
    skip(height) { y += height; },
    text(text, size, { weight = 400, colour = INK } = {}) {
      font(size, weight);
      for (const line of wrap(pen, text, WIDTH - 2 * EDGE)) {
        y += size * 1.4;
        pen.fillStyle = colour;
        pen.textAlign = "left";
        pen.fillText(line, EDGE, y - size * 0.35);
      }
    },
    pair(left, right, size, { weight = 400, colour = INK, note = "" } = {}) {
      font(size * 1.15, 700);
      const taken = pen.measureText(right).width;
      y += size * 1.75;
      pen.textAlign = "right";
      pen.fillStyle = colour;
      pen.fillText(right, WIDTH - EDGE, y - size * 0.5);
      pen.textAlign = "left";
      pen.fillStyle = INK;
      font(size, weight);
      const room = WIDTH - 2 * EDGE - taken - 24;
      const full = note ? `${left}  ${note}` : left;
      pen.fillText(pen.measureText(full).width <= room ? full : left, EDGE, y - size * 0.5, room);
    },
    rule() {
      y += 10;
      pen.fillStyle = "#d3cab0";
      pen.fillRect(EDGE, y, WIDTH - 2 * EDGE, 2);
      y += 10;
    },
    tiles(words, images) {
      let x = EDGE;
      y += 84;
      font(26);
      pen.textAlign = "left";
      pen.fillStyle = SOFT;
      for (const item of words) {
        if (images.has(item)) {
          pen.drawImage(images.get(item), x, y - 76, 52, 72.5);
          x += 62;
        } else {
          pen.fillText(item, x, y - 30);
          x += pen.measureText(item).width + 14;
        }
      }
    },
  };
}

function chickenTiles(view) {
  const { chickens, wins } = view.settlement;
  if (!wins.length) return [];
  const kinds = [...new Set([...chickens.flipped, ...chickens.standing])];
  const flip = view.situation.flip;
  return [...(flip ? [t("settlement.flip"), flip, "→"] : []), ...(kinds.length ? [t("settlement.chicken"), ...kinds] : [])];
}

function compose(page, view, images) {
  const { settlement } = view;
  const winners = settlement.wins.map((win) => win.winner);
  const won = winners.length ? t("settlement.won", { name: winners.map(name).join("、") }) : t("settlement.draw");
  page.text(t("picture.title", { won }), 36, { weight: 700, colour: "#1f6b4a" });
  page.rule();
  for (const seat of seats().filter((item) => item in settlement.net)) {
    const value = settlement.net[seat];
    const paid = view.money ? `  ${money(won(view.money[seat]))}` : "";
    page.pair(name(seat), `${signed(value)} ${settlement.unit}${paid}`, 32, {
      weight: 600, colour: value > 0 ? "#17603f" : value < 0 ? "#ae2a1a" : INK,
    });
  }
  page.rule();
  const row = chickenTiles(view);
  if (row.length) {
    page.tiles(row, images);
    page.rule();
  }
  if (!view.payments.length) page.text(t("settlement.square"), 28);
  view.payments.forEach((payment, i) => {
    const paid = view.payments_money?.[i];
    page.pair(`${name(payment.from)} → ${name(payment.to)}`, `${payment.amount} ${settlement.unit}${paid ? `  ${money(paid[""])}` : ""}`, 28);
  });
  if (settlement.transfers.length) page.rule();
  for (const item of settlement.transfers) page.text(`· ${item.why}`, 24);
  page.rule();
  const current = rule();
  const options = current.variants.filter((variant) => settlement.variants.includes(variant.id)).map((variant) => variant.text);
  page.text(`${t("settlement.rules")}：${[current.title, ...options].join("；")}`, 21, { colour: SOFT });
  for (const item of view.assumptions) page.text(`※ ${item.sentence}`, 21, { colour: SOFT });
  page.skip(EDGE * 0.6);
}

/** The picture as a PNG blob. */
export async function draw(view) {
  const images = new Map();
  for (const item of new Set(chickenTiles(view))) {
    if (/^[1-9][mps]$/.test(item)) images.set(item, await tileImage(item));
  }
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const measured = column(pen);
  compose(measured, view, images);
  canvas.width = WIDTH;
  canvas.height = Math.ceil(measured.y); // setting the size wipes what was drawn to measure
  pen.fillStyle = "#fbf7ea";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  compose(column(pen), view, images);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Show it: share where the browser can, save, or press and hold (WeChat offers nothing else). */
export async function sharePicture(view) {
  const blob = await draw(view);
  const url = URL.createObjectURL(blob);
  const file = new File([blob], "zhuoji.png", { type: "image/png" });
  byId("picture")?.remove();
  const winners = view.settlement.wins.map((win) => name(win.winner)).join("、");
  const share = navigator.canShare?.({ files: [file] })
    ? el("button", { type: "button", class: "action go", onclick: () => navigator.share({ files: [file] }).catch(() => {}) }, t("picture.share"))
    : null;
  const dialog = el("dialog", { id: "picture", class: "full", "aria-labelledby": "picture-title" },
    el("div", { class: "picture-box" },
      el("header", { class: "dialog-head" }, el("h2", { id: "picture-title" }, t("picture")),
        el("button", { type: "button", class: "secondary", onclick: () => closeDialog(dialog) }, t("close"))),
      el("p", { class: "small" }, t("picture.hold")),
      el("div", { class: "tools" }, share, el("a", { class: "action", href: url, download: "zhuoji.png" }, t("picture.save"))),
      el("img", { src: url, alt: t("picture.alt", { won: winners ? t("settlement.won", { name: winners }) : t("settlement.draw") }) })));
  dialog.addEventListener("close", () => { URL.revokeObjectURL(url); dialog.remove(); });
  document.body.append(dialog);
  openDialog(dialog);
}
