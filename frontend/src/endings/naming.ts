/** Forms that are sent without leaving the page: a name that is claimed, an offer that is dismissed. */

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
  tellInstead(form);
}

/** Show the words of a form that has done its work in its place, or in that of the part of the page that goes with it. */
export function tellInstead(form: HTMLFormElement): void {
  const told = document.createElement('p');
  told.setAttribute('role', 'status');
  told.textContent = form.dataset['inPlace'] ?? '';
  (form.closest('[data-goes-with-its-forms]') ?? form).replaceWith(told);
}
