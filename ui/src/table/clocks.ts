/** Clocks: the server says what was left and since when it runs. */
import type { SeatView } from "../wire";

export function timeLeft(view: SeatView, now: number): number | null {
  if (view.left == null) return null;
  return Math.max(0, view.since == null ? view.left : view.left - (now - view.since));
}

/** "6:41", "1:02:03", "2 d 3 h" */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const two = (value: number): string => String(value).padStart(2, "0");
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
