/** Which of my four places each card lies on: cards that stay do not move, new ones take the first free place. */
export function settle(before: readonly (string | null)[], cards: readonly string[]): (string | null)[] {
  const after = before.map((card) => (card !== null && cards.includes(card) ? card : null));
  for (const card of cards) {
    if (after.includes(card)) continue;
    const free = after.indexOf(null);
    if (free >= 0) after[free] = card;
    else after.push(card);
  }
  return after;
}
