/**
 * A button that turns on reminders in this browser, if the browser can show them. Only a press of the button asks for
 * permission.
 */

export function mount(button: HTMLButtonElement): void {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return;
  if (Notification.permission === 'denied') return;
  void navigator.serviceWorker.ready.then(({ pushManager }) => {
    button.hidden = false;
    button.onclick = async () => {
      button.disabled = true;
      const status = document.createElement('p');
      status.setAttribute('role', 'status');
      button.after(status);
      const { done = '', refused = '', failed = '' } = button.dataset;
      const sent = await ask(pushManager, button.dataset).catch(() => false);
      status.textContent = sent ? done : Notification.permission === 'granted' ? failed : refused;
      if (sent) button.remove();
      else button.disabled = false;
    };
  });
}

/** Ask the user for permission and the browser for a subscription; send this to the site. Returns whether it worked. */
async function ask(pushManager: PushManager, { remind = '', key = '' }: DOMStringMap): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // End an old subscription first: it may belong to a key that the site no longer has.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
  const answer = await fetch(remind, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'X-CSRFToken': token },
    body: new URLSearchParams({ endpoint: endpoint ?? '', zone, ...keys }),
  });
  return answer.status === 204;
}
