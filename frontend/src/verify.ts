/** The page that verifies: what every page has, files that are dropped, and the replay of what was verified. */

import './site';
import { islands } from './islands/island';
import { show } from './replay/showing';
import { replayed, type Log } from './replay/asking';
import { mount as mountFiles } from './verify/files';

for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-file]')) mountFiles(area);

for (const [element, { log }] of islands<{ log: Log }>('replay')) {
  show(element, Promise.all([replayed(log)]), false);
}
