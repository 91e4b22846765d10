import { shell } from "./cs.shell";
import { table } from "./cs.table";
import type { Messages } from "./messages";

export const cs: Messages = { ...shell, ...table };
