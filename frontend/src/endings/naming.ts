/** A name that is claimed without leaving the page. */

/** Send the form from here; where the server refuses the name, send it as if there were no script. */
export function claimInPlace(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void claim(form);
  });
}

async function claim(form: HTMLFormElement): Promise<void> {
  const sent: RequestInit = { method: 'POST', body: new FormData(form), credentials: 'same-origin', redirect: 'manual' };
  const answer = await fetch(form.action, sent).catch(() => null);
  if (answer?.type !== 'opaqueredirect') return form.submit();
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  told.textContent = form.dataset['inPlace'] ?? '';
  form.replaceWith(told);
}
