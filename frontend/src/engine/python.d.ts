/**
 * Python's files, as the build made them: their folder beside the scripts, their sizes, and the number of bytes to
 * send.
 */
declare const PYTHON: { folder: string; sizes: Record<string, number>; bytes: number };
