// Why something was not done stands beside what was pressed, until something is done or it is read.
import { headOf, newestHead, table, whenChanged } from "./_changing.js";

const AWAY = 9; // pixels between the slip and what was pressed
const EDGE = 8; // pixels between the slip and the edge of the screen
const ROOM = 280; // pixels that a panel is wide in which a slip can be read

let pressed = null;
let since = 0; // the newest event that had come when it was said

const place = () => document.getElementById("problem");
const found = () => (pressed?.isConnected ? pressed : document.getElementById(pressed?.id));

// What was pressed, or the field in whose form somebody pressed Enter.
const thing = (form, button) => form.querySelector("#b-line") ?? button ?? form;

// Shows the nodes of a problem, or none, beside what was pressed in a form.
export function showProblem(nodes, form, button) {
  const slip = place();
  if (!slip) return;
  pressed = nodes.length ? form && thing(form, button) : null;
  since = newestHead();
  slip.replaceChildren(...nodes);
  lay();
}

export function say(sentence, form, button) {
  const line = document.createElement("p");
  line.textContent = sentence;
  showProblem([line], form, button);
}

// Whether a slip there lies on something else, but a note, that can be pressed.
function covers(slip, left, top) {
  const [right, bottom] = [left + slip.offsetWidth, top + slip.offsetHeight];
  return [...document.querySelectorAll("main :is(a, button:not([form='f-note']), summary, textarea)")].some((one) => {
    if (slip.contains(one) || found().contains(one) || one.ariaDisabled === "true" || !one.checkVisibility()) return false;
    const box = one.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
}

function lay() {
  const slip = place();
  const box = found()?.getBoundingClientRect();
  const beside = Boolean(slip?.childElementCount && box?.width);
  slip?.classList.toggle("beside", beside);
  slip?.removeAttribute("style");
  raise(slip, beside && found().closest("[popover]:popover-open"));
  if (!beside) return;
  const middle = box.left + box.width / 2;
  const around = found().closest(".place")?.getBoundingClientRect();
  const panel = found().closest(".k-panel")?.getBoundingClientRect(); // what stands beside it is read
  const within = panel?.width > ROOM;
  if (within && panel.width < slip.offsetWidth) slip.style.maxInlineSize = `${panel.width}px`;
  const [from, to] = within
    ? [panel.left - EDGE, panel.right + EDGE]
    : around?.width > slip.offsetWidth + 2 * EDGE ? [around.left, around.right] : [0, innerWidth];
  const left = Math.min(Math.max(from + EDGE, middle - slip.offsetWidth / 2), to - EDGE - slip.offsetWidth);
  const whole = found().closest(".k-fan, [popover]")?.getBoundingClientRect(); // the rest of which is read, too
  const over = ({ top }) => top - AWAY - slip.offsetHeight;
  const under = Math.min(box.bottom + AWAY, innerHeight - EDGE - slip.offsetHeight);
  const tops = [over({ top: Math.min(box.top, whole?.top ?? box.top) }), under, ...(around ? [over(around)] : [])].filter((one) => one >= EDGE);
  const top = tops.find((one) => !covers(slip, left, one)) ?? tops[0];
  slip.classList.toggle("below", top > box.top);
  slip.style.left = `${left}px`;
  slip.style.top = `${top}px`;
  slip.style.setProperty("--tip", `${Math.min(Math.max(14, middle - left), slip.offsetWidth - 14)}px`);
}

// Beside what lies over the page it lies there, too.
function raise(slip, over) {
  if (!over) return slip?.removeAttribute("popover");
  slip.popover = "manual";
  if (!slip.matches(":popover-open")) slip.showPopover();
}

function putAway() {
  if (place()?.childElementCount) showProblem([]);
}

// A form says itself what is missing in it, beside the first place that lacks it.
document.addEventListener(
  "invalid",
  (event) => {
    const { form } = event.target;
    if (!form?.dataset.missing) return;
    event.preventDefault();
    const first = [...form.elements].find((one) => one.matches(":is(input, textarea):invalid"));
    if (event.target !== first) return;
    say(first.dataset.missing ?? form.dataset.missing, form, first.closest("fieldset, label"));
  },
  true,
);
document.addEventListener("input", ({ target }) => {
  if (target.form?.dataset.missing) putAway();
});

// It goes with the next press elsewhere; so does what a touched thing says of itself.
document.addEventListener("pointerdown", ({ target }) => {
  const at = found();
  if (at && !place()?.contains(target) && !at.contains(target) && !at.matches("input, textarea")) putAway();
  for (const said of document.querySelectorAll("[data-peek]:checked")) {
    if (!said.closest("li").contains(target)) said.checked = false;
  }
});

// What has happened since may have made it untrue.
whenChanged(() => (headOf(table()) > since ? putAway() : lay()));
addEventListener("resize", lay);
document.addEventListener("scroll", lay, { capture: true, passive: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") putAway();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("a, button, input, label, select, summary, textarea")) putAway();
});
