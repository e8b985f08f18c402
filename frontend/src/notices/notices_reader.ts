/** Reads new notices for the bell from time to time, when no socket can be opened. */

import { language } from '../gettext';
import type { Schemas } from '../schema';
import type { News } from './messages';

const READ_EVERY_MS = 20_000;

/** Read the notices from time to time, also after a failure, until the returned function is called. */
export function readNotices(show: (news: News) => void): () => void {
  let known: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function look(): Promise<void> {
    const answer = await fetch('/api/v1/notices?unread=true&limit=200', { headers: { 'Accept-Language': language } }).catch(() => null);
    const page = answer?.ok ? ((await answer.json()) as Schemas['NoticePage']) : null;
    if (stopped) return;
    if (page) {
      const newest = page.results[0];
      const isNew = known !== null && newest !== undefined && newest.id !== known;
      show({ unread: page.results.length, text: isNew ? newest.text : null });
      known = newest?.id ?? '';
    }
    timer = setTimeout(() => void look(), READ_EVERY_MS * (0.8 + 0.4 * Math.random()));
  }

  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
