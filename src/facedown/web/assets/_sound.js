// A few synthesized sounds, for those who have switched them on.
import { setting, whenSet } from "./_settings.js";

// Notes of each sound: frequency in hertz, when it begins and how long it lasts in seconds.
const TUNES = {
  won: [[523, 0, 0.18], [659, 0.14, 0.18], [784, 0.28, 0.18], [1047, 0.42, 0.5]],
  lost: [[392, 0, 0.25], [311, 0.22, 0.5]],
  over: [[523, 0, 0.2], [659, 0.2, 0.4]],
  round: [[440, 0, 0.12], [660, 0.1, 0.25]],
  turn: [[880, 0, 0.1]],
};
const LOUD = 0.12;

let context = null;

function begin() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

export function play(name) {
  if (!setting("sound") || !TUNES[name]) return;
  begin();
  document.documentElement.dataset.played = name;
  for (const [frequency, from, lasts] of TUNES[name]) {
    const start = context.currentTime + from;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + lasts);
  }
}

// Browsers play nothing before somebody has touched the page.
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, () => {
    if (setting("sound")) begin();
  });
}

whenSet((name) => {
  if (name === "sound") play("round");
});
