import { expect, it } from 'vitest';
import example from './receipt.example.json';
import { canonical, findings, ofGame, receiptIn, rootOf, type SignedReceipt } from './receipt';

const { keys } = example;
const signed = example.signed as unknown as SignedReceipt;

/** The example with something changed. */
function changed(change: (copy: SignedReceipt) => void): SignedReceipt {
  const copy = structuredClone(signed);
  change(copy);
  return copy;
}

async function verdicts(of: SignedReceipt): Promise<(boolean | null)[]> {
  return (await findings(of, keys as never)).map(({ right }) => right);
}

it('finds the example right, which the Python client finds right too', async () => {
  expect(await verdicts(signed)).toEqual([true, true, true]);
});

it('counts the results of the history from one', async () => {
  const { leaf, size } = signed.inclusion!;
  expect((await findings(signed, keys as never))[2]!.said).toContain(`number ${leaf + 1} of ${size} `);
});

it('finds what was changed', async () => {
  expect(await verdicts(changed(({ receipt }) => (receipt.player.name = 'Bob')))).toEqual([false, true, true]);
  expect(await verdicts(changed(({ receipt }) => (receipt.place = 1)))).toEqual([false, true, false]);
  expect(await verdicts(changed(({ receipt }) => (receipt.deal.seed = 'other')))).toEqual([false, false, false]);
  expect(await verdicts(changed((copy) => (copy.key = '0')))).toEqual([false, true, true]);
  expect(await verdicts(changed((copy) => (copy.inclusion!.proof[0] = '00'.repeat(32))))).toEqual([true, true, false]);
  expect(await verdicts(changed((copy) => (copy.inclusion = null)))).toEqual([true, true, null]);
});

it('says what the moves came to', () => {
  const { score, won, finished } = signed.receipt;
  expect(ofGame(signed.receipt, { ok: true, score, won, finished }).right).toBe(true);
  const wrong = [{ score: score - 1, won, finished }, { score, won: !won, finished }, { score, won, finished: !finished }];
  const found = wrong.map((played) => ofGame(signed.receipt, { ok: true, ...played }));
  expect(found.map(({ right }) => right)).toEqual([false, false, false]);
  expect(found.map(({ said }) => said.includes(`not ${score}`))).toEqual([true, false, false]);
  expect(ofGame(signed.receipt, { ok: false, error: 'no such card' }).said).toContain('no such card');
});

it('proves nothing by numbers that make no sense', async () => {
  const digest = new Uint8Array(32);
  for (const [leaf, size] of [[1, 1], [-1, 1], [0, 0], [0.5, 1], [0, 2]] as const) {
    expect(await rootOf(digest, leaf, size, [])).toBeNull();
  }
});

it('tells a receipt from a log', () => {
  expect(receiptIn(JSON.stringify(signed))).toEqual(signed);
  for (const text of ['', '{', 'null', '[]', '{"receipt": 7}', '{"game": "wish"}']) expect(receiptIn(text)).toBeNull();
});

it('writes values as RFC 8785 says', () => {
  expect(canonical({ b: [1, true, null], a: 'é\u2028"', '\u{1f600}': {}, '\ufb33': 0 })).toBe(
    '{"a":"é\u2028\\"","b":[1,true,null],"\u{1f600}":{},"\ufb33":0}',
  );
});
