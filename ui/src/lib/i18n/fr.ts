import { shell } from "./fr.shell";
import { table } from "./fr.table";
import type { Messages } from "./messages";

export const fr: Messages = { ...shell, ...table };
