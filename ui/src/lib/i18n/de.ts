import { shell } from "./de.shell";
import { table } from "./de.table";
import type { Messages } from "./messages";

export const de: Messages = { ...shell, ...table };
