/** A game at one click. */
import { createTable } from "./api";
import { t } from "./i18n/index.svelte";
import { preferences } from "./preferences.svelte";

export const DIFFICULTIES = ["normal", "hard", "unbeatable"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

const me = () => ({ kind: "me" as const, name: preferences.name || t("common.you") });

export const soloTable = (difficulty: Difficulty): Promise<string> => createTable({ players: 1, variants: ["solo"], difficulty }, [me()], true);

export const botTable = (count: number, bot = "guided"): Promise<string> =>
  createTable({ players: count + 1 }, [me(), ...Array.from({ length: count }, () => ({ kind: "bot" as const, bot }))], true);
