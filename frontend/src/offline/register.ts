/**
 * Installs the service worker after the page has loaded. Browsers without service workers can still use the rest of
 * the site.
 */

if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
