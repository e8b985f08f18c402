/** Receipts on the page that verifies: one that is pasted is checked here, and not sent. */

import { islands } from './islands/island';
import { check } from './verify/checking';
import { receiptIn, type Key } from './verify/receipt';

for (const [element, { keys }] of islands<{ keys: Key[] }>('receipts')) {
  const form = document.querySelector('textarea[data-file]')?.closest('form');
  const rules = element.dataset['rules'] ?? '';
  let leave = (): void => undefined;
  form?.addEventListener('submit', (event) => {
    const signed = receiptIn(form.querySelector('textarea')?.value ?? '');
    leave();
    leave = () => undefined;
    if (!signed) return; // the server replays logs
    event.preventDefault();
    check(element, { signed, keys, rules })
      .then((unmount) => (leave = unmount))
      .catch(() => form.submit()); // it is none after all
  });
}
