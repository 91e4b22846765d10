import { shell } from "./pt.shell";
import { table } from "./pt.table";
import type { Messages } from "./messages";

export const pt: Messages = { ...shell, ...table };
