/** What a page asks of the service worker. */

/** Keep the practice of a game, by the path of its page; resolves to whether that was done. */
export async function keepHere(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !(await navigator.serviceWorker.getRegistration())) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    active?.postMessage({ keep: path }, [port2]);
  });
}

/** Whether something is kept here, by its path. */
export async function isKept(path: string): Promise<boolean> {
  return 'caches' in globalThis && (await caches.match(path)) !== undefined;
}
