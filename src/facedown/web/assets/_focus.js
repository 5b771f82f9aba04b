// The focus stays where somebody is at work: where what they have pressed is gone it goes to the next
// thing to do in the same place, or in another, and rests on the line that says whose turn it is
// until there is one.
const MOVE = 'button[form="f-act"], form[action$="/moves"] :is(button, input:not([type="hidden"]), textarea)';
const TEXT = 'input:not([type="radio"], [type="checkbox"]), textarea';
const PLACES = ["actions-place", "hand-place", "table-place"];

const byId = (id) => id && document.getElementById(id);
const usable = (element) =>
  element.getAttribute("aria-disabled") !== "true" && !element.disabled && element.checkVisibility();

let resting = null; // where the focus was that rests on the status line

// Where the focus is: what has it, the place around it, and whether keys brought it there.
export function whereFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  if (resting && element.id === "status") return { ...resting, rests: true };
  resting = null;
  const place = element.closest(".place")?.id;
  return { element, id: element.id, place, byKey: element.matches(":focus-visible") };
}

function nextMove({ place, byKey }) {
  for (const name of new Set([place, ...PLACES])) {
    const all = [...(byId(name)?.querySelectorAll(MOVE) ?? [])];
    // A field that a finger has not asked for would bring up the keyboard.
    const found = all.find((one) => (byKey || !one.matches(TEXT)) && usable(one));
    // Where none of several is the usual one, none is chosen before another.
    if (found) return found.closest("[data-alike]")?.closest(".place") ?? found;
  }
  return null;
}

// Gives the focus back after a change.
export function keepFocus(was) {
  if (!was || !(was.rests || document.activeElement === document.body)) return;
  const next = (!was.rests && byId(was.id)) || nextMove(was);
  resting = next ? null : was;
  if (next) give(next);
  else byId("status")?.focus({ preventScroll: true });
}

// To what there is to do, from something that has been put away.
export function toTheGame() {
  keepFocus({ rests: true, byKey: true, place: "hand-place" });
}

function give(element) {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Whoever arrives begins at the line that says how things stand.
if (document.activeElement === document.body && !location.hash) {
  byId("status")?.focus({ preventScroll: true });
}
