// Who is connected: a dot and a word beside each person's name, as the stream tells it.
import { whenChanged } from "./_changing.js";
import { word } from "./_words.js";

let told = null; // nothing is said before the stream has said something

function show() {
  if (!told) return;
  for (const place of document.querySelectorAll("[data-here]")) {
    const there = told.seats.includes(Number(place.dataset.here));
    // With other servers over the same tables nobody here knows who is connected there.
    const text = there ? word("connected") : told.all ? word("unconnected") : "";
    if (place.textContent !== text) place.textContent = place.title = text;
    place.classList.toggle("connected", there);
  }
}

whenChanged(show);

export function heardOf(data) {
  told = JSON.parse(data);
  show();
}
