/** Have the service worker installed once the page is there. Where there can be none, everything else works without. */

if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
