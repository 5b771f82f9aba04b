// That it is somebody's turn: heard where they want sounds, told by the browser where they look at
// something else and have allowed it. They are asked only when they tick the box.
import { set, setting, whenSet } from "./_settings.js";
import { table, whenChanged } from "./_changing.js";
import { play } from "./_sound.js";
import { word } from "./_words.js";

const mine = () => table()?.dataset.mine === "yes";
let was = mine();
let told = null;

function notify() {
  if (!setting("notify") || !document.hidden || globalThis.Notification?.permission !== "granted") return;
  const title = document.querySelector("#bar h1")?.textContent ?? "Facedown";
  const body = document.getElementById("status")?.textContent ?? "";
  told?.close();
  told = new Notification(title, { body, tag: location.pathname });
  told.addEventListener("click", () => {
    window.focus();
    told.close();
  });
}

whenChanged(() => {
  if (mine() && !was) {
    play("turn");
    notify();
  }
  was = mine();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) told?.close();
});

function say(sentence) {
  const place = document.getElementById("notify-said");
  if (place) place.textContent = sentence;
}

// A browser asks only where somebody has just done something: the box that was ticked.
document.addEventListener("change", async (event) => {
  if (event.target.id !== "notify-on") return;
  say("");
  if (!event.target.checked) return;
  const answer = await globalThis.Notification?.requestPermission();
  if (answer === "granted") return;
  set("notify", false);
  say(word("disallowed"));
});

whenSet((name) => {
  const box = document.getElementById(`${name}-on`);
  if (box) box.checked = setting(name);
});
