/** The messages between a page and the worker that runs the rules of the games for it. */

export type EngineOrder = { kind: 'start'; rules: string; language: string } | { kind: 'answer'; nth: number; log: string };

export type EngineReport =
  | { kind: 'progress'; share: number }
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; nth: number; answer: string };
