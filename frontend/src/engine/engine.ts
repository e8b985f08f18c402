/** The rules in this page, for when there is no network. Nothing of it is fetched before somebody asks for it. */

import { language } from '../gettext';
import type { EngineOrder, EngineReport } from './orders';

/** What the engine needs of a worker. */
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

  /** `hire` starts the worker. */
  constructor(private readonly hire: () => Runs) {}

  /**
   * Fetch and start everything; resolves when logs can be answered.
   *
   * `told` hears the share that is fetched, from 0 to 1. Rejects if it cannot be had; it may be tried again.
   */
  start(rules: string, told: (share: number) => void): Promise<void> {
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
        if (data.kind === 'progress') told(data.share);
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

  /** What `POST replays` answers to the same log, in the language of the page. Rejects if the engine breaks; it is not `ready` then. */
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

/** The one engine of a page. */
export const engine = new Engine(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Runs);
