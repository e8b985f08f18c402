/** What the service worker shows of a message that was pushed to this browser, and where a press leads. */

export interface Shown {
  title: string;
  options: { body: string; tag: string; icon: string; data: string };
}

/** The notice of a message. A browser asks for one even where the message cannot be read. */
export function shownOf(read: () => unknown): Shown {
  let told: Record<string, unknown> = {};
  try {
    const message = read();
    if (typeof message === 'object' && message !== null) told = { ...message };
  } catch {
    // It was written by another release, and says at least that there is something.
  }
  const text = (name: string, otherwise: string) => (typeof told[name] === 'string' ? told[name] : otherwise);
  return {
    title: text('title', 'Evendeal'),
    options: { body: text('body', ''), tag: text('tag', 'reminder'), icon: '/icon-192.png', data: text('path', '/') },
  };
}

/** The page of this site that a press opens. */
export function pageAt(path: unknown, origin: string): string {
  const asked = typeof path === 'string' && URL.canParse(path, origin) ? new URL(path, origin) : null;
  return asked?.origin === origin ? asked.href : `${origin}/`;
}

interface Tab {
  url: string;
  focus(): Promise<unknown>;
}

export interface Tabs {
  matchAll(options: { type: 'window' }): Promise<readonly Tab[]>;
  openWindow(url: string): Promise<unknown>;
}

/** Show a page, in the tab that has it already if there is one. */
export async function open(page: string, tabs: Tabs): Promise<void> {
  const there = (await tabs.matchAll({ type: 'window' })).find(({ url }) => url === page);
  await (there ? there.focus() : tabs.openWindow(page));
}
