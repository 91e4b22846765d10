/** The sentence in the action bar: what the table waits for, or what is staged. */
import { t } from "../lib/i18n/index.svelte";
import { SPLIT_COUNT, STEP } from "../game";
import { pieceName } from "../pieces/shapes";
import type { Deeds } from "./deeds.svelte";
import { nameOf } from "./document";
import type { Hand } from "./hand.svelte";
import type { Session } from "./session.svelte";
import { isGhostStep, isPlace } from "./steps";

export function sentence(session: Session, hand: Hand, deeds: Deeds): string {
  if (session.table.phase === "over") return t("table.over");
  if (!session.active) return session.mine ? t("table.wait") : t("table.watching");
  if (session.staging) return staged(session);
  const choice = chosen(session);
  if (choice) return choice;
  if (hand.piece !== null) return held(hand);
  if (deeds.upgrading) return t("table.upgradeHint");
  if (session.game.phase === "touches") return t("table.touchesHint");
  if (session.options.end) return t("table.mayEnd");
  return t("table.actionsLeft", { count: session.turn?.actions_left ?? 0 });
}

function held(hand: Hand): string {
  if (hand.how === "keys") return t("table.keysHint");
  if (hand.target?.landing?.placement != null) return hand.how === "drag" ? t("table.release") : t("table.clickToPlace");
  return hand.target ? t("table.doesNotFit") : t("table.holding", { piece: pieceName(hand.piece!) });
}

function chosen(session: Session): string {
  const choice = session.turn?.choice;
  if (!choice) return "";
  if (choice.kind === "complete") return t("table.chooseComplete");
  if (choice.kind === "reward") return t("table.chooseReward", { card: choice.card ?? "" });
  return t("table.chooseLevelUp", { card: choice.card ?? "", count: choice.steps ?? 1 });
}

function staged(session: Session): string {
  const placed = session.steps.filter(isPlace).length;
  if (session.endsTurn) return session.answer?.reveals ? t("table.endReveals") : t("table.endReady");
  switch (session.stage) {
    case "master":
      return placed ? t("table.masterPlaced", { count: placed }) : t("table.masterHint");
    case "ambassador":
      return placed ? t("table.masterPlaced", { count: placed }) : t("table.ambassadorHint");
    case "ghost":
      return t("table.ghostTaken", { pieces: splitText(session.steps.find(isGhostStep)! - STEP.GHOST) });
    case "recycle":
      return session.complete ? t("table.recycleReady") : t("table.recycleHint");
    case "insert":
      return t("table.insertHint");
    case "credit":
      return t("table.creditHint");
    default:
      return session.answer?.reveals ? t("table.reveals") : t("table.confirmHint");
  }
}

/** "L3, I2" */
export function splitText(split: number): string {
  const counts = SPLIT_COUNT[split]!;
  return counts.flatMap((count, piece) => Array<string>(count).fill(pieceName(piece))).reverse().join(", ");
}

/** Everybody whose turn it is. */
export const turnNames = (session: Session): string => session.game.active.map((seat) => nameOf(session.table, seat)).join(", ");
