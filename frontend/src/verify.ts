/** The page for verifying: the islands of every page, dropped files, and the replay of a verified log. */

import './site';
import { islands } from './islands/island';
import { show } from './replay/showing';
import { replayed, type Log } from './replay/recordings';
import { mount as mountFiles } from './verify/files';

for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-file]')) mountFiles(area);

for (const [element, { log }] of islands<{ log: Log }>('replay')) {
  show(element, Promise.all([replayed(log)]), false);
}
