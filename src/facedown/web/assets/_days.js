// Puzzles of days that an earlier version kept in this browser alone: each table is opened once, which
// brings its result to the site. What cannot be reached now is tried again another time; what a site
// has removed stays here.
const KEY = "daily";

async function bring() {
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return; // a browser that keeps nothing, or something else under this name
  }
  if (!kept || !document.body.classList.contains("on-today")) return;
  let brought = false;
  for (const days of Object.values(kept)) {
    for (const one of Object.values(days)) {
      if (one.seen) continue;
      const answer = await fetch(`/t/${encodeURIComponent(one.table)}`).catch(() => null);
      if (!answer || (!answer.ok && answer.status !== 404)) return;
      brought ||= answer.ok;
      one.seen = true;
      localStorage.setItem(KEY, JSON.stringify(kept));
    }
  }
  if (brought) location.reload();
}

bring();
