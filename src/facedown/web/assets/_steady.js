// The dock keeps the room it has had as long as a game goes on, so that nothing jumps from turn to
// turn. The stylesheet says how much of it counts on which screen.
import { table, whenChanged } from "./_changing.js";

const root = document.documentElement;
const kept = new Map();

function keep(name, pixels) {
  const most = Math.max(kept.get(name) ?? 0, pixels);
  if (most === kept.get(name)) return;
  kept.set(name, most);
  root.style.setProperty(name, `${most}px`);
}

function forget() {
  for (const name of kept.keys()) root.style.removeProperty(name);
  kept.clear();
}

function measure() {
  if (table()?.dataset.status !== "playing" || table().dataset.replay) return forget();
  const [hand, acts] = ["hand-place", "actions-place"].map((id) => document.getElementById(id));
  // Alone the hand has the room of both.
  if (hand && (acts || !kept.has("--acts-high"))) keep("--hand-high", hand.offsetHeight);
  if (acts) keep("--acts-high", acts.offsetHeight);
  if (hand && acts) keep("--acts-wide", acts.offsetWidth);
}

whenChanged(measure);
addEventListener("resize", () => {
  forget();
  measure();
});
