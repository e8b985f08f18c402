/**
 * Checks a receipt without asking anybody: its signature, its commitment, and the proof that it is in the history.
 */

import { gettext } from '../gettext';
import type { Schemas } from '../schema';

export type SignedReceipt = Schemas['SignedReceipt'];
export type Key = Schemas['Key'];

/** One checked fact in words; `right` is null if it could not be checked. */
export interface ReceiptFinding {
  right: boolean | null;
  said: string;
}

/**
 * The fields of a receipt that are certified, and so in the history. The ids of competition and player are certified,
 * too.
 */
const RESULT = [
  'log', 'round', 'deal', 'commitment', 'moves', 'score', 'won', 'finished', 'place', 'field', 'started_at',
  'ended_at', 'rules_version',
] as const;

/** The receipt in a text, also after a byte order mark, which `trim` removes; null if the text is something else. */
export function receiptIn(text: string): SignedReceipt | null {
  try {
    const value = JSON.parse(text.trim()) as { receipt?: unknown } | null;
    return typeof value?.receipt === 'object' && value.receipt ? (value as unknown as SignedReceipt) : null;
  } catch {
    return null;
  }
}

/** The canonical form of a JSON value (RFC 8785). It writes numbers and texts as JavaScript does. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

/** All findings except that of `ofGame`, which needs the rules. */
export async function findings(signed: SignedReceipt, keys: Key[]): Promise<ReceiptFinding[]> {
  return [await ofSignature(signed, keys), await ofCommitment(signed), ...(await ofHistory(signed))];
}

async function ofSignature({ receipt, key, signature }: SignedReceipt, keys: Key[]): Promise<ReceiptFinding> {
  const known = keys.find((each) => each.id === key);
  if (!known) return { right: false, said: gettext('The key that signed it does not belong to this site.') };
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('raw', fromBase64(known.public), 'Ed25519', false, ['verify']);
  } catch {
    return { right: null, said: gettext('This browser cannot check signatures (Ed25519); a newer one can.') };
  }
  const right = await crypto.subtle
    .verify('Ed25519', imported, fromBase64(signature), bytes(canonical(receipt)))
    .catch(() => false);
  return { right, said: right ? gettext('This site has signed it.') : gettext('The signature is not this site’s: something was changed.') };
}

async function ofCommitment({ receipt: { commitment, deal } }: SignedReceipt): Promise<ReceiptFinding> {
  const made = hex(await sha256(bytes(`evendeal-commit-1\n${deal.game}\n${deal.seed}`)));
  return made === commitment
    ? { right: true, said: gettext('The cards match the fingerprint published before the round.') }
    : { right: false, said: gettext('The cards do not match the fingerprint published before the round.') };
}

async function ofHistory({ receipt, inclusion }: SignedReceipt): Promise<ReceiptFinding[]> {
  if (!inclusion) return [{ right: null, said: gettext('The receipt has no proof that the result is in the site’s history.') }];
  const { leaf, size, root, proof } = inclusion;
  const said = Object.fromEntries(RESULT.map((name) => [name, receipt[name]]));
  const result = canonical({ ...said, competition: receipt.competition.id, player: receipt.player.id });
  const data = canonical({ type: 'result', hash: hex(await sha256(bytes(result))) });
  const right = (await rootOf(await sha256(joined([0], bytes(data))), leaf, size, proof)) === root;
  return right
    ? [{ right, said: gettext('The result is number {number} of {size} in the site’s history, whose root is {root}.', { number: leaf + 1, size, root }) }]
    : [{ right, said: gettext('The receipt’s proof does not show that the result is in the site’s history.') }];
}

/**
 * The root to which an audit path leads from a leaf (RFC 9162, 2.1.3.2). Null if a tree of this size has no leaf with
 * this number, or no path of this length to it.
 */
export async function rootOf(digest: Uint8Array, leaf: number, size: number, proof: string[]): Promise<string | null> {
  if (!(Number.isSafeInteger(leaf) && Number.isSafeInteger(size) && 0 <= leaf && leaf < size)) return null;
  let [at, last, found] = [leaf, size - 1, digest];
  const up = () => ([at, last] = [Math.floor(at / 2), Math.floor(last / 2)]);
  for (const each of proof) {
    if (last === 0) return null;
    if (at % 2 || at === last) {
      found = await sha256(joined([1], fromHex(each), found));
      while (at % 2 === 0 && at) up();
    } else found = await sha256(joined([1], found, fromHex(each)));
    up();
  }
  return last === 0 ? hex(found) : null;
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

function joined(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...Array.from(part)]));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The part of the rules' answer to a log that is compared with the receipt. */
export interface GameAnswer {
  ok: boolean;
  score?: number;
  won?: boolean;
  finished?: boolean;
  error?: string;
}

/** The finding about the replay of the receipt's game. */
export function ofGame({ score, won, finished }: SignedReceipt['receipt'], played: GameAnswer): ReceiptFinding {
  if (!played.ok) return { right: false, said: gettext('The game cannot be played like this: {reason}.', { reason: played.error ?? '' }) };
  const right = played.score === score && played.won === won && played.finished === finished;
  if (right) return { right, said: gettext('Played again by the rules, the moves score {score}.', { score }) };
  if (played.score === score) return { right, said: gettext('Played again by the rules, the game does not end as the receipt says, though it scores {score}.', { score }) };
  const said =
    played.score === undefined
      ? gettext('Played again by the rules, the moves score nothing, not {certified}.', { certified: score })
      : gettext('Played again by the rules, the moves score {score}, not {certified}.', { score: played.score, certified: score });
  return { right, said };
}
