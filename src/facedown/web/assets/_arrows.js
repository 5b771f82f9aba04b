// Arrow keys go from button to button inside a part marked `data-arrows`, to whichever lies next in
// that direction. Tab reaches every one of them all the same.

const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// How far it is to a place from another in a direction; what lies aside is further, what lies
// behind is never reached.
function distance(from, to, [x, y]) {
  const [right, down] = [to[0] - from[0], to[1] - from[1]];
  const along = right * x + down * y;
  return along > 4 ? along + 3 * Math.abs(right * y + down * x) : Infinity;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const direction = DIRECTIONS[event.key];
  const part = direction && event.target.closest?.("button")?.closest("[data-arrows]");
  if (!part) return;
  event.preventDefault();
  const here = middle(event.target);
  let [nearest, least] = [null, Infinity];
  for (const button of part.querySelectorAll("button")) {
    const far = distance(here, middle(button), direction);
    if (far < least) [nearest, least] = [button, far];
  }
  nearest?.focus();
});
