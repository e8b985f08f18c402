/** The home page and circles: near times are shown with the names of their days. */

import './site';
import * as soon from './islands/soon';

for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-soon]')) soon.mount(element);
