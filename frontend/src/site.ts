/** What every page has: its style, dates in the viewer's zone, counting down to them, and buttons that copy. */

import './style/site.css';
import './offline/register';
import * as copying from './islands/copying';
import * as countdown from './islands/countdown';
import * as fromAddress from './islands/from_address';
import * as localTime from './islands/local_time';
import * as momentInput from './islands/moment_input';
import * as offers from './islands/offers';
import * as printing from './islands/printing';

for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) localTime.mount(element);
for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) countdown.mount(element);
for (const element of document.querySelectorAll<HTMLInputElement>('input[data-moment]')) momentInput.mount(element);
for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) copying.mount(element);
for (const element of document.querySelectorAll<HTMLElement>('[data-print]')) printing.mount(element);
for (const input of document.querySelectorAll<HTMLInputElement>('[data-from-address]')) fromAddress.mount(input);
for (const choice of document.querySelectorAll<HTMLSelectElement>('select[name="preset_game"]')) offers.mount(choice);
