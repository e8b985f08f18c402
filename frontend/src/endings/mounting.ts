/** What works in an ending that the server wrote: buttons to share and to be reminded, a name to claim in place, times,
 * and the lesson. */

import { mount as mountTime } from '../islands/local_time';
import { mount as mountSharing } from '../islands/sharing';
import { claimInPlace } from './naming';

export function mountAll(part: ParentNode): void {
  for (const element of part.querySelectorAll<HTMLElement>('[data-share]')) mountSharing(element);
  for (const time of part.querySelectorAll<HTMLTimeElement>('time[data-local]')) mountTime(time);
  for (const form of part.querySelectorAll<HTMLFormElement>('form[data-in-place]')) claimInPlace(form);
  for (const button of part.querySelectorAll<HTMLButtonElement>('[data-remind]'))
    void import('../islands/reminding').then(({ mount }) => mount(button));
  if (part.querySelector('[data-lesson]')) void import('./lesson').then(({ showLesson }) => showLesson());
}
