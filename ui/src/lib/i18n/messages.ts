/** What a text can be: a sentence with `{gaps}`, or one sentence for each plural form of `{count}`. */
import type { en } from "./en";
import type { shell } from "./en.shell";
import type { table } from "./en.table";

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Text = string | Forms;
export type Texts = Record<string, Text>;

/** Every key of the English source: a language that lacks one, or has one too many, fails the type check. */
export type Key = keyof typeof en;
export type Messages = Record<Key, Text>;
export type ShellMessages = Record<keyof typeof shell, Text>;
export type TableMessages = Record<keyof typeof table, Text>;
export type Params = Record<string, string | number>;
