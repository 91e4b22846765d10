/** What went wrong, in the player's language where we have words for it. */
import { tell } from "./i18n/index.svelte";

export function words(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return tell(`error.${code ?? ""}`, message ?? String(error));
}
