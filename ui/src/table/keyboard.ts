/** Keys. Nothing here is the only way to do something, and nothing happens while somebody types. */
import type { Deeds } from "./deeds.svelte";
import type { Hand } from "./hand.svelte";
import type { Session } from "./session.svelte";

/** The key of each piece, in the order of PIECES. */
export const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-", "="];

interface Desk {
  session: Session;
  hand: Hand;
  deeds: Deeds;
  /** Other keys of the table: mute, hints. */
  other(key: string): boolean;
}

const ARROWS: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

/** Answer a key; true if it was one of ours. */
export function answerKey(event: KeyboardEvent, desk: Desk): boolean {
  const { session, hand, deeds } = desk;
  if (event.key === "Escape") {
    deeds.escape();
    return true;
  }
  if (typing(event.target) || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== "z") return false;
    void session.undo(event.shiftKey);
    return true;
  }
  const arrow = ARROWS[event.key];
  if (arrow) return moveHeld(hand, arrow, event.shiftKey);
  if (event.key === "Enter") return enter(event, desk);
  const piece = KEYS.indexOf(event.key);
  if (piece >= 0) {
    if (!session.mine) return false;
    if (!deeds.giveFor(piece)) hand.pick(piece, "keys");
    return true;
  }
  return letter(event, desk);
}

function moveHeld(hand: Hand, [down, across]: readonly [number, number], card: boolean): boolean {
  if (hand.piece === null) return false;
  if (card) hand.moveCard(down + across);
  else hand.move(down, across);
  return true;
}

function enter(event: KeyboardEvent, { session, hand }: Desk): boolean {
  const onControl = event.target instanceof HTMLElement && event.target.closest("button, a") !== null;
  if (hand.piece !== null && (hand.how === "keys" || !onControl)) {
    void hand.place();
    return true;
  }
  if (onControl || !session.steps.length) return false;
  void session.confirm();
  return true;
}

function letter(event: KeyboardEvent, desk: Desk): boolean {
  const { session, hand, deeds } = desk;
  switch (event.key.toLowerCase()) {
    case "r":
      hand.rotate(event.shiftKey);
      return true;
    case "f":
      hand.flip();
      return true;
    case "m":
      if (session.active) void deeds.master();
      return true;
    case "e":
      void session.endTurn();
      return true;
    case "g":
      if (session.options.splits.size) deeds.splitting = true;
      return session.options.splits.size > 0;
    case "u":
      if (session.active) deeds.upgrading = !deeds.upgrading;
      return true;
    case ":":
      deeds.command = true;
      return true;
    default:
      return desk.other(event.key.toLowerCase());
  }
}
