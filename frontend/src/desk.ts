/** The organiser's desk: the islands of every page, and a table of players that is kept up to date. */

import './site';
import * as table from './desk/table';

for (const element of document.querySelectorAll<HTMLElement>('[data-desk]')) table.mount(element);
