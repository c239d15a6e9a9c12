// Live view: the camera's picture in the page, where the browser allows it (https). A bonus; the buttons beside it do the same.

import { closeDialog, el, openDialog } from "./dom.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

const WANTED = { video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } };

async function still(video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  return new File([blob], "live.jpg", { type: "image/jpeg" });
}

/** Open the live view; each press of the shutter hands one photo to `onPhoto`. */
export async function openLive(onPhoto) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    toast(t(error.name === "NotAllowedError" ? "live.denied" : "live.none"), { stay: true });
    return;
  }
  const video = el("video", { autoplay: true, playsinline: true, "aria-label": t("live") });
  video.muted = true;
  video.srcObject = stream;
  const shoot = async () => {
    if (!video.videoWidth) return;
    const photo = await still(video);
    closeDialog(dialog);
    onPhoto(photo);
  };
  const dialog = el("dialog", { id: "live", class: "full", "aria-label": t("live") },
    el("div", { class: "live-box" }, video, el("div", { class: "tools" },
      el("button", { type: "button", class: "action primary", id: "shutter", onclick: shoot }, t("live.shoot")),
      el("button", { type: "button", class: "action", onclick: () => closeDialog(dialog) }, t("close")))));
  dialog.addEventListener("close", () => {
    stream.getTracks().forEach((track) => track.stop());
    dialog.remove();
  });
  document.body.append(dialog);
  openDialog(dialog);
}
