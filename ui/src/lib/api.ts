/** The REST part of the server. */
import type { Settings, TableView } from "../wire";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface NewChair {
  kind: "me" | "screen" | "bot" | "open";
  name?: string;
  bot?: string;
}

export interface TableLine {
  code: string;
  phase: "lobby" | "playing" | "over";
  title: string;
  names: string[];
  updated_at: number;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "The server cannot be reached.");
  }
  if (response.ok) return (response.headers.get("content-type") ?? "").startsWith("application/json") ? response.json() : ((await response.text()) as T);
  const problem = await response.json().catch(() => ({ code: "http", message: `The server answered ${response.status}.` }));
  throw new Refusal(problem.code, problem.message);
}

let guest: Promise<unknown> | null = null;

/** Everybody is somebody: the cookie is set before anything else is asked. */
export function beGuest(): Promise<unknown> {
  guest ??= ask("POST", "/api/guest").catch((error) => {
    guest = null;
    throw error;
  });
  return guest;
}

export async function createTable(settings: Partial<Settings>, chairs: NewChair[], start: boolean): Promise<string> {
  await beGuest();
  const made = await ask<{ code: string }>("POST", "/api/tables", { settings, chairs, start });
  return made.code;
}

export async function myTables(): Promise<TableLine[]> {
  await beGuest();
  return (await ask<{ tables: TableLine[] }>("GET", "/api/tables?mine=true")).tables;
}

export async function listedTables(): Promise<TableLine[]> {
  return (await ask<{ tables: TableLine[] }>("GET", "/api/tables")).tables;
}

export interface Sentence {
  code: string;
  text: string;
  values: Record<string, number>;
}

export interface Change {
  kind: "add_expansion" | "drop_expansion" | "drop_variant" | "edition" | "players";
  to: string;
}

/** What the server says of settings before there is a table. */
export interface Checked {
  ok: boolean;
  message: string;
  summary: Sentence[];
  options: Record<string, unknown>;
  fixes: Change[];
}

export const checkSettings = (settings: Partial<Settings>): Promise<Checked> => ask("POST", "/api/check", { settings });
export const oneTable = (code: string): Promise<TableView> => ask("GET", `/api/tables/${code}`);
export const bots = (): Promise<string[]> => ask("GET", "/api/bots");
export const record = (code: string): Promise<string> => ask("GET", `/api/tables/${code}/record`);
export const seatLink = async (): Promise<string> => (await ask<{ path: string }>("POST", "/api/seat-link")).path;
