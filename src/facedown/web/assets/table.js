// Keeps a page up to date without loading it again. Everything here is also done by plain forms and
// links: this only makes it quicker and calmer.
import "./_arrows.js";
import "./_days.js";
import { heardOf } from "./_here.js";
import { keepUp, onKey } from "./_keys.js";
import "./_moment.js";
import { atOnceFrom, forget, inTurn } from "./_pace.js";
import { say, showProblem } from "./_refused.js";
import "./_steady.js";
import { showSettings } from "./_settings.js";
import "./_turn.js";
import { onlyFirst } from "./_twice.js";
import "./_typing.js";
import { afterChange, changed, changedAt, newestHead, sends, show, stateOf, table, typedInto, untype, whenChanged } from "./_changing.js";
import { word } from "./_words.js";

const connection = document.getElementById("connection");
const DOZE = 60_000; // milliseconds after which a page that nobody sees lets its stream go
const GLANCE = 30_000; // how often it looks then
const ANSWER = 8000; // within which a form is answered, unless the line is dead or the work long
const LINE = 2000; // after which it is asked again whether the line is back
const PROBE = 3000; // within which a server that can be reached says so
const BRINGS = 1500; // within which the stream brings what a form has changed
const LOOKS = 20;
const PATIENCE = 180_000; // how long a form that is being worked on is waited for
const LOOKS_AGAIN = 500; // after which it asks again how far a game is judged: the server waits first
const STEADY = 2.5; // heartbeats that may fail before a stream is taken for dead

// Forms and links

// What is under way from each form: a second press of the same waits for nothing and does nothing,
// another message goes out after the first.
const underWay = new Map();

function press(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const typed = [...form.elements].filter(typedInto).map((field) => [field, stateOf(field)]);
  const content = new URLSearchParams(body);
  content.delete("seq");
  const before = underWay.get(form);
  if (before?.what === `${content}`) return;
  const done = (before?.done ?? Promise.resolve()).then(() => send(form, button, body, typed));
  const sent = { what: `${content}`, done };
  underWay.set(form, sent);
  form.setAttribute("aria-busy", "true");
  done.finally(() => {
    if (underWay.get(form) !== sent) return;
    underWay.delete(form);
    form.removeAttribute("aria-busy");
  });
}

async function send(form, button, body, typed) {
  const tell = (sentence) => say(sentence, form, button);
  const [answer, html] = await post(form.getAttribute("action"), body, tell);
  if (!answer) return;
  if (lost) connect(); // over another line
  const why = await take(answer, html, typed);
  if (!why) return;
  // What was pressed before its meaning was seen is not done yet.
  const unseen = form.elements.read && !body.has("chip") && body.get("read") !== form.elements.read.value;
  if (unseen && !why.childElementCount) tell(word("unseen"));
  else showProblem([...why.children], form, button);
}

async function post(address, body, tell) {
  // Again, for the line may be dead without a word; the server does what is sent again only once.
  // Where the server answers others meanwhile, it is at work on this, and is given its time.
  for (let until = Date.now() + PATIENCE; Date.now() < until; ) {
    try {
      const signal = AbortSignal.timeout(ANSWER);
      const answer = await fetch(address, { method: "POST", body, signal, headers: part(...(streams() ? ["stream"] : [])) });
      return [answer, await answer.text()];
    } catch {
      if (await reachable()) {
        tell(word("working"));
      } else {
        offline();
        tell(word("waits"));
        await lineBack();
        until = Date.now() + PATIENCE;
      }
    }
  }
  connect(); // which tells when it is back
  tell(word("unsent"));
  return [];
}

// What was pressed waits until the line is back, however long that takes; meanwhile nothing else is taken.
let waits = false;

async function lineBack() {
  waits = true;
  do {
    await new Promise((again) => {
      addEventListener("online", again, { once: true });
      setTimeout(again, LINE);
    });
  } while (!(await reachable()));
  waits = false;
}

