// The moments of a game: who has won, or what a round has turned over, large over the table until
// somebody goes on or it has been read. Then the cards are turned in their place. A secret that lies
// in sight at the end turns over there, and the words below it come after. A board that shows the
// round itself, in <details data-holds="round-2">, keeps it in sight until somebody goes on.
import { statusLine, table, whenChanged } from "./_changing.js";
import { toTheGame } from "./_focus.js";
import { play } from "./_sound.js";

const LASTS = { end: 3200, round: 2200 }; // milliseconds
const LEAVES = 250;
const TURNS = 2500; // as long as cards are turned at most
const SMALLEST = 18; // pixels, of the large words
const SHRINKS = 0.92;
const AROUND = 32; // pixels above, between and below
const LEAST = 120; // pixels: a table of which less is in sight is not covered

let seen = table()?.dataset.moment ?? ""; // what stood there when the page came is no news
let ends = 0;
let turned = 0;
let covered = true; // by the words, else they are only read out
let waits = false; // for somebody to look: what the page shows then is what appears

const place = () => document.getElementById("moment");
const shown = () => Boolean(place()?.childElementCount);

function paragraph(name, text) {
  const line = document.createElement("p");
  line.className = name;
  line.textContent = text;
  return line;
}

// Over the table alone, so that what there is to do now stays in sight.
function cover() {
  const box = document.getElementById("table-place")?.getBoundingClientRect();
  const element = place();
  if (!box || !element) return;
  const top = Math.max(0, box.top);
  const high = Math.min(innerHeight, box.bottom) - top;
  element.classList.toggle("visually-hidden", high < LEAST);
  Object.assign(element.style, {
    insetInlineStart: `${box.left}px`,
    insetBlockStart: `${top}px`,
    inlineSize: `${box.width}px`,
    blockSize: `${high}px`,
  });
  fit(element);
}

// Large words are as large as there is room for, whatever names are in them.
function fit(element) {
  const [words, why] = element.children;
  if (!words || !why) return;
  words.removeAttribute("style");
  words.style.overflowWrap = "normal"; // a name is broken only where smaller words do not help
  let size = Number.parseFloat(getComputedStyle(words).fontSize);
  const crowded = () =>
    words.scrollWidth > words.clientWidth ||
    words.offsetHeight + why.offsetHeight + AROUND > element.clientHeight;
  while (size > SMALLEST && crowded()) {
    size = Math.max(SMALLEST, size * SHRINKS);
    words.style.fontSize = `${size}px`;
  }
  words.style.removeProperty("overflow-wrap");
}

const held = () => document.querySelector("details[data-holds][open]");

// Nothing waits for it but this page: what goes on meanwhile is on the board behind it.
function hold(round) {
  round.open = true;
  if (!document.activeElement?.closest("input, textarea, select, .side")) {
    round.querySelector("summary").focus({ preventScroll: true });
  }
  turn();
}

// With `more` classes where words come after the cards.
function turn(...more) {
  clearTimeout(turned);
  const { classList } = document.documentElement;
  classList.add("turning", ...more);
  turned = setTimeout(() => classList.remove("turning", "words-after"), TURNS);
}

function turnInSight() {
  const secret = document.querySelector(".end .turned");
  if (!secret?.checkVisibility()) return false;
  document.getElementById("table-place").scrollTop = 0;
  const { top, bottom } = secret.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) return false;
  turn("words-after");
  return true;
}

function appear() {
  const { moment, tone, momentWords, momentWhy } = table().dataset;
  play(tone);
  const round = document.querySelector(`details[data-holds="${CSS.escape(moment)}"]`);
  if (round) return hold(round);
  putAway(); // a round that has just been told
  place().className = `moment ${tone}`;
  const words = paragraph("moment-words", momentWords);
  if (statusLine().includes(momentWords)) words.setAttribute("aria-hidden", "true"); // read out there
  place().replaceChildren(words, paragraph("moment-why", momentWhy));
  if (moment === "end") uncover();
  covered = moment !== "end" || !turnInSight();
  if (covered) cover();
  else place().className = "visually-hidden";
  clearTimeout(ends);
  ends = setTimeout(leave, LASTS[moment === "end" ? "end" : "round"]);
}

// A panel as wide as a phone would hide the end; one in which somebody writes stays.
function uncover() {
  const side = document.getElementById("side");
  const writes = document.activeElement?.matches("input, textarea") && document.activeElement.value;
  if (!writes && side?.clientWidth === innerWidth) document.getElementById("tab-close").click();
}

function leave() {
  clearTimeout(ends);
  if (!shown()) return;
  if (!covered) return putAway();
  place().classList.add("leaving");
  turn();
  ends = setTimeout(() => {
    putAway();
    turn();
  }, LEAVES);
}

function putAway() {
  place().replaceChildren();
  place().className = "moment";
  place().removeAttribute("style");
}

whenChanged(() => {
  const moment = table().dataset.moment ?? "";
  if (moment === seen) return;
  seen = moment;
  waits = Boolean(moment);
  lookUp();
});

// A page that is hidden may be told so, and still be hidden, before it is seen again.
function lookUp() {
  if (!waits || document.hidden || !place()) return;
  waits = false;
  appear();
}

document.addEventListener("visibilitychange", lookUp);
addEventListener("pageshow", lookUp);
addEventListener("focus", lookUp);

document.addEventListener("pointerdown", (event) => {
  if (shown() && event.target.closest("#moment")) leave();
});

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || document.querySelector(".panel:target")) return;
    const round = held();
    if (round) round.open = false;
    else if (shown()) leave();
    else return;
    event.preventDefault();
  },
  true,
);

// Whoever goes on reads next what there is to do.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches("details[data-holds]:not([open])")) toTheGame();
  },
  true,
);

addEventListener("resize", () => {
  if (shown() && covered) cover();
});
