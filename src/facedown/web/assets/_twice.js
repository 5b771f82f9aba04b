// Pressing twice: what is made by a finger and lies open to a slip lifts first, and says on itself what
// the second press does; for those who want that of every move, the first press says so beside it.
import { setting } from "./_settings.js";
import { word } from "./_words.js";

const LASTS = 5000; // milliseconds within which the second press counts, of what does not lift

let armed = "";
let ends = 0;
let touched = false; // the press that is under way is a finger's
let lifted = null;

const words = (button) => button?.querySelector(".visually-hidden")?.textContent.trim() || button?.textContent.trim();

// What a move's form would send, by which the second press is known as the same.
function what(form, button) {
  return `${form.id}/${new URLSearchParams(new FormData(form, button))}`;
}

function disarm() {
  armed = "";
  clearTimeout(ends);
  lifted?.removeAttribute("aria-pressed");
  lifted = null;
}

document.addEventListener("pointerdown", ({ pointerType, target }) => {
  touched = pointerType === "touch";
  if (lifted && !lifted.contains(target)) disarm();
}, true);
document.addEventListener("keydown", ({ key }) => {
  touched = false;
  if (lifted && key === "Escape") disarm();
}, true);

// Whether this press is only the first of two; `tell` is told what to do then.
export function onlyFirst(form, button, tell) {
  const lifts = touched && button?.dataset.lifts;
  if (!(lifts || setting("confirm")) || !form.getAttribute("action").endsWith("/moves")) return false;
  if (button?.getAttribute("aria-disabled") === "true") return false;
  const pressed = what(form, button);
  const second = lifted ? lifted === button : pressed === armed;
  disarm();
  if (second) return false;
  if (lifts) {
    lifted = button;
    lifted.setAttribute("aria-pressed", "true");
    return true;
  }
  armed = pressed;
  ends = setTimeout(disarm, LASTS);
  tell(word("twice").replace("{move}", words(button)));
  return true;
}
