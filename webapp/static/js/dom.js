// Small helpers to build elements; text never becomes markup.

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = "/static/tiles.svg";

/** An element with properties, attributes and children. `on*` functions become listeners. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

let sprite = false;

/** All faces, once, in the page itself: a tile drawn while the computer is away shows all the same. */
export async function keepSprite() {
  if (sprite) return;
  sprite = true;
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      const response = await fetch(SPRITE);
      if (response.ok) {
        const drawing = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
        drawing.setAttribute("class", "sprite");
        drawing.setAttribute("aria-hidden", "true");
        document.body.append(document.importNode(drawing, true)); // what was drawn before it shows now
        return;
      }
    } catch { /* the computer is away: try again */ }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The drawing of a tile, for an <svg> of 264 × 368. */
export function drawn(tile) {
  keepSprite();
  return svg("use", { href: `#t-${tile}` });
}

/** A tile's face from the sprite; words beside or on the button name it for those who can't see it. */
export function face(tile, attributes = {}) {
  return svg(
    "svg",
    { viewBox: "0 0 264 368", class: "face", "aria-hidden": "true", focusable: "false", ...attributes },
    drawn(tile),
  );
}

export function byId(id) {
  return document.getElementById(id);
}

/** A native dialog, or the attribute where the browser is too old for it. */
export function openDialog(dialog) {
  if (dialog.open) return;
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute("open", "");
}

export function closeDialog(dialog) {
  if (dialog.close) dialog.close();
  else dialog.removeAttribute("open");
}
