/** The page of a round: what every page has, the table of a running attempt, and the standing. */

import './site';
import './style/play.css';
import { mount, mountStanding } from './play/index';
import type { Place, Start } from './play/start';

function props<Props>(id: string | undefined): Props | null {
  const text = document.getElementById(id ?? '')?.textContent;
  return text ? (JSON.parse(text) as Props) : null;
}

for (const element of document.querySelectorAll<HTMLElement>('[data-play]')) {
  const start = props<Start>(element.dataset['play']);
  if (start) mount(element, start);
}
for (const element of document.querySelectorAll<HTMLElement>('[data-standing]')) {
  const place = props<Place>(element.dataset['standing']);
  if (place) mountStanding(element, place);
}
