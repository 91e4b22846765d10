/** The dialogs of the whole page; App shows them. Any screen, also the table, may open one. */
class Dialogs {
  settings = $state(false);
  /** Somebody waits for a name; called with it, or with null if it was not given. */
  naming = $state.raw<((name: string | null) => void) | null>(null);
}

export const dialogs = new Dialogs();

export const openSettings = (): void => {
  dialogs.settings = true;
};

/** Ask for the player's name. */
export const askName = (): Promise<string | null> =>
  new Promise((resolve) => {
    dialogs.naming?.(null);
    dialogs.naming = (name) => {
      dialogs.naming = null;
      resolve(name);
    };
  });
