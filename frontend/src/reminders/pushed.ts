/** Turns a pushed message into a notification, and finds the page that a press on the notification opens. */

export interface Shown {
  title: string;
  options: { body: string; tag: string; icon: string; data: string };
}

/** The notification for a message. Browsers demand one even if the message cannot be read. */
export function shownOf(read: () => unknown): Shown {
  let fields: Record<string, unknown> = {};
  try {
    const message = read();
    if (typeof message === 'object' && message !== null) fields = { ...message };
  } catch {
    // The notification has only a general text.
  }
  const text = (name: string, otherwise: string) => (typeof fields[name] === 'string' ? fields[name] : otherwise);
  return {
    title: text('title', 'Evendeal'),
    options: { body: text('body', ''), tag: text('tag', 'reminder'), icon: '/icon-192.png', data: text('path', '/') },
  };
}

/** The address that a press on the notification opens. If `path` does not lead to this site, it is the home page. */
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

/** Show a page, in a tab that already shows it if there is one. */
export async function open(page: string, tabs: Tabs): Promise<void> {
  const there = (await tabs.matchAll({ type: 'window' })).find(({ url }) => url === page);
  await (there ? there.focus() : tabs.openWindow(page));
}
