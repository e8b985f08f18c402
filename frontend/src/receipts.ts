/** Checks a receipt that is pasted into the page for verifying. The receipt is not sent to the server. */

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
    if (!signed) return; // a log goes to the server, which replays it
    event.preventDefault();
    check(element, { signed, keys, rules })
      .then((unmount) => (leave = unmount))
      .catch(() => form.submit()); // the text is no receipt after all
  });
}
