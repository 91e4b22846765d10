/** Log entries told in short lines of words and little pieces. */
import { t, tell } from "../lib/i18n/index.svelte";
import type { Happened, TableView } from "../wire";
import { cardOf } from "../pieces/cards";
import { pieceNumber } from "../pieces/shapes";
import { nameOf } from "./document";

export type Part = { text: string } | { piece: number };
export interface Line {
  seq: number;
  /** The seat, "mastermind", or null for the table itself. */
  who: string | null;
  name: string;
  parts: Part[];
  /** A divider: a new round. */
  round?: number;
}

const word = (text: string): Part => ({ text });
const pieces = (name: string): Part => (pieceNumber(name) >= 0 ? { piece: pieceNumber(name) } : { text: name });
const pieceOf = (placement: string): Part => pieces(placement.split("@")[0]!);

/** "a white 2" */
function cardText(id: string): string {
  if (id === "-") return t("table.log.hiddenCard");
  const { color, points } = cardOf(id);
  return t(`table.log.${color}Card`, { points });
}

/** A text with one gap for a piece. */
function around(text: string, ...inside: Part[]): Part[] {
  const [before = "", ...rest] = text.split(/\{\w+\}/);
  return [word(before), ...rest.flatMap((after, index) => [inside[index] ?? word("?"), word(after)])];
}

type Teller = (parts: string[]) => Part[];
const EVENTS: Record<string, Teller> = {
  taken: ([, card, slot]) => [word(t(slot === "-1" ? "table.log.tookBlind" : "table.log.took", { card: cardText(card!) }))],
  recycled: ([, ...row]) => [word(t("table.log.recycled", { row: row.join(" ") }))],
  upgraded: ([, from, to]) => (from === "none" ? around(t("table.log.tookPiece", { piece: "{a}" }), pieces(to!)) : around(t("table.log.upgraded", { from: "{a}", to: "{b}" }), pieces(from!), pieces(to!))),
  placed: ([, card, placement]) => around(t("table.log.placed", { piece: "{a}", card: cardText(card!) }), pieceOf(placement!)),
  touched: ([, card, placement]) => around(t("table.log.touched", { piece: "{a}", card: cardText(card!) }), pieceOf(placement!)),
  completed: ([, card]) => [word(t("table.log.completed", { card: cardText(card!) }))],
  rewarded: ([, , piece]) => (piece === "none" ? [word(t("table.log.noReward"))] : around(t("table.log.gained", { piece: "{a}" }), pieces(piece!))),
  levelled: ([, from, to]) => (from === "none" ? [] : around(t("table.log.levelled", { from: "{a}", to: "{b}" }), pieces(from!), pieces(to!))),
  split: ([, how]) => around(t("table.log.split", { ghost: "{a}" }), pieces(how!.split(">")[0]!)).concat(how!.split(">")[1]!.split("+").map(pieces)),
  ambassador: () => [word(t("table.log.ambassador"))],
  inserted: () => [word(t("table.log.inserted"))],
  credited: ([, count]) => [word(t("table.log.credited", { count: Number(count) }))],
  triggered: () => [word(t("table.log.triggered"))],
  reshuffled: ([count]) => [word(t("table.log.reshuffled", { count: Number(count) }))],
  stopped: () => [word(t("table.log.stopped"))],
};

const MASTERMIND: Record<string, Teller> = {
  mastermind_took: ([card]) => [word(t("table.log.took", { card: cardText(card!) }))],
  locks_removed: () => [word(t("table.log.locksRemoved"))],
  locks_gathered: ([column, locks]) => [word(t("table.log.locksGathered", { column: Number(column) + 1, locks: Number(locks) }))],
  mastermind_passed: () => [word(t("table.log.mastermindPassed"))],
};

function join(found: Part[][]): Part[] {
  return found.filter((parts) => parts.length).flatMap((parts, index) => (index ? [word(", "), ...parts] : parts));
}

function moved(one: Happened, table: TableView): Line[] {
  const events = (one.events ?? []).map((event) => event.split(" "));
  const told = join(events.map(([kind, ...rest]) => EVENTS[kind!]?.(rest) ?? []));
  const lines: Line[] = [];
  const name = one.seat ? nameOf(table, one.seat) : "";
  if (told.length) lines.push({ seq: one.seq, who: one.seat ?? null, name, parts: told });
  const opponent = join(events.map(([kind, ...rest]) => MASTERMIND[kind!]?.(rest) ?? []));
  if (opponent.length) lines.push({ seq: one.seq + 0.1, who: "mastermind", name: t("table.mastermind"), parts: opponent });
  const round = events.find(([kind]) => kind === "round_ended");
  if (round) lines.push({ seq: one.seq + 0.2, who: null, name: "", parts: [], round: Number(round[1]) + 1 });
  return lines;
}

/** Lines for one entry of the log; none for what needs no telling. */
export function tellOne(one: Happened, table: TableView): Line[] {
  const name = one.seat ? nameOf(table, one.seat) : (one.name ?? (one.chair != null ? (table.chairs[one.chair]?.name ?? "") : ""));
  const line = (text: string): Line[] => [{ seq: one.seq, who: one.seat ?? null, name, parts: [word(text)] }];
  switch (one.what) {
    case "moved":
      return moved(one, table);
    case "undone":
      return line(t("table.log.undone", { count: one.moves ?? 1 }));
    case "said":
      return line(one.text ? `“${one.text}”` : `“${tell(`table.phrase.${one.phrase}`, one.phrase ?? "")}”`);
    case "replaced":
      return line(t("table.log.replaced"));
    case "returned":
      return line(t("table.log.returned"));
    default:
      return [];
  }
}

/** The line as plain words, for the live region. */
export const spoken = (line: Line, nameOfPiece: (piece: number) => string): string =>
  `${line.name} ${line.parts.map((part) => ("text" in part ? part.text : nameOfPiece(part.piece))).join("")}`;
