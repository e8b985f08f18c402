/** What every page has: its style, dates in the viewer's zone, and buttons that copy. */

import './style/site.css';
import * as copying from './islands/copying';
import * as localTime from './islands/local_time';
import * as momentInput from './islands/moment_input';

for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) localTime.mount(element);
for (const element of document.querySelectorAll<HTMLInputElement>('input[data-moment]')) momentInput.mount(element);
for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) copying.mount(element);
