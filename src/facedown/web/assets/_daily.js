// The puzzles of days that were played in this browser: kept in it alone, counted, and saved as a file.
import { whenChanged } from "./_changing.js";
import { word } from "./_words.js";

const KEY = "daily";
const DAY = 86_400_000; // milliseconds

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {}; // a browser that keeps nothing, or something else under this name
  }
}

const dayOf = (moment) => new Date(moment).toISOString().slice(0, 10);

// The first time counts: whoever plays a puzzle again knows it.
function keep() {
  const { dailyOf, day, words, hints, won } = document.getElementById("share-text")?.dataset ?? {};
  if (!dailyOf) return;
  const kept = all();
  const game = (kept[dailyOf] ??= {});
  if (game[day]) return;
  const table = location.pathname.split("/").at(-1);
  game[day] = { won: won === "yes", words, hints: hints.split(" ").filter(Boolean), table, on: dayOf(Date.now()) };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then it is not kept.
  }
}

// The lengths of the days in a row that were played on their own day, and whether the last goes on.
function streaks(game, today) {
  const days = Object.keys(game).filter((day) => game[day].on === day).sort();
  let now = 0;
  let most = 0;
  let before = "";
  for (const day of days) {
    now = before && dayOf(Date.parse(before) + DAY) === day ? now + 1 : 1;
    most = Math.max(most, now);
    before = day;
  }
  const goesOn = before === today || (before && dayOf(Date.parse(before) + DAY) === today);
  return { now: goesOn ? now : 0, most };
}

const hinted = (one) => (one.hints.length ? word("hinted").replace("{hints}", one.hints.join(", ")) : word("unhinted"));

function count() {
  const stats = document.getElementById("daily-stats");
  if (!stats) return;
  const game = all()[stats.dataset.dailyOf] ?? {};
  const played = Object.values(game);
  const { now, most } = streaks(game, stats.dataset.today);
  const figures = {
    played: played.length,
    won: played.filter((one) => one.won).length,
    unaided: played.filter((one) => one.won && !one.hints.length).length,
    streak: now,
    longest: most,
  };
  for (const [name, figure] of Object.entries(figures)) {
    document.getElementById(`daily-${name}`).textContent = figure;
  }
}

function tell() {
  for (const line of document.querySelectorAll(".archive [data-day]")) {
    const one = all()[line.dataset.dailyOf]?.[line.dataset.day];
    line.querySelector(".result").textContent = one ? (one.won ? `✓ ${word("won")}` : word("played")) : "";
  }
  const result = document.getElementById("daily-result");
  const one = result && all()[result.dataset.dailyOf]?.[result.dataset.day];
  if (one) {
    result.textContent = `${word("result").replace("{words}", one.words)} ${hinted(one)}`;
    result.hidden = false;
  }
}

function save(name) {
  const file = new Blob([`${JSON.stringify(all(), null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

document.addEventListener("click", (event) => {
  if (event.target.id === "daily-save") save(event.target.dataset.file);
});

whenChanged(keep);
count();
tell();
