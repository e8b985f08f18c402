/** The service worker: it stands between the pages and the site, and helps where there is no network. */

import { Keeper, type Build } from './offline/keeper';

/** Written before this script by the view that serves it. */
declare const BUILD: Build;

interface Lasting extends Event {
  waitUntil(until: Promise<unknown>): void;
}

interface Asking extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Wish extends Lasting {
  data: { keep: string };
  ports: readonly MessagePort[];
}

/** What a service worker has, of which TypeScript's library for pages knows nothing. */
interface ServiceWorkerSelf {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(event: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(event: 'fetch', listener: (event: Asking) => void): void;
  addEventListener(event: 'message', listener: (event: Wish) => void): void;
}

const worker = self as unknown as ServiceWorkerSelf;
const seed = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
const keeper = new Keeper(BUILD, caches, (asked, how) => fetch(asked, how), seed);

worker.addEventListener('install', (event) => event.waitUntil(keeper.install().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(keeper.activate().then(() => worker.clients.claim())));
worker.addEventListener('fetch', (event) => {
  const answer = keeper.answer(event.request, location.origin);
  if (answer) event.respondWith(answer);
});
worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  event.waitUntil(
    keeper.keep(event.data.keep).then(
      () => port?.postMessage(true),
      () => port?.postMessage(false),
    ),
  );
});
