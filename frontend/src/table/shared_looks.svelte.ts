/** The settings for cards that all tables on a page share. */

import { ask } from '../api';
import type { Looks } from './looks';
import { LooksKeeper } from './looks_keeper';

const keeper = new LooksKeeper(
  { chosen: document.body.dataset['preferences'], tell: (preferences) => ask('me', { preferences }, 'PATCH') },
  () => localStorage,
);

const shared: Looks = $state({ ...keeper.begun });

export const looks = {
  get current(): Readonly<Looks> {
    return shared;
  },
  change(changes: Partial<Looks>): void {
    Object.assign(shared, changes);
    keeper.change({ ...shared });
  },
};
