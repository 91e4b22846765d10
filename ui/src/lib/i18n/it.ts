import { shell } from "./it.shell";
import { table } from "./it.table";
import type { Messages } from "./messages";

export const it: Messages = { ...shell, ...table };
