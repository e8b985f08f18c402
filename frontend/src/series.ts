/** The form that makes a series. */

import * as ownZone from './islands/own_zone';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-own-zone]')) ownZone.mount(form);
