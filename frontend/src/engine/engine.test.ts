import { beforeEach, expect, it, vi } from 'vitest';
import { Engine, type Runs } from './engine';
import type { EngineOrder, EngineReport } from './orders';

class Worker implements Runs {
  onmessage: Runs['onmessage'] = null;
  onerror: Runs['onerror'] = null;
  orders: EngineOrder[] = [];
  terminate = vi.fn();

  postMessage(order: EngineOrder): void {
    this.orders.push(order);
  }

  says(report: EngineReport): void {
    this.onmessage?.({ data: report } as MessageEvent<EngineReport>);
  }
}

let worker: Worker;
let engine: Engine;

beforeEach(() => {
  engine = new Engine(() => (worker = new Worker()));
});

async function started(): Promise<void> {
  const start = engine.start('/games.zip', () => undefined);
  worker.says({ kind: 'ready' });
  await start;
}

it('fetches nothing before it is asked for', () => {
  expect(worker).toBeUndefined();
  expect(engine.ready).toBe(false);
});

it('says how far it is, and is ready when the worker is', async () => {
  const told = vi.fn();
  const start = engine.start('/games.zip', told);
  expect(worker.orders).toEqual([{ kind: 'start', rules: '/games.zip', language: 'en' }]);
  worker.says({ kind: 'progress', share: 0.25 });
  expect(told).toHaveBeenCalledWith(0.25);
  expect(engine.ready).toBe(false);
  worker.says({ kind: 'ready' });
  await start;
  expect(engine.ready).toBe(true);
});

it('gives each answer to whoever asked for it', async () => {
  await started();
  const answers = Promise.all([engine.answer({ moves: [] }), engine.answer({ moves: ['turn'] })]);
  worker.says({ kind: 'answer', nth: 1, answer: '{"ply":1}' });
  worker.says({ kind: 'answer', nth: 0, answer: '{"ply":0}' });
  expect(await answers).toEqual([{ ply: 0 }, { ply: 1 }]);
});

it('can be asked for again after a failure', async () => {
  const start = engine.start('/games.zip', () => undefined);
  worker.says({ kind: 'failed', why: 'no network' });
  await expect(start).rejects.toThrow('no network');
  expect(worker.terminate).toHaveBeenCalled();
  await started();
  expect(engine.ready).toBe(true);
});

it('leaves nobody waiting when it breaks', async () => {
  await started();
  const answer = engine.answer({ moves: [] });
  worker.onerror?.({ message: 'out of memory' } as ErrorEvent);
  await expect(answer).rejects.toThrow('out of memory');
  expect(engine.ready).toBe(false);
});
