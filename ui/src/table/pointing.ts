/** Pointers: press, drag, release. One gesture at a time, with capture, and a cancelled one changes nothing. */
import type { Hand } from "./hand.svelte";

const SLOP = 6; // pixels a click may move

export interface Gesture {
  /** A press that did not move. */
  click(): void;
  start(event: PointerEvent): boolean;
  move(event: PointerEvent): void;
  end(event: PointerEvent): void;
  cancel(): void;
}

/** Follow a press on an element until it is released. */
export function follow(event: PointerEvent, gesture: Gesture): void {
  if (event.button !== 0) return;
  const element = event.currentTarget as HTMLElement;
  const { pointerId, clientX, clientY } = event;
  let dragging = false;
  element.setPointerCapture(pointerId);
  event.preventDefault();
  const move = (next: PointerEvent): void => {
    if (next.pointerId !== pointerId) return;
    if (!dragging && Math.hypot(next.clientX - clientX, next.clientY - clientY) > SLOP) dragging = gesture.start(event);
    if (dragging) gesture.move(next);
  };
  const up = (last: PointerEvent): void => {
    if (last.pointerId !== pointerId) return;
    stop();
    if (dragging) gesture.end(last);
    else gesture.click();
  };
  const cancel = (): void => {
    stop();
    gesture.cancel();
  };
  const stop = (): void => {
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
  };
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
}

/** Which cell of a drawn piece is under the pointer. */
export function grabbedCell(event: PointerEvent, cells: readonly (readonly [number, number])[], picture: Element | null): number {
  const box = picture?.getBoundingClientRect();
  if (!box || !box.width) return 0;
  const height = Math.max(...cells.map(([row]) => row)) + 1;
  const width = Math.max(...cells.map(([, column]) => column)) + 1;
  const row = ((event.clientY - box.top) / box.height) * height - 0.5;
  const column = ((event.clientX - box.left) / box.width) * width - 0.5;
  let best = 0;
  cells.forEach(([r, c], index) => {
    const [br, bc] = cells[best]!;
    if (Math.hypot(r - row, c - column) < Math.hypot(br - row, bc - column)) best = index;
  });
  return best;
}

/** Dragging a piece out of the tray. */
export function pieceGesture(event: PointerEvent, hand: Hand, piece: number, grabbed: number, click: () => void, dropped: (event: PointerEvent) => void): void {
  follow(event, {
    click,
    start: () => {
      hand.touch = event.pointerType === "touch";
      return hand.pick(piece, "drag", grabbed);
    },
    move: (next) => hand.aim(next.clientX, next.clientY),
    end: dropped,
    cancel: () => hand.drop(),
  });
}
