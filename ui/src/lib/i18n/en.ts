/** English, the source of all keys. */
import { shell } from "./en.shell";
import { table } from "./en.table";

export const en = { ...shell, ...table };
