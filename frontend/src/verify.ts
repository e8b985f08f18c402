/** The page that verifies: what every page has, files that are dropped, and the replay of what was verified. */

import './site';
import { mount as mountReplay } from './replay/index';
import { replayed, type Log } from './replay/asking';
import { mount as mountFiles } from './verify/files';

for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-file]')) mountFiles(area);

for (const element of document.querySelectorAll<HTMLElement>('[data-replay]')) {
  const props = document.getElementById(element.dataset['replay'] ?? '');
  if (!props?.textContent) continue;
  const { log } = JSON.parse(props.textContent) as { log: Log };
  mountReplay(element, Promise.all([replayed(log)]), false);
}
