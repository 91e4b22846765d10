/** The screens that the main menu leads to. Only what exists is listed. */
import type { Key } from "../lib/i18n/index.svelte";
import type { IconName } from "./icons";

export interface Place {
  path: string;
  text: Key;
  icon: IconName;
}

export const PLACES: Place[] = [
  { path: "/", text: "nav.play", icon: "play" },
  { path: "/learn", text: "nav.learn", icon: "school" },
  { path: "/rules", text: "nav.rules", icon: "book" },
];
