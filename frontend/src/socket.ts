/** A socket that reconnects and reports its state, and the scripts that replace it if no socket can be opened. */

import { retryDelay } from './backoff';

export type WithoutSockets = typeof import('./without_sockets');

/** `refused`: the server refuses this viewer for good, so that trying again is useless. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

interface SocketOptions {
  /** The path and query of the socket; called for each connection. */
  path: () => string;
  /** Called with each text that arrives. Returns false if it is no message that this page knows. */
  onText: (text: string) => boolean;
  /** Called with each new state; with `live` before the first message of a connection. */
  onLink: (link: Link) => void;
  /**
   * Begins another way to get the messages, for networks that let no socket through. It is called after some seconds
   * without a live socket. When a socket is live again, the function that it returned is called.
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

/** Whether a closing code refuses a viewer for good: what they asked for is not for them, or does not exist. */
const FINAL = (code: number) => code === 1008 || (code >= 4400 && code < 4500);

/**
 * How long a new socket may stay silent before it is given up. The server sends its first message at once, but some
 * proxies let nothing through.
 */
const HANDSHAKE_MS = 8000;
/** How long a socket may stay silent later. The server sends something at least every twenty seconds. */
const SILENCE_MS = 45_000;
/** When a page becomes visible again, a socket that was silent for this long is replaced at once. */
const DOUBTFUL_MS = 22_000;
/**
 * The wait in milliseconds before `instead` is called. It is random, so that after a restart of the server not all pages
 * ask at the same moment.
 */
const insteadDelay = () => 2500 + Math.random() * 2000;

/** Connect, and reconnect after each loss, until `stop` is called. */
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
      if (options.onText(event.data)) attempt = 0; // not earlier: a server may accept, and then fail
    };
    fresh.onclose = (event) => {
      if (fresh === socket) lose(FINAL(event.code) ? 'refused' : 'lost');
    };
  }

  /** Wait `ms` milliseconds for the next message. If none arrives, the connection counts as lost. */
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
    // The address of the script is in the page. If this script imported it by name, the build would add a file that helps
    // with imports on demand, and every page would load that file.
    const script = import(/* @vite-ignore */ document.documentElement.dataset['withoutSockets']!) as Promise<WithoutSockets>;
    const ways = await script.catch(() => null); // the next try may succeed
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

  /** The network was lost. A socket may not notice that for minutes. */
  const offline = () => {
    drop();
    options.onLink('lost');
  };
  /**
   * The network is back, or the page is visible again: connect at once if there is no socket, and replace a socket that
   * seems dead.
   */
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
