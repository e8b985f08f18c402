/** The bell for notices. It is on every page whose viewer is a player. */

import { mount } from './notices/bell';

for (const element of document.querySelectorAll<HTMLElement>('[data-bell]')) mount(element);
