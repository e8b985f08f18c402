/** Sharing a result in words, with its link: by the device's own dialogue, or else by copying both. */

import { answeringButton } from './answering_button';
import { copied } from './copying';
import { minus, placeInWords } from '../words';

/** What is known of a result when it is shared. */
export interface Shared {
  game: string;
  /** The player's name; null where players share results of their own. */
  who: string | null;
  /** Null for cards that are shared without a result. */
  score: number | null;
  won: boolean;
  /** The place among `total` players; null while it is not known. */
  rank: number | null;
  tied: boolean;
  total: number;
}

/** The words that go with the link: `I scored 7 in Wish, 1st of 3: can you beat it?` */
export function sharedWords({ game, who, score, won, rank, tied, total }: Shared): string {
  if (score === null) return `Can you beat me at ${game}? The same cards for both of us.`;
  const place = rank === null || total < 2 ? '' : `, ${placeInWords({ rank, tied, among: total }, false)}`;
  if (won) return `${who ?? 'I'} won ${game} with ${minus(score)}${place}: can you win it too?`;
  return `${who ?? 'I'} scored ${minus(score)} in ${game}${place}: can you beat it?`;
}

/** Whether this browser can share anything at all. */
export function canShare(): boolean {
  return 'share' in navigator || 'clipboard' in navigator;
}

/** Share `words` with a link; returns what to tell the player, or nothing if the device's dialogue has told it. */
export async function share(words: string, url: string): Promise<string> {
  if (!('share' in navigator)) return copied(`${words} ${url}`);
  try {
    await navigator.share({ text: words, url });
    return '';
  } catch (error) {
    // The player has closed the dialogue without sharing, and that is no error.
    return error instanceof DOMException && error.name === 'AbortError' ? '' : copied(`${words} ${url}`);
  }
}

/** A button that shares the link which `element` holds, with the words for `facts`. */
export function mount(element: HTMLElement, facts: Shared): () => void {
  if (!canShare()) return () => undefined;
  const url = element.textContent ?? '';
  const { button, unmount } = answeringButton('Share', () => share(sharedWords(facts), url));
  button.className = 'button primary sharing-button';
  element.parentElement?.before(button);
  return unmount;
}
