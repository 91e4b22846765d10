import { shell } from "./es.shell";
import { table } from "./es.table";
import type { Messages } from "./messages";

export const es: Messages = { ...shell, ...table };
