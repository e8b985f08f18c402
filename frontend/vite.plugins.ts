import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** What Pyodide needs of its package to run Python, and nothing of what it could load besides. */
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

const PACKAGE = 'node_modules/pyodide';

/**
 * Python for browsers, in a folder of its own, as its files find each other by name.
 *
 * `PYTHON` tells the code where they are, and what fetching them costs.
 */
export function python(): Plugin {
  const files = RUNTIME.map((name) => ({ name, source: readFileSync(`${PACKAGE}/${name}`) }));
  const { version } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8')) as { version: string };
  const sizes = Object.fromEntries(files.map(({ name, source }) => [name, source.length]));
  let folder: string;
  return {
    name: 'python',
    config(_, { command }) {
      folder = `python-${version}`;
      const sent = command === 'build' ? files.map(({ source }) => gzipSync(source).length) : [];
      const bytes = sent.reduce((sum, each) => sum + each, 0);
      return { define: { PYTHON: JSON.stringify({ folder, sizes, bytes }) } };
    },
    generateBundle() {
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}

/** A `.gz` beside each file that gets smaller by it: the server sends that one to whoever takes it. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const whole = Buffer.from(file.type === 'asset' ? file.source : file.code);
          const source = gzipSync(whole);
          if (source.length < 0.9 * whole.length) this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source });
        }
      },
    },
  };
}
