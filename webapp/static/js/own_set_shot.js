// The photo being named, kept in this tab: whoever comes back finds the names as they were mended.

import { address, forget, keep, kept, newId } from "./photos.js";

const key = (id) => `zhuoji.set.${id}`;

/** A new photo of a table's tiles: {photo, blob, url, image, tiles, orders}. */
export async function newShot(blob, image, found) {
  const photo = newId();
  await keep(photo, blob);
  return { photo, blob, url: await address(photo), image, ...found };
}

/** Keep what was named so far; null forgets it, the photo too. */
export function hold(id, shot, before = shot) {
  try {
    if (shot) sessionStorage.setItem(key(id), JSON.stringify({ photo: shot.photo, image: shot.image, tiles: shot.tiles, orders: shot.orders }));
    else sessionStorage.removeItem(key(id));
  } catch { /* private mode: it lives as long as the page */ }
  if (!shot && before) forget(before.photo);
}

/** What was being named when this page was left, or null. */
export async function recall(id) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key(id)));
    const blob = saved && await kept(saved.photo);
    return blob ? { ...saved, blob, url: await address(saved.photo) } : null;
  } catch {
    return null;
  }
}
