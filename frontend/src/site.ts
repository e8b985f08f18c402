/** The style and the islands of every page, such as times in the viewer's zone, countdowns, and buttons that copy. */

import './style/site.css';
import './offline/register';
import * as copying from './islands/copying';
import * as countdown from './islands/countdown';
import * as fromAddress from './islands/from_address';
import * as localTime from './islands/local_time';
import * as momentInput from './islands/moment_input';
import * as offers from './islands/offers';
import * as printing from './islands/printing';

/** Mount the islands of the page, or of a part whose content was replaced. */
export function mountIn(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-local]')) localTime.mount(element);
  for (const element of part.querySelectorAll<HTMLElement>('[data-until]')) countdown.mount(element);
  for (const element of part.querySelectorAll<HTMLInputElement>('input[data-moment]')) momentInput.mount(element);
  for (const element of part.querySelectorAll<HTMLElement>('[data-copy]')) copying.mount(element);
  for (const element of part.querySelectorAll<HTMLElement>('[data-print]')) printing.mount(element);
  for (const input of part.querySelectorAll<HTMLInputElement>('[data-from-address]')) fromAddress.mount(input);
  for (const choice of part.querySelectorAll<HTMLSelectElement>('select[name="preset_game"]')) offers.mount(choice);
}

mountIn(document);
