/**
 * A form that asks the device for a passkey, and sends the device's answer. It either creates a passkey (`create`) or
 * signs in with one (`get`).
 *
 * The options for the device are in the page, or are fetched from the form's address. If `done` is given, the form is
 * sent without leaving the page, and `done` is called when the account has its passkey.
 */

import { gettext } from '../gettext';

type Encoded<Binary, Rest> = Rest & { [name in keyof Binary]: string };
type Named = Encoded<{ id: BufferSource }, Omit<PublicKeyCredentialDescriptor, 'id'>>;

interface PasskeyOptions {
  publicKey: Record<string, unknown> & {
    challenge: string;
    user?: { id: string };
    allowCredentials?: Named[];
    excludeCredentials?: Named[];
  };
}

const FAULTS: Record<string, string> = {
  NotAllowedError: gettext('Nothing was changed: you cancelled, or it took too long. Try again.'),
  InvalidStateError: gettext('This device has a passkey for you already.'),
  SecurityError: gettext('Passkeys work only at the site’s proper address, with https.'),
};

export function mount(form: HTMLFormElement, done?: () => void): () => void {
  const status = form.querySelector<HTMLElement>('[data-passkey-status]');
  const ask = form.dataset['passkey'] === 'create' ? created : got;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const answer = await ask(await asked(form));
      form.querySelector<HTMLInputElement>('[name="credential"]')!.value = JSON.stringify(answer);
      if (!done) form.submit();
      else if (await makesAnAccount(form)) done();
      else location.assign(form.action); // that page says what is wrong
    } catch (fault) {
      const name = fault instanceof Error ? fault.name : '';
      if (status) status.textContent = FAULTS[name] ?? gettext('This did not work. Try again, or another way.');
    }
  };
  if (!('credentials' in navigator) || !('PublicKeyCredential' in window)) {
    if (status) status.textContent = gettext('This browser has no passkeys.');
    return () => undefined;
  }
  form.hidden = false;
  form.addEventListener('submit', send);
  form.querySelector('button')!.disabled = false;
  return () => form.removeEventListener('submit', send);
}

async function asked(form: HTMLFormElement): Promise<PasskeyOptions> {
  const here = document.getElementById('passkey-options')?.textContent;
  if (here) return JSON.parse(here) as PasskeyOptions;
  const response = await fetch(form.action, AS_JSON);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { request_options, creation_options } = (await response.json()) as Record<string, PasskeyOptions>;
  return (request_options ?? creation_options)!;
}

const AS_JSON = { headers: { Accept: 'application/json' } };

async function makesAnAccount(form: HTMLFormElement): Promise<boolean> {
  const response = await fetch(form.action, { ...AS_JSON, method: 'POST', body: new FormData(form) });
  return ((await response.json()) as { account?: boolean }).account === true;
}

async function created({ publicKey }: PasskeyOptions): Promise<object> {
  const options = {
    ...publicKey,
    challenge: bytes(publicKey.challenge),
    user: { ...publicKey.user, id: bytes(publicKey.user?.id ?? '') },
    excludeCredentials: named(publicKey.excludeCredentials),
    // With a discoverable passkey nobody types a name: the device knows the account, and checks who is using it.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey: options })) as PublicKeyCredential;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return answerOf(made, { clientDataJSON, attestationObject });
}

async function got({ publicKey }: PasskeyOptions): Promise<object> {
  const options = {
    ...publicKey,
    challenge: bytes(publicKey.challenge),
    allowCredentials: named(publicKey.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey: options })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response as AuthenticatorAssertionResponse;
  return answerOf(found, { clientDataJSON, authenticatorData, signature, userHandle });
}

function answerOf(passkey: PublicKeyCredential, response: Record<string, ArrayBuffer | null>): object {
  const written = Object.entries(response).flatMap(([part, value]) => (value ? [[part, text(value)]] : []));
  return {
    id: passkey.id,
    rawId: text(passkey.rawId),
    type: passkey.type,
    response: Object.fromEntries(written) as object,
    clientExtensionResults: passkey.getClientExtensionResults(),
  };
}

function named(passkeys: Named[] = []): object[] {
  return passkeys.map((each) => ({ ...each, id: bytes(each.id) }));
}

/** The bytes of a base64url text. */
function bytes(encoded: string): Uint8Array {
  return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** Bytes as a base64url text, without padding. */
function text(buffer: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
