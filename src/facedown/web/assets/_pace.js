// Others' moves one after the other: what comes faster than one can follow waits for its turn, and
// so little of it that nobody waits long for their own. What somebody does themselves is shown at
// once.
import { calm, headOf, show, table, whenChanged } from "./_changing.js";
import { setting, whenSet } from "./_settings.js";

const APART = 450; // milliseconds from one picture to the next
const MOST = 3; // pictures that wait: the newest of them for 3 * 450 milliseconds

let waiting = [];
let timer = 0;
let shownAt = performance.now();
let own = 0; // the event of what somebody has done here: the first picture of it does not wait

whenChanged(() => {
  shownAt = performance.now();
});

const atOnce = () => document.hidden || calm.matches || !setting("pace");

// Shows a picture of the stream, with the number of its newest event, as soon as there is time.
export function inTurn(html, head) {
  waiting.push({ html, head, came: performance.now() });
  waiting = waiting.slice(-MOST);
  const same = waiting.length === 1 && head === headOf(table()); // an aid that has been worked out
  if (atOnce() || same) catchUp();
  else next();
}

function next() {
  clearTimeout(timer);
  waiting = waiting.filter(({ head }) => head >= headOf(table()));
  if (!waiting.length) return;
  const mine = own ? waiting.findIndex(({ head }) => head >= own) : -1;
  if (mine >= 0) {
    waiting = waiting.slice(mine);
    own = 0;
  }
  const left = mine >= 0 ? 0 : shownAt + APART - performance.now();
  if (left > 0) {
    timer = setTimeout(next, left);
    return;
  }
  const { html, came } = waiting.shift();
  shownAt = performance.now();
  show(html, { came }).then(next);
}

// Shows what somebody has done here, up to that event, as soon as it comes.
export function atOnceFrom(head) {
  own = head > headOf(table()) ? head : 0;
  next();
}

function catchUp() {
  const newest = waiting.at(-1);
  forget();
  if (newest) show(newest.html, { came: newest.came });
}

// Another stream tells again what waits.
export function forget() {
  clearTimeout(timer);
  waiting = [];
}

document.addEventListener("visibilitychange", catchUp);
calm.addEventListener("change", catchUp);
whenSet(() => {
  if (atOnce()) catchUp();
});

// Who does not want to wait presses a key, or the table where there is nothing to press.
document.addEventListener("keydown", (event) => {
  if (!event.target.closest?.("input, textarea, select")) catchUp();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("a, button, input, label, select, summary, textarea")) catchUp();
});
