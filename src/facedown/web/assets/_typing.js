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

async function readBack(form) {
  const number = ++asked;
  const body = new URLSearchParams(new FormData(form));
  body.delete("read");
  try {
    const answer = await fetch(form.dataset.read, { method: "POST", body });
    const html = await answer.text();
    if (!answer.ok || number !== asked) return;
    const back = new DOMParser().parseFromString(html, "text/html").getElementById("b-back");
    document.getElementById("b-back")?.replaceChildren(...(back?.childNodes ?? []));
  } catch {
    // The line can still be sent: then it is read back with the answer.
  }
}
