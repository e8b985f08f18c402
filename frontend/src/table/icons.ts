/** The lines of small drawings, in a box of 24 by 24. */

export const ICONS = {
  undo: 'M9 6.5L4 11.5l5 5M4 11.5h10a6 6 0 0 1 6 6v1',
  redo: 'M15 6.5l5 5-5 5M20 11.5H10a6 6 0 0 0-6 6v1',
  again: 'M4 4.5v5.5h5.5M4.6 10a8 8 0 1 1-.4 4.5',
  flag: 'M6 21V4M6 4.5h12l-3 4 3 4H6',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.4 2.6c-1 .6-1.6 1.2-1.6 2.4M12 17.3v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  star: 'M12 3.2l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z',
} as const;
