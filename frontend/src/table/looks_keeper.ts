/**
 * The look of the player, which the service keeps for all their devices. What was changed here waits in this browser
 * until the service has it: without a network, that is when a table is opened again.
 */

import { keep, kept, read, type Looks, type Shelf } from './looks';

interface LooksService {
  /** What the page says the player has chosen, as JSON; null for nothing yet, undefined without a player. */
  chosen: string | undefined;
  /** Gives a look to the service; rejects if it did not take it. */
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
    // This browser is ahead with what waits, and with what it had before it knew who plays.
    const ahead = own !== null && (own.waiting || !theirs);
    const { waiting: _, ...looks } = (ahead ? own : theirs) ?? read('null');
    this.#looks = looks;
    if (ahead) this.change(looks);
    else if (theirs) keep(theirs, shelf);
  }

  /** The look to begin with. */
  get begun(): Looks {
    return this.#looks;
  }

  /** The look is another now. */
  change(looks: Looks): void {
    this.#looks = looks;
    const waiting = this.service.chosen !== undefined;
    keep({ ...looks, waiting }, this.shelf);
    if (waiting) void this.#tell();
  }

  /** One after the other, so that the last one holds. */
  async #tell(): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    try {
      let sent: Looks;
      do await this.service.tell((sent = this.#looks));
      while (sent !== this.#looks);
      keep({ ...sent, waiting: false }, this.shelf);
    } catch {
      // It waits.
    } finally {
      this.#telling = false;
    }
  }
}
