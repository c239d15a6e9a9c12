// Photos on the phone: shrink without losing the rotation, keep for a reload, give addresses to show.

const LONG_EDGE = 2560;
const AS_IS = 3_000_000; // bytes: a smaller JPEG of fitting size is sent untouched
const urls = new Map();
const blobs = new Map();

/** A decoded picture, upright, whatever the browser offers for it; null where it can't be shown (HEIC). */
async function decode(file) {
  if (typeof createImageBitmap === "function") {
    try {
      const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
      return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
    } catch { /* old Safari takes no options, Chrome no HEIC: try an <img> */ }
  }
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { source: image, width: image.naturalWidth, height: image.naturalHeight, close() {} };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** What to upload and what to show. The copy made here has no EXIF: it is upright and stays so. */
export async function prepare(file) {
  const picture = await decode(file);
  if (!picture) return { blob: file, shown: null };
  const long = Math.max(picture.width, picture.height);
  try {
    if (long <= LONG_EDGE && file.size <= AS_IS) return { blob: file, shown: file };
    const scale = Math.min(1, LONG_EDGE / long);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture.source, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    return blob ? { blob, shown: blob } : { blob: file, shown: file };
  } finally {
    picture.close();
  }
}

/** A name for a photo; crypto.randomUUID is missing on plain http. */
export function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

function database() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("zhuoji", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("photos");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** Keep a photo until the hand is over, so that a reload (iOS drops tabs while the camera is open) shows it. */
export async function keep(id, blob) {
  urls.set(id, URL.createObjectURL(blob));
  blobs.set(id, blob);
  const db = await database();
  if (!db) return;
  try {
    db.transaction("photos", "readwrite").objectStore("photos").put(blob, id);
  } catch { /* private mode: shown until the reload */ }
}

/** The kept photo itself, or null. */
export async function kept(id) {
  if (blobs.has(id)) return blobs.get(id);
  const db = await database();
  if (!db) return null;
  const blob = await new Promise((resolve) => {
    try {
      const request = db.transaction("photos").objectStore("photos").get(id);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  if (blob) blobs.set(id, blob);
  return blob ?? null;
}

/** The address of a kept photo, or null. */
export async function address(id) {
  if (!id) return null;
  if (!urls.has(id)) {
    const blob = await kept(id);
    if (blob && !urls.has(id)) urls.set(id, URL.createObjectURL(blob));
  }
  return urls.get(id) ?? null;
}

/** Forget one photo. */
export async function forget(id) {
  if (urls.has(id)) URL.revokeObjectURL(urls.get(id));
  urls.delete(id);
  blobs.delete(id);
  const db = await database();
  try {
    db?.transaction("photos", "readwrite").objectStore("photos").delete(id);
  } catch { /* nothing was kept */ }
}

/** Forget all photos but some: those of the hand just settled stay as long as it can be undone. */
export async function forgetAllBut(ids) {
  for (const [id, url] of urls) {
    if (ids.includes(id)) continue;
    URL.revokeObjectURL(url);
    urls.delete(id);
    blobs.delete(id);
  }
  const db = await database();
  try {
    const store = db?.transaction("photos", "readwrite").objectStore("photos");
    const request = store?.getAllKeys();
    if (request) request.onsuccess = () => request.result.filter((id) => !ids.includes(id)).forEach((id) => store.delete(id));
  } catch { /* nothing was kept */ }
}
