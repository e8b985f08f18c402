/** Forms that are sent without leaving the page, such as the one in which a guest chooses a name. */

/** When the form is submitted, send it without leaving the page. If that fails, send it as if there were no script. */
export function sendInPlace(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const sent: RequestInit = { method: 'POST', body: new FormData(form), credentials: 'same-origin', redirect: 'manual' };
  const answer = await fetch(form.action, sent).catch(() => null);
  if (answer?.type !== 'opaqueredirect') return form.submit();
  tellInstead(form);
}

/**
 * After a form was sent, show the text of its `data-in-place` where the form was. If the form lies in a part of the
 * page with `data-goes-with-its-forms`, the text replaces that whole part.
 */
export function tellInstead(form: HTMLFormElement): void {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.textContent = form.dataset['inPlace'] ?? '';
  (form.closest('[data-goes-with-its-forms]') ?? form).replaceWith(status);
}
