/** Python's files as they were built: their folder beside the scripts, their sizes, and what is sent of them. */
declare const PYTHON: { folder: string; sizes: Record<string, number>; bytes: number };
