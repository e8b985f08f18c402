/**
 * The player's settings for cards, which the service stores for all their devices.
 *
 * A change is stored in this browser, too, and is marked there until the service has it. If it could not be sent, it is
 * sent when a table is next opened.
 */

import { keep, kept, read, type Looks, type Shelf } from './looks';

interface LooksService {
  /**
   * The settings that the service has for the player, as JSON. If there are none yet, this is the text `null`; without
   * a player it is undefined.
   */
  chosen: string | undefined;
  /** Sends settings to the service; rejects if the service did not store them. */
  tell(looks: Looks): Promise<unknown>;
}

export class LooksKeeper {
  #looks: Looks;
  #telling = false;

  constructor(
    private readonly service: LooksService,
    private readonly shelf: () => Shelf,
  ) {
    const own = kept(shelf);
    const theirs = service.chosen && service.chosen !== 'null' ? read(service.chosen) : null;
    // This browser's settings are newer if they wait to be sent, or if the service has none.
    const ahead = own !== null && (own.waiting || !theirs);
    const { waiting: _, ...looks } = (ahead ? own : theirs) ?? read('null');
    this.#looks = looks;
    if (ahead) this.change(looks);
    else if (theirs) keep(theirs, shelf);
  }

  /** The settings to begin with. */
  get begun(): Looks {
    return this.#looks;
  }

  /** Store these settings in this browser, and send them to the service if there is a player. */
  change(looks: Looks): void {
    this.#looks = looks;
    const waiting = this.service.chosen !== undefined;
    keep({ ...looks, waiting }, this.shelf);
    if (waiting) void this.#tell();
  }

  /** Send changes one after the other, so that the last one wins. */
  async #tell(): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    try {
      let sent: Looks;
      do await this.service.tell((sent = this.#looks));
      while (sent !== this.#looks);
      keep({ ...sent, waiting: false }, this.shelf);
    } catch {
      // The change waits until a table is opened again.
    } finally {
      this.#telling = false;
    }
  }
}
