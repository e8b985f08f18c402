/** The requests of a page to the service worker. */

/** Keep a game's page of practice, given its path. Resolves to whether that worked. */
export async function keepHere(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !(await navigator.serviceWorker.getRegistration())) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    active?.postMessage({ keep: path }, [port2]);
  });
}

/** Whether the page at a path is kept in this browser. */
export async function isKept(path: string): Promise<boolean> {
  return 'caches' in globalThis && (await caches.match(path)) !== undefined;
}
