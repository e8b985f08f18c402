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

/** A call in the syntax tree of a module, as far as it matters here. */
interface Call {
  type: string;
  callee?: { type: string; name?: string };
  arguments?: { type: string; value?: unknown }[];
}

/** How many texts a function of `src/gettext.ts` takes. */
const TEXTS: Readonly<Record<string, number>> = { gettext: 1, ngettext: 2 };

/**
 * Every message of the scripts, as calls in one file, from which `manage.py language` takes them. Fails if a text is no literal.
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
