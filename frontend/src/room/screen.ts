/** Fills the screen with the page, and keeps the screen from going dark. */

/** Whether this browser can fill the screen with the page. */
export const canFill = (): boolean => document.fullscreenEnabled;

/** Fill the screen with the page, or stop doing so. */
export async function toggleFull(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // The browser refused. The page also works in a window.
  }
}

/** Keep the screen on while the page is visible, if the browser can, until the returned function is called. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;

  async function ask(): Promise<void> {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (stopped) await lock.release();
    } catch {
      // When the battery is low, browsers refuse.
    }
  }

  // The lock ends whenever the page is hidden, so ask for a new one when the page is visible again.
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
