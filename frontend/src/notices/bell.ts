/**
 * The bell of every page: the number of new notices and, for screen readers, the text of the newest.
 *
 * It listens only while the page is visible, and only after the viewer has stayed for a moment. So a viewer who goes
 * from page to page opens no socket, and neither does a tab in the background.
 */

import { stayConnected, type Socket } from '../socket';
import { newsIn, type News } from './messages';

const STAYED_MS = 2500;

export function mount(bell: HTMLElement): void {
  const count = bell.querySelector<HTMLElement>('.count');
  const number = bell.querySelector<HTMLElement>('[data-unread]');
  const spoken = document.querySelector<HTMLElement>('[data-news]');
  let socket: Socket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show({ unread, text }: News): void {
    if (unread) bell.hidden = false;
    if (count) count.hidden = !unread;
    if (number) number.textContent = String(unread);
    if (spoken && text) spoken.textContent = text;
  }

  function listen(): void {
    socket = stayConnected({
      path: () => '/ws/v1/notices',
      onText: (text) => {
        const news = newsIn(text);
        if (news) show(news);
        return news !== null;
      },
      onLink: () => {},
      instead: ({ readNotices }) => readNotices(show),
    });
  }

  function look(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') {
      if (!socket) timer = setTimeout(listen, STAYED_MS);
    } else {
      socket?.stop();
      socket = null;
    }
  }

  document.addEventListener('visibilitychange', look);
  look();
}
