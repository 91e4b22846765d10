/** What the parts of the table share. */
import { createContext } from "svelte";
import type { Connection } from "../lib/connection.svelte";
import type { Deeds } from "./deeds.svelte";
import type { Hand } from "./hand.svelte";
import type { Layout } from "./layout";
import type { Session } from "./session.svelte";

export interface TableContext {
  readonly connection: Connection;
  readonly session: Session;
  readonly hand: Hand;
  readonly deeds: Deeds;
  readonly layout: Layout;
}

export const [useTable, provideTable] = createContext<TableContext>();
