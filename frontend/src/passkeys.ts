/** Forms that ask the device for a passkey before they are sent. */

import { mount } from './islands/passkey';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) mount(form);
