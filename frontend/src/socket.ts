/** A socket that stays connected, or says that it is not. */

import { retryDelay } from './backoff';

/** `refused`: the server does not want us, so there is no use in trying again. */
export type Link = 'connecting' | 'live' | 'lost' | 'refused';

interface SocketOptions {
  /** Path and query to connect to; it is called for each connection. */
  path: () => string;
  /** Called with each message; returns whether it made sense. */
  onText: (text: string) => boolean;
  onLink: (link: Link) => void;
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

/** Connect, and reconnect after each loss, until it is stopped. */
export function stayConnected(options: SocketOptions): Socket {
  let socket: WebSocket | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function open(): void {
    clearTimeout(timer);
    if (stopped || socket) return;
    const fresh = new WebSocket(address(options.path()));
    socket = fresh;
    fresh.onopen = () => {
      if (fresh === socket) options.onLink('live');
    };
    fresh.onmessage = (event: MessageEvent<unknown>) => {
      if (fresh !== socket || typeof event.data !== 'string') return;
      if (options.onText(event.data)) attempt = 0; // not before: a server may accept and then fail
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

  /** The network was lost, which a socket may not notice for minutes. */
  const offline = () => {
    drop();
    options.onLink('lost');
  };
  /** The network is back, or the page is visible again: connect without waiting any longer. */
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

  return {
    send: (text) => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    renew: () => {
      if (!stopped && socket) lose('lost');
    },
    stop,
  };
}

function address(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
