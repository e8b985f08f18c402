/**
 * The feed of a competition when no socket can be opened: over the event stream or, if the stream is silent or refused,
 * by reading the competition and its standings again and again.
 */

import { retryDelay } from '../backoff';
import { language } from '../gettext';
import type { Schemas } from '../schema';
import type { Link } from '../socket';

interface FeedReader {
  competition: string;
  /** The newest version of the standings that the page knows. */
  ask: () => number;
  /** Called with each message, as the socket would send it. Returns false if it is no message that this page knows. */
  hear: (text: string) => boolean;
  onLink: (link: Link) => void;
}

/** How long to wait for the first message of a stream, which comes at once unless a proxy holds it back. */
const BEGINNING_MS = 5000;
const SILENCE_MS = 45_000;
const READ_EVERY_MS = 10_000;

/** Read the feed until the returned function is called. */
export function readFeed(feed: FeedReader): () => void {
  let leave = byStream(feed, () => (leave = byReading(feed)));
  return () => leave();
}

/** Read the event stream. If it is silent or refused, call `fail` once. */
function byStream({ competition, ask, hear, onLink }: FeedReader, fail: () => void): () => void {
  let source: EventSource | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;

  /** Keep the stream open only while the page is visible: browsers allow few connections to a site. */
  function look(): void {
    const seen = document.visibilityState === 'visible';
    if (!seen) close();
    else if (!source) open();
  }

  function open(): void {
    source = new EventSource(`/api/v1/competitions/${competition}/stream?since=${ask()}`);
    silence = setTimeout(lose, BEGINNING_MS);
    source.onerror = lose;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(silence);
      silence = setTimeout(lose, SILENCE_MS);
      if (hear(data)) onLink('live');
    };
  }

  function close(): void {
    clearTimeout(silence);
    source?.close();
    source = null;
  }

  function stop(): void {
    document.removeEventListener('visibilitychange', look);
    close();
  }

  function lose(): void {
    stop();
    fail();
  }

  document.addEventListener('visibilitychange', look);
  look();
  return stop;
}

const get = (path: string) => fetch(`/api/v1/competitions/${path}`, { headers: { Accept: 'application/json', 'Accept-Language': language } });

/** Read the competition and its standings again and again. The browser sends the ETag of the answer that it has. */
function byReading({ competition, ask, hear, onLink }: FeedReader): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let failures = 0;
  let known = '';

  async function look(): Promise<void> {
    let pause = READ_EVERY_MS * (0.8 + 0.4 * Math.random());
    try {
      const [state, standings] = await Promise.all([get(competition), get(`${competition}/standings?limit=25`)]);
      const status = Math.max(state.status, standings.status);
      if (status >= 400 && status < 500 && status !== 429) return onLink('refused');
      if (!state.ok || !standings.ok) throw new Error(`${status}`);
      const now = new Date(standings.headers.get('Date') ?? Date.now()).toISOString();
      const [about, sheet] = (await Promise.all([state.json(), standings.json()])) as [Schemas['Competition'], Schemas['Standings']];
      if (stopped) return;
      failures = 0;
      onLink('live');
      const { state: called, opens_at, closes_at, freeze_at, rounds } = about;
      const timetable = { type: 'state', state: called, opens_at, closes_at, freeze_at, rounds };
      if (known !== (known = JSON.stringify(timetable))) hear(JSON.stringify({ ...timetable, now }));
      if (ask() !== sheet.version) hear(JSON.stringify({ ...sheet, type: 'standings' }));
    } catch {
      if (stopped) return;
      onLink('lost');
      pause += retryDelay(failures++);
    }
    timer = setTimeout(() => void look(), pause);
  }

  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
