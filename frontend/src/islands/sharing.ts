/** Sharing a result in words, without a card in them, with its link: by the device's own dialogue, or else by copying. */

import { courseSigns } from '../endings/course';
import { beatenWords, comparedWith, fieldIn, type Comparison, type Ends } from '../endings/worth';
import { minus } from '../words';
import { answeringButton } from './answering_button';
import { copied } from './copying';

/** What is known of a result when it is shared. */
export interface Shared {
  /** The game's name. */
  game: string;
  /** What it was played in: `Pyramid #128`, a contest's name, or the game alone. */
  label: string;
  /** The player's name; null where players share results of their own. */
  who: string | null;
  /** Null for cards that are shared without a result. */
  score: number | null;
  won: boolean;
  /** What the score counts, in words; empty where nobody says it. */
  outcome: string;
  /** Beside the others who played these cards; null while that is not known. */
  among: Pick<Comparison, 'beaten' | 'others'> | null;
  /** What such deals usually end with. */
  usual: Ends;
  lowest: boolean;
  /** The scores from the opening on; empty where the game may not be seen. */
  scores: readonly number[];
  /** Where it leads, if not to the link that is shown. */
  link: string | null;
}

/** The words before the link: a sentence, and the course of the game under it. */
export function sharedWords(shared: Shared): string {
  const { game, label, who, score, won, outcome, among, usual, lowest, scores } = shared;
  if (score === null) return `Can you beat me at ${game}? The same cards for both of us.`;
  const field = fieldIn(among);
  const found = field ?? comparedWith(usual, score, lowest);
  const beaten = found && beatenWords(found);
  const better = beaten && `better than ${beaten}${field ? '' : " of the bot's games"}`;
  const facts = [won ? 'won' : outcome || `score ${minus(score)}`, better].filter(Boolean).join(', ');
  const sentence = `${who === null ? '' : `${who}, `}${label}: ${facts}`;
  return [sentence, courseSigns(scores, usual, lowest)].filter(Boolean).join('\n');
}

/** Whether this browser can share anything at all. */
export function canShare(): boolean {
  return 'share' in navigator || 'clipboard' in navigator;
}

/** Share `words` with a link; returns what to tell the player, or nothing if the device's dialogue has told it. */
export async function share(words: string, url: string): Promise<string> {
  if (!('share' in navigator)) return copied(`${words}\n${url}`);
  try {
    await navigator.share({ text: words, url });
    return '';
  } catch (error) {
    // The player has closed the dialogue without sharing, and that is no error.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : copied(`${words}\n${url}`);
  }
}

/** A button that shares the link which `element` holds, with the words for `facts`. */
export function mount(element: HTMLElement, facts: Shared): () => void {
  if (!canShare()) return () => undefined;
  const url = facts.link === null ? (element.textContent ?? '') : new URL(facts.link, location.href).href;
  const { button, unmount } = answeringButton('Share', () => share(sharedWords(facts), url));
  button.className = 'button primary sharing-button';
  element.parentElement?.before(button);
  return unmount;
}
