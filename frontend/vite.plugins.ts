import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The files of Pyodide's package that are needed to run Python, without its libraries. */
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

const PACKAGE = 'node_modules/pyodide';

/**
 * Puts Python for browsers into a folder of its own, because its files find each other by their names.
 *
 * `PYTHON` tells the scripts the folder, the sizes of the files, and how many bytes they take to fetch.
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

/** The part of Vite's manifest that lists a file's imports. */
type Manifest = Record<string, { imports?: string[] }>;

/**
 * Adds to each file's imports in the manifest the imports of these, too. Pages preload what they find there, so that
 * no script waits until another has been read.
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

/**
 * Writes a `.gz` beside each file that becomes smaller by it. The server sends the `.gz` to browsers that accept it.
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

/** The used parts of a call in a module's syntax tree. */
interface Call {
  type: string;
  callee?: { type: string; name?: string };
  arguments?: { type: string; value?: unknown }[];
}

/** The number of texts that each function of `src/gettext.ts` takes. */
const TEXTS: Readonly<Record<string, number>> = { gettext: 1, ngettext: 2 };

/**
 * Writes every message of the scripts as a call into one file, which `manage.py language` reads. Fails if a text is
 * not a literal.
 */
export function messages(file: string): Plugin {
  const found = new Map<string, string[]>();
  return {
    name: 'messages',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\/src\/.*\.(ts|svelte)(\?|$)/, code: /\bn?gettext\(/ },
      handler(code, id) {
        const module = id.slice(id.indexOf('/src/') + 1).replace(/\?.*/, '');
        if (module === 'src/gettext.ts') return;
        const calls: string[] = [];
        walk(this.parse(code), (call) => {
          const name = (call.callee?.type === 'Identifier' && call.callee.name) || '';
          const texts = (call.arguments ?? []).slice(0, TEXTS[name] ?? 0);
          if (texts.some(({ value }) => typeof value !== 'string')) this.error(`${module}: ${name} takes texts as literals`);
          if (texts.length > 0) calls.push(`${name}(${texts.map(({ value }) => JSON.stringify(value)).join(', ')});`);
        });
        found.set(module, calls);
      },
    },
    writeBundle() {
      const modules = [...found].filter(([, calls]) => calls.length > 0).sort(([one], [other]) => (one < other ? -1 : 1));
      const lines = modules.flatMap(([module, calls]) => [...new Set(calls)].flatMap((call) => [`// Translators: ${module}`, call]));
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    },
  };
}

function walk(node: unknown, see: (call: Call) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ((node as Call).type === 'CallExpression') see(node as Call);
  for (const part of Object.values(node)) walk(part, see);
}
