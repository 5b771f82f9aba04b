// What somebody prefers in this browser: boxes marked data-setting, on whatever page they stand.
const USUAL = { keys: "on" };

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

// Boxes say what holds, and those that need a script are there where one runs.
export function showSettings() {
  for (const box of document.querySelectorAll("[data-setting]")) box.checked = setting(box.dataset.setting);
  for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
}

document.addEventListener("change", (event) => {
  const { setting: name } = event.target.dataset ?? {};
  if (name) set(name, event.target.checked);
});
