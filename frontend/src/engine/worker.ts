/** The worker in which the rules run: the same Python code that the server runs. */

import type { PyodideInterface } from 'pyodide';
import type { EngineOrder, EngineReport } from './orders';

/** A Python program whose value is the function that answers a log: JSON in, JSON out. */
const ANSWERING = `
import json
from games.answer import answer
from games.language import language_for
lambda log, language: json.dumps(answer(json.loads(log), language_for(language)))
`;

const runtime = new URL(`../${PYTHON.folder}/`, self.location.href);
const size = Object.values(PYTHON.sizes).reduce((sum, each) => sum + each, 0);

let answerTo: ((log: string, language: string) => string) | undefined;
let language = '';

function report(said: EngineReport): void {
  self.postMessage(said);
}

/** Fetch each file of Python once, and report the progress. Python's loader then finds them in the browser's cache. */
async function fetchAll(): Promise<void> {
  let done = 0;
  for (const name of Object.keys(PYTHON.sizes)) {
    const response = await fetch(new URL(name, runtime));
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}.`);
    for (const reader = response.body.getReader(); ; ) {
      const { value, done: over } = await reader.read();
      if (over) break;
      report({ kind: 'progress', share: (done += value.length) / size });
    }
  }
}

async function start(rules: string): Promise<void> {
  await fetchAll();
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL('pyodide.mjs', runtime).href)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<PyodideInterface>;
  };
  const [pyodide, zip] = await Promise.all([loadPyodide({ indexURL: runtime.href }), fetch(rules)]);
  if (!zip.ok) throw new Error(`The server answered ${zip.status}.`);
  pyodide.unpackArchive(await zip.arrayBuffer(), 'zip');
  answerTo = pyodide.runPython(ANSWERING) as typeof answerTo;
  report({ kind: 'ready' });
}

self.onmessage = ({ data }: MessageEvent<EngineOrder>) => {
  if (data.kind === 'start') {
    ({ language } = data);
    start(data.rules).catch((error: unknown) => report({ kind: 'failed', why: String(error) }));
  } else report({ kind: 'answer', nth: data.nth, answer: answerTo?.(data.log, language) ?? '' });
};
