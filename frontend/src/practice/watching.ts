/** A game that is over, made again move by move on its own table. */

import { redo, startAgain, wanted, type PracticeGame } from './game';

const MOVE_MS = 900;

interface Watching {
  start: () => void;
  /** Whether there was something to stop: the game stays where it is. */
  stop: () => boolean;
}

/** A move that the table does not show yet is waited for. */
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
