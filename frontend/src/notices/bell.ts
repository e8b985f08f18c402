/**
 * The bell of every page: how many notices are new, and what the newest one says, for screen readers.
 *
 * It listens as long as somebody looks at the page, and not before they have stayed a moment: whoever goes from page to
 * page opens no socket, nor does a tab behind others.
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
