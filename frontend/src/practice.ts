/** A page of practice: the islands of every page, the table, and the form for a challenge, which sends the moves. */

import './site';
import './style/play.css';
import './style/endings.css';
import './style/practice.css';
import type { Ends } from './endings/worth';
import { islands, mount } from './islands/island';
import Offline from './practice/Offline.svelte';
import Practice from './practice/Practice.svelte';
import { notePractised } from './practice/practised';
import { anotherOf, askedDeal } from './practice/asked';
import type { ReplayAnswer } from './practice/game';
import { replayLog } from './practice/log_replay';
import type { Deal } from './practice/keeping';
import type { PracticeStart } from './practice/start';
import type { View } from './table/view';

/** The path of the page that says that there is no network. */
const OFFLINE = '/offline';

const panel = document.getElementById('beat');
const carrier = panel?.querySelector<HTMLInputElement>('input[name=moves]');

function carry(moves: string[], finished: boolean, game: string): void {
  if (finished) notePractised(game);
  if (carrier) carrier.value = moves.length > 0 ? JSON.stringify(moves) : '';
  panel?.classList.toggle('ready', finished || moves.length > 0);
}

for (const [element, opening] of islands<View>('practice')) {
  const { seed, another, order, goal = '', guide = '', usual = '[]', ending = '' } = element.dataset;
  if (!seed || !another) continue;
  const onchange = (moves: string[], finished: boolean) => carry(moves, finished, opening.game);
  const start = { usual: JSON.parse(usual) as Ends, ending, seed, another, goal, guide, opening, lowest: order === 'lowest', onchange };
  const asked = askedDeal(location.search, { game: opening.game, rules: opening.rules, seed });
  if (asked) void dealHere(element, start, asked);
  else mount(Practice, element, { start });
}

/** Deal the cards of `asked` in this page, which the browser has kept with another deal. */
async function dealHere(element: HTMLElement, start: PracticeStart, asked: Deal): Promise<void> {
  const answer = await replayLog<ReplayAnswer>({ ...asked, moves: [], help: true }).catch(() => null);
  if (!answer?.ok) return location.replace(OFFLINE);
  for (const part of document.querySelectorAll<HTMLElement>('[data-online]')) part.hidden = true;
  const dealt = { seed: asked.seed, another: anotherOf(asked), opening: answer, ending: '' };
  mount(Practice, element, { start: { ...start, ...dealt } });
}

for (const element of document.querySelectorAll<HTMLElement>('[data-offline]')) {
  mount(Offline, element, { rules: element.dataset['offline'] ?? '', page: element.dataset['page'] ?? '' });
}
