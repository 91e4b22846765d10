/** A table kept up to date over a websocket: reconnects by itself, sends unanswered commands again, loses nothing. */
import type { Do, Done, FromClient, FromServer, Happened, Hinted, Refused, Staged, TableView } from "../wire";
import { beGuest } from "./api";

export class CommandRefused extends Error {
  readonly code: string;
  readonly rule: string | null;

  constructor(refused: Pick<Refused, "code" | "message"> & { rule?: string | null }) {
    super(refused.message);
    this.code = refused.code;
    this.rule = refused.rule ?? null;
  }
}

type Answer = Done | Staged | Hinted;
interface Waiting {
  /** A command is sent again after a break, for it may have been lost; a question is not, its time is over. */
  again: boolean;
  frame: string;
  resolve: (answer: Answer) => void;
  reject: (error: CommandRefused) => void;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 3000;
const QUIET = 25_000; // after so long without a word we ask whether the server is there

export class Connection {
  table = $state.raw<TableView | null>(null);
  log = $state.raw<Happened[]>([]);
  state = $state<"connecting" | "open" | "broken" | "gone">("connecting");
  gone = $state("");
  /** Called with every batch of news, for animations and sounds. */
  onnews: ((happened: Happened[], table: TableView) => void) | null = null;
  /** Server time minus ours, in milliseconds. */
  skew = 0;

  #code: string;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #ids = 0;
  #session = Math.random().toString(36).slice(2, 8);
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;
  #closed = false;

  constructor(code: string) {
    this.#code = code;
    void this.#open();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  /** Carry out a command exactly once. Moves are based on what this page has seen. */
  do(what: Do): Promise<Done> {
    const expected = what.kind === "play" || what.kind === "undo" ? (this.table?.seq ?? 0) : null;
    return this.#ask((id) => ({ kind: "command", id, do: what, expected })) as Promise<Done>;
  }

  stage(seat: string, steps: number[]): Promise<Staged> {
    return this.#ask((id) => ({ kind: "stage", id, seat, steps })) as Promise<Staged>;
  }

  hints(seat: string): Promise<Hinted> {
    return this.#ask((id) => ({ kind: "hints", id, seat })) as Promise<Hinted>;
  }

  #ask(make: (id: string) => FromClient): Promise<Answer> {
    const id = `${this.#session}${this.#ids++}`;
    const message = make(id);
    const frame = JSON.stringify(message);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { again: message.kind === "command", frame, resolve, reject });
      this.#send(frame);
    });
  }

  #send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #hurry = (): void => {
    if (document.hidden || this.#closed) return;
    if (this.state === "broken") {
      clearTimeout(this.#timer);
      void this.#open();
    } else this.#send('{"kind":"ping"}');
  };

  async #open(): Promise<void> {
    try {
      await beGuest();
    } catch {
      this.#retry();
      return;
    }
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.log.at(-1)?.seq ?? 0;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.#code}?since=${since}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      for (const waiting of this.#waiting.values()) socket.send(waiting.frame);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = () => {
      if (socket === this.#socket && !this.#closed && this.state !== "gone") this.#retry();
    };
  }

  #retry(): void {
    this.state = this.table ? "broken" : "connecting";
    for (const [id, waiting] of this.#waiting) {
      if (waiting.again) continue;
      this.#waiting.delete(id);
      waiting.reject(new CommandRefused({ code: "broken", message: "The connection was lost." }));
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(), this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #watchSilence(): void {
    this.#heard = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#send('{"kind":"ping"}');
      this.#timer = setTimeout(() => {
        if (Date.now() - this.#heard >= QUIET) this.#socket?.close();
      }, 8000);
    }, QUIET);
  }

  #hear(message: FromServer): void {
    this.#watchSilence();
    switch (message.kind) {
      case "update": {
        this.skew = message.table.now - Date.now();
        this.state = "open";
        const last = this.log.at(-1)?.seq ?? 0;
        const fresh = message.happened.filter((one) => one.seq > last);
        if (fresh.length) this.log = [...this.log, ...fresh];
        if (!this.table || message.table.seq >= this.table.seq) this.table = message.table;
        this.onnews?.(fresh, message.table);
        break;
      }
      case "done":
      case "staged":
      case "hinted":
        this.#waiting.get(message.id)?.resolve(message);
        this.#waiting.delete(message.id);
        break;
      case "refused":
        this.#waiting.get(message.id)?.reject(new CommandRefused(message));
        this.#waiting.delete(message.id);
        break;
      case "goodbye":
        if (!message.again) {
          this.state = "gone";
          this.gone = message.message;
          for (const waiting of this.#waiting.values()) waiting.reject(new CommandRefused(message));
          this.#waiting.clear();
        }
        break;
    }
  }
}
