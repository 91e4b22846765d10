/** Shows what happens, one move after the other: others' moves fly first, then the table changes. */
import { t } from "../lib/i18n/index.svelte";
import { preferences } from "../lib/preferences.svelte";
import { play as sound } from "../lib/sound";
import type { Happened, TableView } from "../wire";
import { flightOf, type Flight } from "./flights";
import type { Session } from "./session.svelte";

const MOST_WAITING = 3;

interface News {
  happened: Happened[];
  table: TableView;
}

export interface Flying extends Flight {
  id: number;
  land: () => void;
}

export class Presenter {
  flying = $state.raw<readonly Flying[]>([]);
  readonly #session: Session;
  readonly #queue: News[] = [];
  #running = false;
  #ids = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  hear(happened: Happened[], table: TableView): void {
    this.#queue.push({ happened, table });
    if (!this.#running) void this.#run();
  }

  /** Whoever touches the table does not want to wait for it. */
  skip(): void {
    for (const flight of this.flying) flight.land();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let news = this.#queue.shift(); news; news = this.#queue.shift()) {
      for (const flight of this.#worthShowing(news)) await this.#fly(flight);
      this.#show(news);
    }
    this.#running = false;
  }

  #worthShowing({ happened, table }: News): Flight[] {
    const mine = table.you ?? [];
    const hurry = !preferences.motion || document.hidden || this.#queue.length >= MOST_WAITING || happened.length > MOST_WAITING;
    if (hurry || table.seq === this.#session.table.seq) return [];
    const shown = happened.filter((one) => one.what === "moved");
    return shown.flatMap((one) =>
      (one.events ?? []).flatMap((event) => {
        const others = !mine.includes(one.seat ?? "") || event.startsWith("mastermind_took");
        const flight = others ? flightOf(event) : null;
        return flight ? [flight] : [];
      }),
    );
  }

  #fly(flight: Flight): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#ids++;
      const land = (): void => {
        this.flying = this.flying.filter((one) => one.id !== id);
        clearTimeout(late);
        resolve();
      };
      const late = setTimeout(land, flight.duration + 200); // a tab that sleeps does not hold up the game
      this.flying = [...this.flying, { ...flight, id, land }];
    });
  }

  #show({ happened, table }: News): void {
    const session = this.#session;
    if (table.seq < session.table.seq) return;
    const waited = !session.active;
    session.show(table, happened);
    const events = happened.flatMap((one) => one.events ?? []);
    if (events.some((event) => event.startsWith("completed"))) sound("complete");
    if (table.phase === "over" && happened.length) sound("end");
    else if (waited && session.active && session.mine) sound("turn");
    document.title = session.active && session.mine ? `● ${t("table.yourTurn")} · Project L` : `${table.code} · Project L`;
  }
}
