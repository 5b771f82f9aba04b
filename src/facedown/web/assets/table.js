// Keeps a page up to date without loading it again. Everything here is also done by plain forms and
// links: this only makes it quicker and calmer.
import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";

const connection = document.getElementById("connection");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");

// Changing the page

function nameMovers(root) {
  for (const element of root.querySelectorAll("[data-moves]")) {
    const name = element.dataset.moves.replace(/[^A-Za-z0-9_-]/g, (c) => `_${c.codePointAt(0)}_`);
    element.style.viewTransitionName = `moves-${name}`;
  }
}

const typedInto = (element) => {
  if (element.matches("input[type=checkbox], input[type=radio]")) {
    return element.checked !== element.defaultChecked;
  }
  return (
    element.matches("input:not([type=hidden]), textarea") &&
    !element.readOnly &&
    element.value !== element.defaultValue
  );
};

function untype(field) {
  if (field.matches("[type=checkbox], [type=radio]")) field.checked = field.defaultChecked;
  else field.value = field.defaultValue;
}

function change(fresh) {
  const old = table();
  const log = document.getElementById("log");
  const atEnd = log && log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: {
      // What somebody is typing, and what they have opened, stays.
      beforeNodeMorphed: (element) => !(element instanceof Element && typedInto(element)),
      beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
    },
  });
  afterChange(atEnd);
}

function afterChange(toEnd) {
  nameMovers(document);
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
  const log = document.getElementById("log");
  if (log && toEnd) log.scrollTop = log.scrollHeight;
  const mine = table()?.dataset.mine === "yes";
  document.title = document.title.replace(/^● /, "").replace(/^/, mine ? "● " : "");
  clocksFrom = performance.now();
}

let running = null;

async function show(html, { title, moved = true } = {}) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!fresh || !table()) return false;
  if (title) document.title = title;
  if (moved && document.startViewTransition && !calm.matches && !document.hidden) {
    running?.skipTransition();
    nameMovers(document);
    running = document.startViewTransition(() => change(fresh));
    running.finished.catch(() => {});
    running.ready.catch(() => {});
    await running.updateCallbackDone;
  } else {
    change(fresh);
  }
  return true;
}

function tell(problem) {
  const place = document.getElementById("problem");
  if (!place) return;
  place.replaceChildren(...(problem ? [...problem.childNodes] : []));
  if (problem?.querySelector("p")) place.scrollIntoView({ block: "nearest" });
}

// Forms and links

async function send(form, button) {
  const data = new FormData(form, button);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST",
      body: new URLSearchParams(data),
      redirect: "follow",
    });
    const html = await answer.text();
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!page.getElementById("table") || !answer.url.startsWith(location.origin + location.pathname)) {
      // Another page was the answer: a new table, or a problem with the form itself.
      if (answer.redirected) location.assign(answer.url);
      else document.documentElement.replaceWith(page.documentElement);
      return;
    }
    if (answer.ok) {
      for (const field of form.querySelectorAll("input, textarea")) {
        if (typedInto(field)) untype(field);
      }
    }
    // The stream goes on as whoever opened it: somebody who has sat down needs a new one.
    const told = page.getElementById("table").dataset;
    const another = told.me !== table().dataset.me;
    if (another) source?.close();
    // What the stream has brought meanwhile may be newer than the answer.
    if (another || Number(told.head) >= Number(table().dataset.head)) await show(html);
    if (another) connect();
    tell(page.getElementById("problem"));
  } catch {
    offline();
    say("Not sent: there is no connection. Press the button again when it is back.");
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function say(sentence) {
  const line = document.createElement("p");
  line.textContent = sentence;
  const place = document.createElement("div");
  place.append(line);
  tell(place);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!table()?.dataset.live || !form.getAttribute("action")?.startsWith("/t/")) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  send(form, event.submitter);
});

async function follow(address) {
  const answer = await fetch(address);
  const html = await answer.text();
  if (!answer.ok || !(await show(html, { title: undefined }))) location.assign(address);
  else history.replaceState(null, "", address);
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, textarea, select, .log")) return;
  const link = document.querySelector(`#table [data-key="${event.key}"]`);
  if (!link?.href) return;
  event.preventDefault();
  follow(link.href);
});

document.addEventListener("click", async (event) => {
  const step = event.target.closest?.("[data-replay] a[data-key], [data-replay] .log a");
  if (step && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    follow(step.href);
    return;
  }
  const copy = event.target.closest?.("button[data-copy]");
  if (copy) {
    const from = document.getElementById(copy.dataset.copy);
    try {
      await navigator.clipboard.writeText(from.value);
      copy.textContent = "Copied";
    } catch {
      from.select();
    }
  }
});

// The stream

let source = null;
let wait = 500;
let lost = false;
let again = 0;

function connect() {
  const place = table();
  if (!place?.dataset.live || place.dataset.status === "gone") return;
  source?.close();
  clearTimeout(again);
  const address = new URL(place.dataset.live, location);
  address.searchParams.set("after", place.dataset.head);
  if (place.dataset.aid) address.searchParams.set("aid", place.dataset.aid);
  source = new EventSource(address);
  source.addEventListener("open", () => {
    wait = 500;
    if (lost) {
      lost = false;
      connection.className = "connection back";
      connection.textContent = "Back: everything is up to date.";
      setTimeout(() => {
        if (!lost) connection.textContent = "";
      }, 4000);
    }
  });
  source.addEventListener("table", (event) => {
    if (Number(event.lastEventId) >= Number(table().dataset.head)) show(event.data);
  });
  source.addEventListener("error", () => {
    offline();
    source.close();
    again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, 8000);
  });
}

function offline() {
  if (lost || document.hidden) return;
  lost = true;
  connection.className = "connection lost";
  connection.textContent = "Reconnecting …";
}

// A page nobody sees needs no stream: browsers allow only a few of them for all tabs together.
let sleep = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(sleep);
  if (document.hidden) {
    sleep = setTimeout(() => {
      source?.close();
      source = null;
    }, 60_000);
  } else if (!source || source.readyState === EventSource.CLOSED) {
    connect();
  }
});
addEventListener("online", connect);
addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});

// Clocks

let clocksFrom = performance.now();
setInterval(() => {
  const gone = performance.now() - clocksFrom;
  for (const clock of document.querySelectorAll("[data-running]")) {
    const left = Math.max(0, Number(clock.dataset.left) - gone) / 1000;
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}, 500);

if (table()) {
  afterChange(true);
  connect();
}
