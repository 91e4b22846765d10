/** The other seats, beginning with whoever plays after this one. */
export function others(seats: readonly string[], mine: string): string[] {
  const at = seats.indexOf(mine);
  return [...seats.slice(at + 1), ...seats.slice(0, Math.max(0, at))];
}
