// Changing the page: what is shown is always the newest that came, and what a person is doing stays.
import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";
import { keepFocus, whereFocus } from "./_focus.js";
import { word } from "./_words.js";

const MOST_WAIT = 400; // milliseconds for a transition to begin
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const table = () => document.getElementById("table");
export const statusLine = () => document.getElementById("status")?.textContent ?? "";
const called = document.title.slice(0, document.title.length - statusLine().length);

function nameMovers(root) {
  for (const element of root.querySelectorAll("[data-moves]")) {
    const name = element.dataset.moves.replace(/[^A-Za-z0-9_-]/g, (c) => `_${c.codePointAt(0)}_`);
    element.style.viewTransitionName = `moves-${name}`;
  }
}

// The option that a select has as long as nobody chooses another.
const untouched = (select) =>
  [...select.options].filter((option) => option.defaultSelected).at(-1) ?? select.options[0];

// What was sent, until a picture comes with which it is done.
const sent = new WeakMap();
export const sends = (field) => sent.set(field, stateOf(field));

export const typedInto = (element) => {
  if (sent.has(element) && sent.get(element) === stateOf(element)) return false;
  if (element.matches("input[type=checkbox], input[type=radio]")) {
    return element.checked !== element.defaultChecked;
  }
  if (element.matches("select")) return element.selectedOptions[0] !== untouched(element);
  return (
    element.matches("input:not([type=hidden]), textarea") &&
    !element.readOnly &&
    element.value !== element.defaultValue
  );
};

export const stateOf = (field) =>
  field.matches("[type=checkbox], [type=radio]") ? field.checked : field.value;

export function untype(field) {
  if (field.matches("[type=checkbox], [type=radio]")) field.checked = field.defaultChecked;
  else if (field.matches("select")) untouched(field).selected = true;
  else field.value = field.defaultValue;
}

// What is said back of a line that is still being typed, and that no answer of the server's knows of.
const saysBack = (element, fresh) => {
  const line = /^b-(wrong|back|more)$/.test(element.id) && document.getElementById("b-line");
  const read = fresh.closest?.("form")?.querySelector("#b-line")?.defaultValue;
  return Boolean(line) && typedInto(line) && read !== line.value;
};

// What a person or this script has set, and no answer of the server's knows of.
const ours = (name, element) =>
  (name === "open" && element.matches("details")) ||
  (name === "aria-pressed" && element.matches("[data-lifts]")) ||
  name === "aria-busy";

const kept = (element) =>
  element.hasAttribute("data-keep") &&
  (element.textContent.trim() !== "" || element.querySelector("defs > *") !== null);

function change(fresh, came) {
  const old = table();
  const log = document.getElementById("log");
  const atEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const focus = whereFocus();
  Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML",
    callbacks: {
      // What somebody is typing, and what they have opened, stays; and what is sent only once.
      beforeNodeMorphed: (element, fresh) =>
        !(
          element instanceof Element &&
          (typedInto(element) || saysBack(element, fresh) || kept(element))
        ),
      beforeAttributeUpdated: (name, element) => !ours(name, element),
    },
  });
  keepFocus(focus);
  afterChange(atEnd, came);
}

export let changedAt = performance.now();
const followers = [];
export const whenChanged = (follower) => followers.push(follower);

export function afterChange(toEnd, came = performance.now()) {
  nameMovers(document);
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  const log = document.getElementById("log");
  if (log && toEnd) log.scrollTop = log.scrollHeight;
  const { live, mine } = table().dataset;
  if (live) document.title = `${mine ? `(${word("turn")}) ` : ""}${called}${statusLine()}`;
  changedAt = came;
  for (const follower of followers) follower();
}

export const headOf = (element) => Number(element?.dataset.head ?? 0);

// An answer and the stream overtake each other, and a transition begins only with the browser's
// next picture. So what is older than something already taken in must not come after it.
let newest = headOf(table());
let last = "";
let taken = 0;
let shown = 0;
let running = null;

export const newestHead = () => newest;

// A text after a change: "=M N" are lines M to N of it as it was, "+…" is a new one.
export function changed(text, change) {
  const lines = text.split("\n");
  return change
    .split("\n")
    .flatMap((line) => (line[0] === "=" ? lines.slice(...line.slice(1).split(" ").map(Number)) : line.slice(1)))
    .join("\n");
}

// Shows a page's table unless a newer one was there before; `anyway` where older is what is wanted,
// `came` when it came. Resolves to false when it has none.
export async function show(html, { anyway = false, came } = {}) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh || !table()) return false;
  for (const field of fresh.querySelectorAll("input[name=seq]")) field.setAttribute("value", fresh.dataset.head);
  if (!anyway && headOf(fresh) < newest) return last === "" || show(last);
  newest = headOf(fresh);
  last = html;
  const number = ++taken;
  const update = () => {
    if (number < shown || !table()) return;
    if (number > shown) change(fresh, came);
    shown = number;
  };
  if (!document.startViewTransition || calm.matches || document.hidden) {
    update();
    return true;
  }
  running?.skipTransition();
  nameMovers(document);
  running = document.startViewTransition(update);
  running.finished.catch(() => {});
  running.ready.catch(() => {});
  // A browser too busy for a picture moves nothing, but the table goes on.
  await Promise.race([running.updateCallbackDone, after(MOST_WAIT)]);
  update();
  return true;
}

const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
