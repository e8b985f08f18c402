import { readFileSync, writeFileSync } from 'node:fs';
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

/** The part of Vite's manifest that says what a file imports at once. */
type Manifest = Record<string, { imports?: string[] }>;

/**
 * In the manifest, all imports of each file, those of its imports too: pages preload what they find there, and no script
 * waits for another to be read.
 */
export function preloaded(): Plugin {
  return {
    name: 'preloaded',
    writeBundle({ dir }) {
      const file = `${dir}/manifest.json`;
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      const all = (name: string, found = new Set<string>()): Set<string> => {
        for (const next of manifest[name]?.imports ?? []) if (!found.has(next)) all(next, found.add(next));
        return found;
      };
      const found = Object.keys(manifest).map((name) => [name, [...all(name)]] as const);
      for (const [name, imports] of found) if (imports.length > 0) manifest[name]!.imports = imports;
      writeFileSync(file, JSON.stringify(manifest, null, 2));
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
