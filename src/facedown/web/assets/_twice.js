// Pressing twice, for those who want that: the first press says what the second would do.
import { setting } from "./_settings.js";
import { word } from "./_words.js";

const LASTS = 5000; // milliseconds within which the second press counts

let armed = "";
let ends = 0;

const words = (button) => button?.querySelector(".visually-hidden")?.textContent.trim() || button?.textContent.trim();

// What a move's form would send, by which the second press is known as the same.
function what(form, button) {
  return `${form.id}/${new URLSearchParams(new FormData(form, button))}`;
}

// Whether this press is only the first of two; `tell` is told what to do then.
export function onlyFirst(form, button, tell) {
  if (!setting("confirm") || !form.getAttribute("action").endsWith("/moves")) return false;
  if (button?.getAttribute("aria-disabled") === "true") return false;
  clearTimeout(ends);
  const pressed = what(form, button);
  if (pressed === armed) {
    armed = "";
    return false;
  }
  armed = pressed;
  ends = setTimeout(() => {
    armed = "";
  }, LASTS);
  tell(word("twice").replace("{move}", words(button)));
  return true;
}
