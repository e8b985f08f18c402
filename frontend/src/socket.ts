/** A socket that stays connected, or says that it is not; and what serves in its place where no socket can be had. */

import { retryDelay } from './backoff';

export type WithoutSockets = typeof import('./without_sockets');

/** `refused`: the server does not want us, so there is no use in trying again. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

interface SocketOptions {
  /** Path and query to connect to; it is called for each connection. */
  path: () => string;
  /** Called with each message; returns whether it made sense. */
  onText: (text: string) => boolean;
  /** `live` comes before the first message of a connection. */
  onLink: (link: Link) => void;
  /**
   * Begins another way to what the socket would tell, for networks that let no socket through: after some seconds
   * without a live socket. The function that it returns is called once there is one again.
   */
  instead: (ways: WithoutSockets) => () => void;
}

export interface Socket {
  /** Send a message; false if there is no connection. */
  send: (text: string) => boolean;
  /** Connect again, because the server no longer answers. */
  renew: () => void;
  stop: () => void;
}

/** The codes with which the server refuses a viewer for good: the event is not for them, or does not exist. */
const FINAL = (code: number) => code === 1008 || (code >= 4400 && code < 4500);

/** A proxy may take a handshake and never answer it, or let nothing through after it. The first message comes at once. */
const HANDSHAKE_MS = 8000;
/** The server says something at least every twenty seconds. */
const SILENCE_MS = 45_000;
/** After so much silence a page that comes back to the front does not wait for more. */
const DOUBTFUL_MS = 22_000;
/** By chance, so that a server that starts again does not get the requests of all at one moment. */
const insteadDelay = () => 2500 + Math.random() * 2000;

/** Connect, and reconnect after each loss, until it is stopped. */
export function stayConnected(options: SocketOptions): Socket {
  let socket: WebSocket | null = null;
  let live = false;
  let attempt = 0;
  let heardAt: number;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let leaveInstead: (() => void) | null = null;
  const ended = new AbortController();
  const { signal } = ended;

  function open(): void {
    clearTimeout(retry);
    if (signal.aborted || socket) return;
    const fresh = new WebSocket(address(options.path()));
    socket = fresh;
    listen(HANDSHAKE_MS);
    beginInsteadSoon();
    fresh.onmessage = (event: MessageEvent<unknown>) => {
      if (fresh !== socket || typeof event.data !== 'string') return;
      listen(SILENCE_MS);
      if (!live) {
        live = true;
        endInstead();
        options.onLink('live');
      }
      if (options.onText(event.data)) attempt = 0; // not before: a server may accept and then fail
    };
    fresh.onclose = (event) => {
      if (fresh === socket) lose(FINAL(event.code) ? 'refused' : 'lost');
    };
  }

  /** Wait for the next message. */
  function listen(ms: number): void {
    heardAt = Date.now();
    clearTimeout(silence);
    silence = setTimeout(() => lose('lost'), ms);
  }

  function lose(link: Link): void {
    drop();
    options.onLink(link);
    if (link === 'lost') retry = setTimeout(open, retryDelay(attempt++));
    else stop();
  }

  function drop(): void {
    clearTimeout(retry);
    clearTimeout(silence);
    live = false;
    const old = socket;
    socket = null;
    old?.close();
  }

  function beginInsteadSoon(): void {
    if (!leaveInstead) waiting ??= setTimeout(() => void beginInstead(), insteadDelay());
  }

  async function beginInstead(): Promise<void> {
    // Its address is in the page, so that no page loads what finds scripts by their names.
    const script = import(/* @vite-ignore */ document.documentElement.dataset['withoutSockets']!) as Promise<WithoutSockets>;
    const ways = await script.catch(() => null); // at the next try it may come
    if (!waiting) return;
    waiting = undefined;
    if (ways) leaveInstead = options.instead(ways);
  }

  function endInstead(): void {
    clearTimeout(waiting);
    waiting = undefined;
    leaveInstead?.();
    leaveInstead = null;
  }

  /** The network was lost, which a socket may not notice for minutes. */
  const offline = () => {
    drop();
    options.onLink('lost');
  };
  /** The network is back, or the page is visible again: connect without waiting, also where the socket seems dead. */
  const look = () => {
    if (!navigator.onLine || document.visibilityState !== 'visible') return;
    if (live && Date.now() - heardAt > DOUBTFUL_MS) lose('lost');
    open();
  };

  window.addEventListener('offline', offline, { signal });
  window.addEventListener('online', look, { signal });
  window.addEventListener('pageshow', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  open();

  function stop(): void {
    ended.abort();
    endInstead();
    drop();
  }

  return {
    send: (text) => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    renew: () => {
      if (socket) lose('lost');
    },
    stop,
  };
}

function address(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
