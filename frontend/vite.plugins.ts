import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The files of Pyodide's package that are needed to run Python, without its libraries. */
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

const PACKAGE = 'node_modules/pyodide';

/**
 * Defines the constant `PYTHON` of the scripts: the folder of Python for browsers, the sizes of its files, and how many
 * bytes a browser fetches for them. If `copied`, puts the files into this folder with their own names, by which they
 * find each other.
 */
export function python(copied: boolean): Plugin {
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
      for (const { name, source } of copied ? files : []) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}

/** The part of Vite's manifest that lists a file's imports. */
type Manifest = Record<string, { imports?: string[] }>;

/**
 * Adds to the imports of each file in the manifest the imports of the imported files, and so on. Pages preload what
 * they find there, so that no script waits until another has been read.
 */
export function preloaded(name: string): Plugin {
  return {
    name: 'preloaded',
    writeBundle({ dir }) {
      const file = `${dir}/${name}`;
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

/**
 * Writes a `.gz` beside each file that gzip makes more than a tenth smaller. The server sends the `.gz` to browsers
 * that accept it.
 */
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
