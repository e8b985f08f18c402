/**
 * The files of the Python that runs in browsers, as the build wrote them: their folder beside the scripts, the size of
 * each file, and how many bytes a browser loads for all of them, compressed.
 */
declare const PYTHON: { folder: string; sizes: Record<string, number>; bytes: number };
