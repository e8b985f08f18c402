/** The socket: it stays connected, or says that it is not, and passes on what it hears. */

import { retryDelay } from './backoff';
import type { Link } from './board';
import { messageIn, type Message } from './messages';

export interface FeedOptions {
  competition: string;
  /** The newest version at hand: the server sends only what is newer. */
  since: () => number;
  onMessage: (message: Message) => void;
  onLink: (link: Link) => void;
}

/** How the server closes on whom it does not want: not for this viewer, no such event. */
const FINAL = (code: number) => code === 1008 || (code >= 4400 && code < 4500);

/** Watch a competition until the returned function is called. */
export function watch(options: FeedOptions): () => void {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function open(): void {
    clearTimeout(timer);
    if (stopped || socket) return;
    const fresh = new WebSocket(address(options.competition, options.since()));
    socket = fresh;
    fresh.onopen = () => {
      if (fresh !== socket) return;
      options.onLink('live');
    };
    fresh.onmessage = (event: MessageEvent<unknown>) => {
      if (fresh !== socket || typeof event.data !== 'string') return;
      const message = messageIn(event.data);
      if (!message) return;
      attempt = 0; // only now: a server that opens and breaks off is not to be hurried
      options.onMessage(message);
    };
    fresh.onclose = (event) => {
      if (fresh === socket) lose(FINAL(event.code) ? 'refused' : 'lost');
    };
  }

  function lose(link: Link): void {
    drop();
    options.onLink(link);
    if (link === 'lost') timer = setTimeout(open, retryDelay(attempt++));
    else stop();
  }

  function drop(): void {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    old?.close();
  }

  /** The network went: a socket may not notice for minutes. */
  const offline = () => {
    drop();
    options.onLink('lost');
  };
  /** It is back, or somebody looks again: no need to sit out the wait. */
  const retry = () => {
    if (navigator.onLine && document.visibilityState === 'visible') open();
  };

  window.addEventListener('offline', offline);
  window.addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  open();

  function stop(): void {
    stopped = true;
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    drop();
  }

  return stop;
}

function address(competition: string, since: number): string {
  const url = new URL(`/ws/v1/competitions/${competition}?since=${since}`, location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
