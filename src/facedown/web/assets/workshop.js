// Changes a draft and shows what is found about it without loading the page again. Everything here
// is also done by the form and by links: the address always holds the draft that is shown.
import { Idiomorph } from "idiomorph/dist/idiomorph.esm.js";
import "./_arrows.js";
import { setting } from "./_settings.js";
import { word } from "./_words.js";

const PAUSE = 300; // milliseconds without a key after which what was typed is taken in
const AGAIN = 2000; // milliseconds after which findings are asked for again that were refused

const shop = () => document.getElementById("workshop");
const form = () => document.getElementById("draft");
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const typing = (field) => field?.matches("#draft textarea, #draft input:not([type=checkbox], [type=radio])");

// Undo and redo are the browser's own history: each draft has its place there.

let step = history.state?.step ?? 0;
let top = Math.max(step, Number(sessionStorage.getItem(location.pathname)) || 0);
if (!history.state) top = step;
history.replaceState({ step }, "");

function remember(address, replacing) {
  if (address === location.href) return;
  if (!replacing) step += 1;
  top = step;
  sessionStorage.setItem(location.pathname, top);
  history[replacing ? "replaceState" : "pushState"]({ step }, "", address);
}

function furnish() {
  for (const part of document.querySelectorAll(".plain")) part.hidden = true;
  document.getElementById("steps").hidden = false;
  document.getElementById("undo").disabled = step === 0;
  document.getElementById("redo").disabled = step >= top;
}

// What is found: a stream for the draft as it stands; the one before is let go, and its work ends.

let source;
let again;

const tell = (sentence, atWork) => {
  document.getElementById("working").textContent = sentence;
  document.getElementById("at-work").hidden = !atWork;
};

function follow(address, found, ended) {
  source?.close();
  clearTimeout(again);
  tell(word("working"), true);
  const mine = new EventSource(address);
  source = mine;
  mine.addEventListener("stage", (event) => found(parse(event.data).querySelector(".stage")));
  mine.addEventListener("end", () => {
    mine.close();
    ended();
  });
  mine.addEventListener("error", () => {
    if (mine.readyState !== EventSource.CLOSED || mine !== source) return;
    tell(word("busy"), true);
    again = setTimeout(() => follow(address, found, ended), AGAIN);
  });
}

function look() {
  source?.close();
  clearTimeout(again);
  const address = shop().dataset.findings;
  if (!address) return tell(document.getElementById("working").textContent, false);
  const found = (fresh) => {
    const old = document.getElementById(fresh.id);
    if (old) morph(old, fresh);
  };
  follow(address, found, () => tell(word("all"), false));
}

// What is worked out for whoever asks: its stage stands above the others while it is looked for,
// and the draft that it offers is laid at once.

function seek(link) {
  document.getElementById("sought")?.remove();
  const slot = document.createElement("div");
  slot.id = "sought";
  document.getElementById("stages").before(slot);
  let offered = null;
  const found = (fresh) => {
    slot.replaceChildren(fresh);
    offered = fresh.querySelector("a[data-lay]")?.href ?? offered;
  };
  follow(`${shop().dataset.findings}&find=${link.dataset.find}`, found, () => {
    if (!offered) return look();
    slot.remove();
    typed = null;
    show(offered);
  });
}

// What was found about the draft before stays, pale, until it is found anew.
function pale(old, fresh) {
  const waits = fresh.matches(".stage[data-status=running]") && !fresh.querySelector(".finding");
  const keeps = waits && old.querySelector(".finding") !== null;
  if (keeps) old.dataset.status = "stale";
  return keeps;
}

function morph(old, fresh) {
  if (pale(old, fresh)) return;
  Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML",
    callbacks: {
      // What somebody is typing, or has chosen and not sent yet, stays as it is.
      beforeNodeMorphed: (element, other) => {
        if (touched.has(element.name) || (element.matches?.(".stage") && pale(element, other))) return false;
        if (element !== document.activeElement || !typing(element)) return true;
        element.toggleAttribute("aria-invalid", other.hasAttribute("aria-invalid"));
        return false;
      },
      beforeAttributeUpdated: (name, element) => !(name === "open" && element.matches("details")),
    },
  });
}

// Changing the draft

let asking;

async function show(address, body, past) {
  asking?.abort();
  asking = new AbortController();
  let answer, html;
  try {
    answer = await fetch(address, { method: body ? "POST" : "GET", body, signal: asking.signal });
    html = await answer.text();
  } catch (problem) {
    if (problem.name !== "AbortError") say(word("offline"));
    return;
  }
  const fresh = parse(html).getElementById("workshop");
  if (!fresh) return say(html.length < 200 ? html : word("undone"));
  if (answer.ok && past !== "going") remember(answer.url, past === "typing");
  morph(shop(), fresh);
  furnish();
  look();
}

function say(sentence) {
  document.getElementById("draft-flaws").textContent = sentence;
}

// One change after the other: each is made of the draft that the one before has left, with the
// fields that have been touched meanwhile.

let sent = Promise.resolve();
const touched = new Set();

function send(button, past) {
  clearTimeout(waiting);
  sent = sent.then(() => {
    if (button && !form().contains(button)) return null;
    const body = new URLSearchParams(new FormData(form(), button));
    body.delete("find");
    touched.clear();
    return show(form().getAttribute("action"), body, past);
  });
}

let waiting;
let typed = null; // the field that is being typed in since its last place in history

document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  typed = null;
  send(event.submitter);
});

document.addEventListener("input", (event) => {
  if (event.target.form !== form()) return;
  touched.add(event.target.name);
  if (!typing(event.target)) return;
  clearTimeout(waiting);
  const field = event.target;
  waiting = setTimeout(() => {
    const going = typed === field;
    typed = field;
    send(null, going ? "typing" : "");
  }, PAUSE);
});

document.addEventListener("change", (event) => {
  if (event.target.form !== form()) return;
  if (event.target.closest("[data-later]")) return; // it goes along with the next change
  const going = typed === event.target;
  typed = null;
  send(null, going ? "typing" : "");
});

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#undo, #redo, #stop, .seeks, #stages a[data-lay]");
  if (!pressed) return;
  if (pressed.id === "undo") history.back();
  if (pressed.id === "redo") history.forward();
  if (pressed.id === "stop") {
    source?.close();
    clearTimeout(again);
    document.getElementById("sought")?.remove();
    tell(word("stopped"), false);
  }
  if (pressed.matches("[data-lay]")) {
    event.preventDefault();
    typed = null;
    show(pressed.href);
  }
  if (pressed.matches(".seeks")) {
    event.preventDefault();
    seek(pressed);
  }
});

// A thing is taken by its key.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest?.("textarea, select, input:not([type=radio], [type=checkbox])")) return;
  if (!setting("keys")) return;
  const thing = document.querySelector(`#draft [data-key="${CSS.escape(event.key)}"]`);
  if (!thing) return;
  event.preventDefault();
  thing.click();
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || typing(event.target)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey && step > 0) history.back();
  else if ((key === "y" || (key === "z" && event.shiftKey)) && step < top) history.forward();
  else return;
  event.preventDefault();
});

addEventListener("popstate", (event) => {
  step = event.state?.step ?? 0;
  typed = null;
  touched.clear();
  document.activeElement?.blur();
  show(location.href, null, "going");
});

furnish();
if (shop().dataset.findings) look();
