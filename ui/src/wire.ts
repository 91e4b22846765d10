// Made from src/projectl/service/wire.py by `make types`. Do not edit.

export const PROTOCOL = 1;
export const MAX_NAME = 24;
export const MAX_CHAT = 280;

/** Agree to the offer or decline it. */
export interface AnswerDraw {
  kind: "answer_draw";
  seat: string;
  agreed: boolean;
}

/** What the solver says of one card. */
export interface CardHint {
  card: string;
  fits: string[];
  keeps: string[];
  finishable: boolean;
  plan: string[] | null;
  at_least: number;
  in_time: boolean;
}

/** A chair as everybody sees it. */
export interface ChairView {
  name?: string;
  bot?: string | null;
  yours?: boolean;
  here?: boolean;
}

/** Free text, where the owner allows it. */
export interface Chat {
  kind: "chat";
  text: string;
}

/** Do something. */
export interface Command {
  kind: "command";
  id: string;
  do: Sit | SeatBot | Stand | SwitchChat | Say | Chat | Start | Play | Undo | Resign | Return | VoteOut | OfferDraw | AnswerDraw | Rematch;
  expected?: number | null;
}

/** So many days for each turn. */
export interface Days {
  kind: "days";
  days: number;
}

/** A command was carried out and is safely stored. */
export interface Done {
  kind: "done";
  id: string;
  seq: number;
}

/** The server ends the connection; why, and whether to come back. */
export interface Goodbye {
  kind: "goodbye";
  code: string;
  message: string;
  again: boolean;
}

/** One entry of the log, without what is hidden. */
export interface Happened {
  seq: number;
  at: number;
  what: string;
  seat?: string | null;
  chair?: number | null;
  name?: string | null;
  move?: string | null;
  moves?: number | null;
  events?: string[];
  phrase?: string | null;
  text?: string | null;
  why?: string | null;
  code?: string | null;
}

/** Hints for every card of a seat. */
export interface Hinted {
  kind: "hinted";
  id: string;
  cards: CardHint[];
}

/** What fits, what keeps a card finishable, the shortest plan. */
export interface Hints {
  kind: "hints";
  id: string;
  seat: string;
}

/** Offer to end a stalled game without a winner. */
export interface OfferDraw {
  kind: "offer_draw";
  seat: string;
}

/** Are you there? */
export interface Ping {
  kind: "ping";
}

/** A move: as text, or as the ids of its steps. */
export interface Play {
  kind: "play";
  seat: string;
  move?: string | null;
  steps?: number[] | null;
}

/** Here. */
export interface Pong {
  kind: "pong";
  now: number;
}

/** Each seat has so much time for the whole game, and gets the increment after each of its turns. */
export interface RealTime {
  kind: "real_time";
  seconds: number;
  increment?: number;
}

/** A command was refused and has changed nothing. */
export interface Refused {
  kind: "refused";
  id: string;
  code: string;
  message: string;
  rule?: string | null;
  seq?: number;
}

/** Play again with the same people. */
export interface Rematch {
  kind: "rematch";
}

/** Give up; a bot goes on for the seat. */
export interface Resign {
  kind: "resign";
  seat: string;
}

/** Take the seat back from the bot. */
export interface Return {
  kind: "return";
  seat: string;
}

/** A quick phrase, for everybody at any table. */
export interface Say {
  kind: "say";
  phrase: "good_luck" | "hello" | "nice" | "oops" | "thanks" | "thinking" | "well_played" | "your_turn";
}

/** The owner puts a bot on a chair. */
export interface SeatBot {
  kind: "seat_bot";
  chair: number;
  bot: string;
}

/** A seat of the running game. */
export interface SeatView {
  chair: number;
  left?: number | null;
  since?: number | null;
  replaced?: string | null;
  votes?: number;
}

/** A table as its owner asks for it; ``checked`` says whether it can be played. */
export interface Settings {
  players?: number;
  edition?: string;
  expansions?: string[];
  variants?: string[];
  options?: Record<string, unknown>;
  difficulty?: string;
  cards?: Record<string, unknown>[];
  clock?: RealTime | Days | null;
  seed?: number | null;
  listed?: boolean;
  chat?: boolean;
}

/** Take an empty chair; the owner may take more for people at the same screen. */
export interface Sit {
  kind: "sit";
  name: string;
  chair?: number | null;
}

/** What would be legal after these steps of one's own move? Changes nothing. */
export interface Stage {
  kind: "stage";
  id: string;
  seat: string;
  steps?: number[];
}

/** One's own area and the reserve after some steps, and the steps that could follow. */
export interface Staged {
  kind: "staged";
  id: string;
  steps: number[];
  legal: number[];
  player: Record<string, unknown>;
  reserve: Record<string, number>;
  move?: string | null;
  ends_turn?: boolean;
  reveals?: boolean;
}

/** Leave a chair before the game; the owner may clear any. */
export interface Stand {
  kind: "stand";
  chair: number;
}

/** The owner starts the game; every chair must be taken. */
export interface Start {
  kind: "start";
}

/** The owner allows or forbids free text. */
export interface SwitchChat {
  kind: "switch_chat";
  on: boolean;
}

/** The table as one person sees it after entry ``seq``. */
export interface TableView {
  code: string;
  seq: number;
  now: number;
  phase: "lobby" | "over" | "playing";
  settings: Settings;
  owner: boolean;
  chat: boolean;
  chairs: ChairView[];
  seats?: Record<string, SeatView>;
  you?: string[];
  game?: Record<string, unknown> | null;
  market?: (string | null)[];
  legal?: Record<string, number[]>;
  undo?: UndoView;
  draw_offer?: string[];
  drawn?: boolean;
  rematch?: string | null;
  rematch_of?: string | null;
  spectators?: number;
}

/** Take back one's last move, or all of this turn's. */
export interface Undo {
  kind: "undo";
  seat: string;
  whole_turn?: boolean;
}

/** How many moves this person may take back, and why not more. */
export interface UndoView {
  moves?: number;
  why?: string;
}

/** What happened since the last message, and the table now. */
export interface Update {
  kind: "update";
  happened: Happened[];
  table: TableView;
}

/** An absent player should be replaced by a bot. */
export interface VoteOut {
  kind: "vote_out";
  seat: string;
  against: string;
}

export type Do = Sit | SeatBot | Stand | SwitchChat | Say | Chat | Start | Play | Undo | Resign | Return | VoteOut | OfferDraw | AnswerDraw | Rematch;
export type FromClient = Command | Stage | Hints | Ping;
export type FromServer = Update | Done | Refused | Staged | Hinted | Pong | Goodbye;
