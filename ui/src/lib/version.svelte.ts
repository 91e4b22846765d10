/** Is the page still the server's? The server's version is asked now and then. */
import { PROTOCOL } from "../wire";

const EVERY = 5 * 60_000;

interface Health {
  version: string;
  protocol: number;
}

class Version {
  outdated = $state(false);
  #first = "";
  #asked = 0;

  constructor() {
    void this.ask();
    setInterval(() => void this.ask(), EVERY);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - this.#asked > EVERY / 5) void this.ask();
    });
  }

  async ask(): Promise<void> {
    this.#asked = Date.now();
    try {
      const response = await fetch("/api/health", { cache: "no-store" });
      if (response.ok) this.hear((await response.json()) as Health);
    } catch {
      // no server, no news
    }
  }

  hear(health: Health): void {
    this.#first ||= health.version;
    this.outdated = health.version !== this.#first || health.protocol !== PROTOCOL;
  }
}

export const version = new Version();
