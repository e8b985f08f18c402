/** The bell for notices, which every page has whose viewer is a player. */

import { mount } from './notices/bell';

for (const element of document.querySelectorAll<HTMLElement>('[data-bell]')) mount(element);
