// What stands beside the game, and everything on the page, one key away. The panels themselves open
// by links alone (:target); this brings the focus there and back.
import { whenChanged } from "./_changing.js";
import { setting, showSettings, whenSet } from "./_settings.js";

const ALWAYS = new Set(["Escape", "Home", "End", "ArrowLeft", "ArrowRight"]);
let before = null; // what had the focus before a panel was opened

const visible = (element) => element?.checkVisibility?.() ?? element?.offsetParent !== null;

function open(link) {
  if (link.hash === location.hash) return close();
  if (!link.closest(".side, .tabs")?.contains(document.activeElement)) before = document.activeElement;
  link.click();
  const panel = document.getElementById(link.hash.slice(1));
  panel?.setAttribute("tabindex", "-1");
  panel?.focus({ preventScroll: true });
}

// A tab that is open is closed by pressing it again.
document.addEventListener("click", (event) => {
  const tab = event.target.closest?.("#tabs li:not(.close) a");
  if (!tab || tab.hash !== location.hash) return;
  event.preventDefault();
  close();
});

function close() {
  document.getElementById("tab-close")?.click();
  if (before?.isConnected) before.focus({ preventScroll: true });
  before = null;
}

// The digit that is typed is punched in the row that has the focus, or in the next one.
let nextRow = 0;

function punch(event) {
  const form = document.querySelector("form[data-digits]");
  if (!form || !/^[0-9]$/.test(event.key)) return false;
  const names = [...new Set([...form.querySelectorAll("input[type=radio]")].map((one) => one.name))];
  const focused = names.indexOf(event.target.name);
  const row = focused < 0 ? nextRow % names.length : focused;
  const rowOf = (number) => [...form.elements].filter((one) => one.name === names[number]);
  const hole = rowOf(row).find((one) => one.value === event.key);
  if (!hole) return false;
  hole.checked = true;
  nextRow = row + 1;
  if (nextRow < names.length) rowOf(nextRow).find((one, _, all) => one.checked || !all.some((x) => x.checked)).focus();
  else [...form.elements].find((one) => one.matches("button, [type=checkbox]")).focus();
  return true;
}

// Does what a key stands for; `follow` is told how to find a link that leads to another page.
export function onKey(event, follow) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.shiftKey && event.key !== "?") return;
  const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select");
  const always = ALWAYS.has(event.key);
  if ((typing && event.key !== "Escape") || (!setting("keys") && !always)) return;
  if (event.target.closest?.(".log") && event.key !== "Escape" && always) return;
  if (event.target.matches?.("[type=radio]") && event.key.startsWith("Arrow")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const find = () => {
    const all = [...document.querySelectorAll(`#table [data-key="${CSS.escape(key)}"]`)];
    return all.find(visible) ?? all[0];
  };
  const found = find();
  if (key === "Escape" && found) close();
  else if (punch(event)) return event.preventDefault();
  else if (!found) return;
  else if (found.matches('a[href^="#"]')) open(found);
  else if (found.matches("a")) follow(find);
  else if (found.matches("button, summary")) return press(event, found);
  else speak(found);
  event.preventDefault();
}

// What cannot be seen, as behind a round that is being looked at, is not pressed either.
function press(event, button) {
  if (!visible(button)) return;
  button.focus({ preventScroll: true });
  button.click();
  event.preventDefault();
}

function speak(field) {
  if (!visible(field)) open(document.getElementById("tab-story"));
  field.focus();
}

// A dot where something is new that cannot be seen.
let seen = null;

export function keepUp() {
  const tab = document.getElementById("tab-story");
  if (!tab) return;
  const lines = Number(tab.dataset.count);
  if (seen === null || visible(document.getElementById("story"))) seen = lines;
  for (const link of [tab, document.getElementById("menu")]) {
    link?.classList.toggle("new", lines > seen);
  }
  document.documentElement.classList.toggle("keys-off", !setting("keys"));
  showSettings();
}

whenChanged(keepUp);

addEventListener("hashchange", () => {
  const log = document.getElementById("log");
  if (log && visible(log)) log.scrollTop = log.scrollHeight;
  keepUp();
});

whenSet(keepUp);
