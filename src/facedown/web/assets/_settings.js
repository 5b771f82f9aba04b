// What somebody prefers in this browser: boxes marked data-setting, on whatever page they stand.
const USUAL = { keys: "on", pace: "on" };

function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

const values = new Map();
const followers = [];

export function setting(name) {
  if (!values.has(name)) values.set(name, stored(name) ?? USUAL[name] ?? "off");
  return values.get(name) === "on";
}

export const whenSet = (follower) => followers.push(follower);

export function set(name, on) {
  values.set(name, on ? "on" : "off");
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // Then it holds for this page.
  }
  for (const follower of followers) follower(name);
}

// What is offered at the end of a first table, once: passed over, it is declined.
function offer() {
  for (const button of document.querySelectorAll("[data-offers]")) {
    const { offers } = button.dataset;
    button.hidden = stored(offers) !== null;
    if (!button.hidden) addEventListener("pagehide", () => stored(offers) ?? set(offers, false));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-offers]");
  if (!button) return;
  set(button.dataset.offers, true);
  offer();
  document.getElementById("status")?.focus({ preventScroll: true });
});

// What opens at the foot of a page is seen at once.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open && target.matches("details.settings")) target.scrollIntoView({ block: "nearest" });
  },
  true,
);

// Light or dark is said by the server from the first line of a page on, so a cookie keeps it.
const THEME = "theme";
const YEAR = 31_536_000; // seconds

function choose(theme) {
  document.cookie = `${THEME}=${theme}; path=/; max-age=${theme ? YEAR : 0}; samesite=lax`;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

// Boxes say what holds, and what needs a script is there where one runs.
export function showSettings() {
  offer();
  for (const box of document.querySelectorAll("[data-setting]")) box.checked = setting(box.dataset.setting);
  const theme = document.getElementById(THEME);
  if (theme) theme.value = document.documentElement.dataset.theme ?? "";
  for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
}

document.addEventListener("change", (event) => {
  if (event.target.id === THEME) choose(event.target.value);
  const { setting: name } = event.target.dataset ?? {};
  if (name) set(name, event.target.checked);
});
