/** The home page and circles: times that are not far off, by the names of their days. */

import './site';
import * as soon from './islands/soon';

for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-soon]')) soon.mount(element);