// The server is asked for what changes, and for the pictures as long as there are none.
const pictured = () => document.querySelector("#symbols > defs > *") !== null;
const part = (...more) => ({ "x-part": ["table", ...(pictured() ? [] : ["symbols"]), ...more].join(" ") });
const streams = () => source?.readyState === 1 && !lost; // 1: open

async function reachable() {
  try {
    return (await fetch("/health", { signal: AbortSignal.timeout(PROBE) })).ok;
  } catch {
    return false;
  }
}

// What was typed on while it was under way stays.
function accepted(typed) {
  for (const [field, was] of typed) if (stateOf(field) === was) untype(field);
}

// The stream brings what a form has changed; where it does not, the server is asked.
async function brought(head) {
  atOnceFrom(head);
  const until = Date.now() + BRINGS;
  while (newestHead() < head && Date.now() < until) {
    await new Promise((again) => setTimeout(again, LOOKS));
  }
  if (newestHead() < head) await glance();
}

// Shows the answer to a form; what it says was not done, for the form.
async function take(answer, html, typed) {
  if (answer.status === 204) {
    for (const [field, was] of typed) if (stateOf(field) === was) sends(field);
    await brought(Number(answer.headers.get("x-head")));
    accepted(typed);
    return document.createElement("div");
  }
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = page.getElementById("table");
  if (!told || !answer.url.startsWith(location.origin + location.pathname)) {
    // Another page was the answer: a new table, or a problem with the form itself.
    if (answer.redirected) location.assign(answer.url);
    else document.documentElement.replaceWith(page.documentElement);
    return null;
  }
  if (answer.ok) accepted(typed);
  // The stream goes on as whoever opened it: somebody who has sat down needs a new one.
  const another = told.dataset.me !== table().dataset.me;
  if (another) {
    source?.close();
    forget();
  }
  await show(html, { anyway: another });
  if (another) connect();
  return page.getElementById("problem");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!table()?.dataset.live || !form.getAttribute("action")?.startsWith("/t/")) return;
  event.preventDefault();
  const tell = (sentence) => say(sentence, form, event.submitter);
  if (waits) tell(word("first"));
  else if (!onlyFirst(form, event.submitter, tell)) press(form, event.submitter);
});

let slowed = false;

async function follow(address) {
  let answer = await fetch(address);
  while (answer.status === 429) {
    // What could have been deduced is worked out only so often: whoever holds a key down waits.
    const seconds = Number(answer.headers.get("retry-after")) || 1;
    slowed = true;
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    slowed = false;
    answer = await fetch(address);
  }
  const html = await answer.text();
  const aid = table().dataset.aid;
  if (!answer.ok || !(await show(html, { anyway: true }))) {
    location.assign(address);
    return;
  }
  const { hash } = new URL(address, location);
  history.replaceState(null, "", address.slice(0, address.length - hash.length));
  if (hash) location.replace(hash); // only so a browser notices which part is meant
  if (!table().dataset.live) return;
  connect(); // which aid is open, the stream is told when it begins
  document.getElementById(table().dataset.aid ? "aid" : `aid-link-${aid}`)?.focus();
}

// One step after the other, each from where the one before has led.
let steps = Promise.resolve();

function step(find) {
  steps = steps.then(async () => {
    const address = find()?.href;
    if (address) await follow(address).catch(() => location.assign(address));
  });
}

document.addEventListener("keydown", (event) => {
  onKey(event, (find) => {
    if (!slowed) step(find);
  });
});

// A game that is being judged: how far it is, until it is done or somebody goes elsewhere.
function lookAgain() {
  const again = () => document.querySelector("#judged-so-far #judged-again");
  const address = again()?.href;
  if (!address) return;
  setTimeout(() => {
    // Whoever has stepped on in the meantime has another link, which looks by itself.
    if (again()?.href === address) step(again);
  }, LOOKS_AGAIN);
}

