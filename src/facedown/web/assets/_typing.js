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

// A line that wraps is one line: Enter sends it.
document.addEventListener("beforeinput", (event) => {
  const form = event.target.closest?.("form[data-read]");
  if (!form || event.target.name !== "line" || event.inputType !== "insertLineBreak") return;
  event.preventDefault();
  form.requestSubmit(form.querySelector("button"));
});

// A chip is a way in which the line goes on: it is put into the field, where one may type on.
document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("button[name=chip]");
  if (!chip?.form?.dataset.read) return;
  event.preventDefault();
  const { form } = chip;
  const field = form.elements.line;
  field.value = `${chip.value} `;
  field.dispatchEvent(new Event("input", { bubbles: true })); // as if it had been typed
  clearTimeout(pause);
  readBack(form);
  if (event.detail > 0) return; // under a finger no keyboard comes up
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
});

// Clearing it is for scripts: without them the field has what was sent.
document.addEventListener("reset", (event) => {
  const form = event.target.closest?.("form[data-read]");
  if (!form) return;
  event.preventDefault();
  form.elements.line.value = "";
  clearTimeout(pause);
  readBack(form);
});

// The word that cannot be read is underlined where it stands, however far the field is scrolled.
function underline() {
  const wrong = document.getElementById("b-wrong");
  if (wrong) wrong.scrollTop = document.getElementById("b-line").scrollTop;
}
for (const kind of ["keyup", "pointerup", "scroll"]) document.addEventListener(kind, underline, true);

async function readBack(form) {
  const number = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.delete("read");
  try {
    const answer = await fetch(form.dataset.read, { method: "POST", body });
    const html = await answer.text();
    if (!answer.ok || number !== asked) return;
    const said = new DOMParser().parseFromString(html, "text/html");
    for (const part of said.querySelectorAll("body > [id]")) {
      document.getElementById(part.id)?.replaceChildren(...part.childNodes);
    }
    underline();
  } catch {
    // The line can still be sent: then it is read back with the answer.
  }
}
