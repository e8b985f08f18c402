/** Runs the rules of the games in this page, for play without a network. Nothing is fetched until `start` is called. */

import { language } from '../gettext';
import type { EngineOrder, EngineReport } from './orders';

/** The part of a worker that the engine uses. */
export interface Runs {
  postMessage(order: EngineOrder): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<EngineReport>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface EngineQuestion {
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

export class Engine {
  ready = false;
  private nth = 0;
  private waiting = new Map<number, EngineQuestion>();
  private worker: Runs | undefined;

  /** `hire` starts a worker. */
  constructor(private readonly hire: () => Runs) {}

  /**
   * Fetch Python and the rules, and start them. `rules` is the address of the rules. Resolves when `answer` may be
   * called. `onShare` is called with the fetched share of Python's files, from 0 to 1. Rejects if this fails; `start`
   * may then be called again.
   */
  start(rules: string, onShare: (share: number) => void): Promise<void> {
    const worker = (this.worker = this.hire());
    return new Promise((resolve, reject) => {
      const fail = (why: string): void => {
        worker.terminate();
        this.ready = false;
        for (const asked of [{ reject }, ...this.waiting.values()]) asked.reject(new Error(why));
        this.waiting.clear();
      };
      worker.onerror = (event) => fail(event.message);
      worker.onmessage = ({ data }) => {
        if (data.kind === 'progress') onShare(data.share);
        else if (data.kind === 'failed') fail(data.why);
        else if (data.kind === 'answer') this.heard(data.nth, data.answer);
        else {
          this.ready = true;
          resolve();
        }
      };
      worker.postMessage({ kind: 'start', rules, language });
    });
  }

  /**
   * The answer that `POST replays` would give to the same log, in the language of the page. If the engine breaks,
   * this rejects, and the engine is no longer `ready`.
   */
  async answer<Answer>(log: object): Promise<Answer> {
    const nth = this.nth++;
    const text = await new Promise<string>((resolve, reject) => {
      this.waiting.set(nth, { resolve, reject });
      this.worker?.postMessage({ kind: 'answer', nth, log: JSON.stringify(log) });
    });
    return JSON.parse(text) as Answer;
  }

  private heard(nth: number, answer: string): void {
    this.waiting.get(nth)?.resolve(answer);
    this.waiting.delete(nth);
  }
}

/** The engine of the page, of which there is only one. */
export const engine = new Engine(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Runs);