whenChanged(lookAgain);
lookAgain();

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("[data-replay] :is(a[data-key], .log a, .viewers a, #why a, #judged-so-far a), #aids a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    step(() => link);
    return;
  }
  const copy = event.target.closest?.("button[data-copy]");
  if (copy) {
    const from = document.getElementById(copy.dataset.copy);
    const text = from.value ?? from.textContent;
    if ("share" in copy.dataset && navigator.share) {
      await navigator.share({ url: text }).catch(() => {}); // not sent after all
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = word("copied");
    } catch {
      from.closest("details")?.setAttribute("open", "");
      if (from.select) from.select();
      else getSelection().selectAllChildren(from);
    }
  }
});

// The stream

let source = null;
let heard = 0;
let patience = Infinity;
let wait = 500;
let lost = false;
let again = 0;

function connect() {
  const place = table();
  if (!place?.dataset.live || place.dataset.status === "gone") return;
  source?.close();
  clearTimeout(again);
  forget();
  const address = new URL(place.dataset.live, location);
  address.searchParams.set("after", place.dataset.head);
  if (place.dataset.aid) address.searchParams.set("aid", place.dataset.aid);
  if (!pictured()) address.searchParams.set("symbols", "yes");
  address.searchParams.set("changes", "yes");
  let told = ""; // what this stream has sent last
  source = new EventSource(address);
  heard = Date.now();
  source.addEventListener("open", back);
  source.addEventListener("beat", (event) => {
    heard = Date.now();
    patience = STEADY * Number(event.data);
  });
  source.addEventListener("table", (event) => {
    heard = Date.now();
    told = event.data;
    inTurn(told, Number(event.lastEventId));
  });
  source.addEventListener("change", (event) => {
    heard = Date.now();
    told = changed(told, event.data);
    inTurn(told, Number(event.lastEventId));
  });
  source.addEventListener("here", (event) => {
    heard = Date.now();
    heardOf(event.data);
  });
  source.addEventListener("error", retry);
}

function back() {
  heard = Date.now();
  wait = 500;
  if (!lost) return;
  lost = false;
  connection.className = "connection back";
  connection.textContent = word("back");
  setTimeout(() => {
    if (!lost) connection.textContent = "";
  }, 4000);
}

function retry() {
  offline();
  source.close();
  clearTimeout(again);
  again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 2, 8000);
}

// A connection can die without a word: a network changed, a computer slept.
setInterval(() => {
  if (source && source.readyState !== EventSource.CLOSED && Date.now() - heard > patience) retry();
}, 1000);

function offline() {
  if (lost || document.hidden) return;
  lost = true;
  connection.className = "connection lost";
  connection.textContent = word("reconnecting");
}

// A page nobody sees needs no stream: browsers allow only a few of them for all tabs together. It
// looks now and then, so that its title says whose turn it is.
let doze = 0;
let glances = 0;

document.addEventListener("visibilitychange", () => {
  if (!table()?.dataset.live) return;
  clearTimeout(doze);
  clearInterval(glances);
  if (document.hidden) {
    doze = setTimeout(() => {
      source?.close();
      source = null;
      clearTimeout(again);
      glances = setInterval(glance, GLANCE);
    }, DOZE);
  } else if (!source || source.readyState === EventSource.CLOSED) {
    connect();
  }
});

async function glance() {
  try {
    const answer = await fetch(location.href, { headers: part() });
    if (answer.ok) await show(await answer.text());
  } catch {
    // Whoever looks at the page again finds out.
  }
}

addEventListener("online", connect);
addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});

// Clocks

setInterval(() => {
  const gone = performance.now() - changedAt;
  for (const clock of document.querySelectorAll("[data-running]")) {
    const left = Math.max(0, Number(clock.dataset.left) - gone) / 1000;
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    const face = clock.querySelector(".time");
    if (face.textContent !== text) face.textContent = text;
  }
}, 500);

showSettings();
if (table()) {
  afterChange(true);
  keepUp();
  connect();
}
