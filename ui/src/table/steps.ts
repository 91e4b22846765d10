/** Step ids (src/projectl/rules/steps.py) read into what a person can do with them. Nothing here decides a rule. */
import { PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, STEP } from "../game";

const PLACEMENTS = PLACEMENT_MASK.length;
const KINDS = PIECES.length;

/** Pieces returned, and for each the pieces that may be taken. */
export type Exchanges = Map<number, Set<number>>;

export interface Options {
  /** By slot of the player's area: the placements that are legal there. */
  places: Map<number, Set<number>>;
  takes: Set<number>;
  decks: Set<number>;
  recycles: Set<number>;
  under: Set<number>;
  free: Set<number>;
  upgrades: Exchanges;
  master: boolean;
  ambassadors: Set<number>;
  splits: Set<number>;
  insert: boolean;
  completes: Set<number>;
  rewards: Set<number>;
  noReward: boolean;
  levelUps: Exchanges;
  noLevelUp: boolean;
  credit: boolean;
  done: boolean;
  end: boolean;
}

export function nothing(): Options {
  return {
    places: new Map(), takes: new Set(), decks: new Set(), recycles: new Set(), under: new Set(), free: new Set(),
    upgrades: new Map(), master: false, ambassadors: new Set(), splits: new Set(), insert: false, completes: new Set(),
    rewards: new Set(), noReward: false, levelUps: new Map(), noLevelUp: false, credit: false, done: false, end: false,
  };
}

const into = <K>(map: Map<K, Set<number>>, key: K, value: number): void => {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
};

/** The kinds of steps in the order of their ids, each with what it adds. */
const READERS: readonly [from: number, read: (options: Options, rest: number) => void][] = [
  [STEP.PLACE, (o, rest) => into(o.places, Math.floor(rest / PLACEMENTS), rest % PLACEMENTS)],
  [STEP.TAKE, (o, rest) => o.takes.add(rest)],
  [STEP.TAKE_DECK, (o, rest) => o.decks.add(rest)],
  [STEP.RECYCLE, (o, rest) => o.recycles.add(rest)],
  [STEP.UNDER, (o, rest) => o.under.add(rest)],
  [STEP.UPGRADE_TAKE, (o, rest) => o.free.add(rest)],
  [STEP.UPGRADE, (o, rest) => into(o.upgrades, Math.floor(rest / KINDS), rest % KINDS)],
  [STEP.MASTER, (o) => (o.master = true)],
  [STEP.AMBASSADOR, (o, rest) => o.ambassadors.add(rest)],
  [STEP.GHOST, (o, rest) => o.splits.add(rest)],
  [STEP.INSERT, (o) => (o.insert = true)],
  [STEP.COMPLETE, (o, rest) => o.completes.add(rest)],
  [STEP.REWARD, (o, rest) => o.rewards.add(rest)],
  [STEP.REWARD_NONE, (o) => (o.noReward = true)],
  [STEP.LEVEL_UP, (o, rest) => into(o.levelUps, Math.floor(rest / KINDS), rest % KINDS)],
  [STEP.LEVEL_UP_NONE, (o) => (o.noLevelUp = true)],
  [STEP.CREDIT, (o) => (o.credit = true)],
  [STEP.DONE, (o) => (o.done = true)],
  [STEP.END, (o) => (o.end = true)],
];

function reader(step: number): (typeof READERS)[number] {
  for (let index = READERS.length - 1; index > 0; index--) if (step >= READERS[index]![0]) return READERS[index]!;
  return READERS[0]!;
}

export function readOptions(legal: readonly number[]): Options {
  const options = nothing();
  for (const step of legal) {
    const [from, read] = reader(step);
    read(options, step - from);
  }
  return options;
}

export const placeStep = (slot: number, placement: number): number => STEP.PLACE + slot * PLACEMENTS + placement;
export const upgradeStep = (returned: number, taken: number): number => STEP.UPGRADE + returned * KINDS + taken;
export const levelUpStep = (returned: number, taken: number): number => STEP.LEVEL_UP + returned * KINDS + taken;
export const isPlace = (step: number): boolean => step < STEP.TAKE;
export const isTake = (step: number): boolean => step >= STEP.TAKE && step < STEP.RECYCLE;
export const isRecycle = (step: number): boolean => step >= STEP.RECYCLE && step < STEP.UNDER;
export const isUnder = (step: number): boolean => step >= STEP.UNDER && step < STEP.UPGRADE_TAKE;
export const isGhostStep = (step: number): boolean => step >= STEP.GHOST && step < STEP.INSERT;
export const isAmbassador = (step: number): boolean => step >= STEP.AMBASSADOR && step < STEP.GHOST;
export const slotOf = (step: number): number => Math.floor(step / PLACEMENTS);
export const placementIn = (step: number): number => step % PLACEMENTS;
export const pieceIn = (step: number): number => PLACEMENT_PIECE[placementIn(step)]!;

/** The pieces that can be put somewhere. */
export function placeable(options: Options): Set<number> {
  const found = new Set<number>();
  for (const placements of options.places.values()) for (const one of placements) found.add(PLACEMENT_PIECE[one]!);
  return found;
}

/** What is being staged: the first step that says so. */
export type Stage = "none" | "master" | "ambassador" | "ghost" | "recycle" | "insert" | "credit" | "take" | "other";
export function stageOf(steps: readonly number[]): Stage {
  const first = steps.find((step) => step !== STEP.INSERT && step !== STEP.CREDIT);
  if (first === undefined) return steps.length === 0 ? "none" : steps[0] === STEP.CREDIT ? "credit" : "insert";
  if (first === STEP.MASTER) return "master";
  if (isAmbassador(first)) return "ambassador";
  if (isGhostStep(first)) return "ghost";
  if (isRecycle(first)) return "recycle";
  return isTake(first) ? "take" : "other";
}
