/** The organiser's desk: what every page has, and a table of players that follows what happens. */

import './site';
import * as table from './desk/table';

for (const element of document.querySelectorAll<HTMLElement>('[data-desk]')) table.mount(element);
