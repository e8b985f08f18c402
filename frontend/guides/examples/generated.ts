/** Makes an open contest, joins it, and plays it. npx tsx generated.ts NAME */
import createClient from 'openapi-fetch';
import type { paths } from './schema';

const api = createClient<paths>({ baseUrl: 'https://evendeal.example/api/v1' });

/** The data of an answer. Throws if the answer is a refusal. */
function good<T>({ data, error }: { data?: T; error?: { code: string; detail: string } }): T {
  if (error || !data) throw new Error(error ? `${error.code}: ${error.detail}` : 'no answer');
  return data;
}

async function play(name: string) {
  const { token } = good(await api.POST('/guests', { body: { name } }));
  api.use({ onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token}`) });
  const rounds = [{ game: 'wish' as const }];
  const settings = { name: 'Made by a generated client', access: 'unlisted' as const, play: 'open' as const };
  const contest = good(await api.POST('/competitions', { body: { ...settings, rounds } }));
  const path = { competition_id: contest.id, number: 1 };
  good(await api.POST('/competitions/{competition_id}/entries', { params: { path }, body: {} }));
  const attempt = good(await api.POST('/competitions/{competition_id}/rounds/{number}/attempts', { params: { path } }));
  const params = { path: { attempt_id: attempt.id } };
  let view = attempt.view!;
  while (view.legal.length) {
    const moves = { ply: view.ply, moves: view.legal.slice(0, 1) };
    view = good(await api.POST('/attempts/{attempt_id}/moves', { params, body: moves })).view;
  }
  console.log(contest.url, good(await api.POST('/attempts/{attempt_id}/finish', { params })).score);
}

play(process.argv[2]!);
