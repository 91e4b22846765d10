/** Short synthesised sounds: nothing is downloaded, nothing sounds before the first gesture or when muted. */
import { preferences } from "./preferences.svelte";

export type Sound = "lift" | "place" | "refuse" | "complete" | "turn" | "end";

/** Frequency, start, length (seconds), loudness. */
type Note = [number, number, number, number];
const NOTES: Record<Sound, { shape: OscillatorType; notes: Note[] }> = {
  lift: { shape: "triangle", notes: [[660, 0, 0.04, 0.12]] },
  place: { shape: "triangle", notes: [[330, 0, 0.05, 0.28], [165, 0.005, 0.08, 0.2]] },
  refuse: { shape: "sine", notes: [[150, 0, 0.12, 0.22]] },
  complete: { shape: "sine", notes: [[659, 0, 0.16, 0.2], [880, 0.09, 0.18, 0.2], [1319, 0.18, 0.32, 0.16]] },
  turn: { shape: "sine", notes: [[784, 0, 0.18, 0.2], [1047, 0.12, 0.28, 0.18]] },
  end: { shape: "sine", notes: [[523, 0, 0.2, 0.18], [659, 0.14, 0.2, 0.18], [784, 0.28, 0.24, 0.18], [1047, 0.42, 0.5, 0.16]] },
};

let context: AudioContext | null = null;
let touched = false;

function wake(): void {
  touched = true;
  if (preferences.sound) void open()?.resume();
}

if (typeof addEventListener === "function") {
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake);
}

function open(): AudioContext | null {
  if (!context && typeof AudioContext === "function") context = new AudioContext();
  return context;
}

export function play(sound: Sound): void {
  if (!touched || !preferences.sound) return;
  const audio = open();
  if (!audio || audio.state !== "running") return;
  const { shape, notes } = NOTES[sound];
  for (const [frequency, start, length, loudness] of notes) {
    const from = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = shape;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudness, from + 0.006);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length + 0.02);
  }
}
