/** The service worker: it answers requests of pages when there is no network, and shows reminders. */

import { Keeper, type Build } from './offline/keeper';
import { open, pageAt, shownOf, type Tabs } from './reminders/pushed';

/** The view that serves this script writes this constant before the script. */
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

interface Pushed extends Lasting {
  data: { json(): unknown } | null;
}

interface Pressed extends Lasting {
  notification: Pick<Notification, 'data' | 'close'>;
}

/** The globals of a service worker that are missing in TypeScript's library for pages. */
interface ServiceWorkerSelf {
  skipWaiting(): Promise<void>;
  clients: Tabs & { claim(): Promise<void> };
  registration: { showNotification(title: string, options: object): Promise<void> };
  addEventListener(event: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(event: 'fetch', listener: (event: Asking) => void): void;
  addEventListener(event: 'message', listener: (event: Wish) => void): void;
  addEventListener(event: 'push', listener: (event: Pushed) => void): void;
  addEventListener(event: 'notificationclick', listener: (event: Pressed) => void): void;
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
worker.addEventListener('push', (event) => {
  const { title, options } = shownOf(() => event.data?.json());
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pageAt(event.notification.data, location.origin), worker.clients));
});
