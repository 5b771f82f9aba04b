// Says back what a typed move would mean, as somebody types it. The server reads it from what the
// seat may know; without this script it does so when the line is sent.
const PAUSE = 250; // milliseconds without a key after which a line is read

let pause = 0;
let asked = 0;

document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-read]");
  if (!form || event.target.name !== "line") return;
  clearTimeout(pause);
  pause = setTimeout(() => readBack(form), PAUSE);
});

// A choice of words is the whole line up to it; what follows it is chosen anew.
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-read]");
  if (!form || event.target.name !== "slot") return;
  form.elements.line.value = event.target.value;
  clearTimeout(pause);
  readBack(form, event.target.closest(".slot"));
});

async function readBack(form, changed) {
  const number = ++asked;
  const body = new URLSearchParams(new FormData(form));
  for (const name of ["read", "slot", "built"]) body.delete(name);
  try {
    const answer = await fetch(form.dataset.read, { method: "POST", body });
    const html = await answer.text();
    if (!answer.ok || number !== asked) return;
    const said = new DOMParser().parseFromString(html, "text/html");
    const back = said.getElementById("b-back");
    document.getElementById("b-back")?.replaceChildren(...(back?.childNodes ?? []));
    chooseFrom(said.getElementById("b-slots"), changed);
  } catch {
    // The line can still be sent: then it is read back with the answer.
  }
}

// Draws the choices anew, but those up to the one that was changed, where the focus is.
function chooseFrom(drawn, changed) {
  const slots = document.getElementById("b-slots");
  const built = drawn?.querySelector("[name=built]");
  if (!slots || !built) return;
  const kept = [...slots.querySelectorAll(".slot")].indexOf(changed) + 1;
  for (const old of [...slots.querySelectorAll(".slot")].slice(kept)) old.remove();
  const next = slots.querySelector("[name=built]");
  next.before(...[...drawn.querySelectorAll(".slot")].slice(kept));
  next.value = built.value;
}
