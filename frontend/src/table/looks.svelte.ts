/** The look of cards that all tables on a page share. */

import { keep, read, type Looks } from './looks';

const shelf = () => localStorage;

const shared: Looks = $state(read(shelf));

export const looks = {
  get current(): Readonly<Looks> {
    return shared;
  },
  change(changes: Partial<Looks>): void {
    Object.assign(shared, changes);
    keep({ ...shared }, shelf);
  },
};
