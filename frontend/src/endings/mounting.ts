/**
 * Starts the scripts in an ending that the server wrote: buttons to share and to be reminded, forms for a name and an
 * account, times, and small tables.
 */

import { mount as mountTime } from '../islands/local_time';
import { mount as mountSharing } from '../islands/sharing';
import { sendInPlace, tellInstead } from './forms_in_place';

export function mountAll(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-share]')) mountSharing(element);
  for (const time of part.querySelectorAll<HTMLTimeElement>('time[data-local]')) mountTime(time);
  for (const time of part.querySelectorAll<HTMLTimeElement>('time[data-soon]'))
    void import('../islands/soon').then(({ mount }) => mount(time));
  for (const form of part.querySelectorAll<HTMLFormElement>('form[data-in-place]:not([data-passkey])')) sendInPlace(form);
  for (const button of part.querySelectorAll<HTMLButtonElement>('[data-remind]'))
    void import('../islands/reminding').then(({ mount }) => mount(button));
  for (const form of part.querySelectorAll<HTMLFormElement>('form[data-passkey]'))
    void import('../islands/passkey').then(({ mount }) => mount(form, () => tellInstead(form)));
  if (part.querySelector('[data-board]')) void import('./boards').then(({ drawBoards }) => drawBoards(part));
}
