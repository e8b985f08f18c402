/** What a page and its worker say to each other. */

export type EngineOrder = { kind: 'start'; rules: string; language: string } | { kind: 'answer'; nth: number; log: string };

export type EngineReport =
  | { kind: 'progress'; share: number }
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; nth: number; answer: string };
