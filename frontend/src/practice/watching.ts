/** Replays a practice game that is over, move by move, on the table where it was played. */

import { redo, startAgain, wanted, type PracticeGame } from './game';

const MOVE_MS = 900;

interface Watching {
  start: () => void;
  /** Stop the replay where it is. Returns whether a replay was running. */
  stop: () => boolean;
}

/**
 * The replay of a game: `read` returns the game, and `show` replaces it. Each move waits until the table shows the move
 * before it.
 */
export function watching(read: () => PracticeGame, show: (game: PracticeGame) => void): Watching {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function goOn(): void {
    timer = setTimeout(() => {
      if (wanted(read()) === null) show(redo(read()));
      if (read().at < read().line.length) goOn();
      else timer = undefined;
    }, MOVE_MS);
  }

  function stop(): boolean {
    const watched = timer !== undefined;
    clearTimeout(timer);
    timer = undefined;
    return watched;
  }

  return {
    start: () => {
      stop();
      show(startAgain(read()));
      goOn();
    },
    stop,
  };
}
