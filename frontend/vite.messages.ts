/** Gathers the messages of the scripts for translators, and puts the translations into the scripts. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { po } from 'gettext-parser';
import type { Plugin } from 'vite';

/** The folder that has the translations: `config/locale` for the scripts, and `games` for the names of piles. */
const TRANSLATIONS = process.env['TRANSLATIONS'] ?? '..';

const catalogueOf = (locale: string) => `${TRANSLATIONS}/config/locale/${locale}/LC_MESSAGES/djangojs.po`;

/** Whether the scripts have translations into the language of this name, such as `de` or `pt_BR`. */
export const isTranslated = (locale: string) => existsSync(catalogueOf(locale));

/** A node of a module's syntax tree: what is used of calls, objects and literals. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  callee?: Node;
  arguments?: Node[];
  properties?: { value: Node }[];
}

/** A message in a script: the function that is called, the argument with its texts, and these texts. */
interface Message {
  called: 'gettext' | 'ngettext';
  argument: Node;
  texts: unknown[];
}

/** The modules that may have messages. They are searched when they have become plain JavaScript. */
const IN_SCRIPTS = { id: /\/src\/.*\.(ts|svelte)(\?|$)/, code: /\bn?gettext\(/ };

function* messagesIn(node: unknown): Generator<Message> {
  if (typeof node !== 'object' || node === null) return;
  const { type, callee, arguments: given } = node as Node;
  const argument = type === 'CallExpression' && callee?.type === 'Identifier' ? given?.[0] : undefined;
  if (argument && callee!.name === 'gettext') yield { called: 'gettext', argument, texts: [argument.value] };
  if (argument && callee!.name === 'ngettext') {
    yield { called: 'ngettext', argument, texts: (argument.properties ?? []).map(({ value }) => value.value) };
  }
  for (const part of Object.values(node)) yield* messagesIn(part);
}

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
      filter: IN_SCRIPTS,
      handler(code, id) {
        const module = id.slice(id.indexOf('/src/') + 1).replace(/\?.*/, '');
        if (module === 'src/gettext.ts') return;
        const calls = [...messagesIn(this.parse(code))].map(({ called, texts }) => {
          const all = texts.length === (called === 'gettext' ? 1 : 2) && texts.every((text) => typeof text === 'string');
          if (!all) this.error(`${module}: ${called} takes texts as literals`);
          return `${called}(${texts.map((text) => JSON.stringify(text)).join(', ')});`;
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

/**
 * Puts the translations into one language in the place of the English messages. A message without a translation stays
 * English.
 */
export function translated(locale: string): Plugin {
  const { headers, translations } = po.parse(readFileSync(catalogueOf(locale)));
  const known = translations[''] ?? {};
  const forms = numberedForms(locale, headers['Plural-Forms'] ?? '');
  const inLanguage = ({ texts }: Message): string | Record<string, string> | undefined => {
    const { msgstr, comments } = known[texts[0] as string] ?? {};
    if (!msgstr?.every(Boolean) || comments?.flag?.includes('fuzzy')) return undefined;
    if (texts.length === 1) return msgstr[0];
    return { other: msgstr.at(-1)!, ...Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, msgstr[form]!])) };
  };
  return {
    name: 'translated',
    load: {
      filter: { id: /\/pile_names\/en\.json$/ },
      handler(id) {
        const file = id.replace(/.*(\/games\/.*)en\.json$/, `${TRANSLATIONS}$1${locale.split('_')[0]}.json`);
        return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      },
    },
    transform: {
      order: 'post',
      filter: IN_SCRIPTS,
      handler(code) {
        let translation = '';
        let read = 0;
        for (const message of messagesIn(this.parse(code))) {
          const text = inLanguage(message);
          if (text === undefined) continue;
          translation += code.slice(read, message.argument.start) + JSON.stringify(text);
          read = message.argument.end;
        }
        return { code: translation + code.slice(read), map: null };
      },
    },
  };
}

/**
 * For each plural category of the language, the number of its form in the catalogue. `plural` is the catalogue's rule,
 * such as `nplurals=2; plural=(n != 1);`.
 */
function numberedForms(locale: string, plural: string): Partial<Record<Intl.LDMLPluralRule, number>> {
  const rule = /plural=([n0-9?:!=<>&|%() ]+)/.exec(plural)?.[1];
  if (!rule) return {};
  const formOf = new Function('n', `return Number(${rule});`) as (n: number) => number;
  const categories = new Intl.PluralRules(locale.replace('_', '-'));
  const forms: Partial<Record<Intl.LDMLPluralRule, number>> = {};
  for (let n = 0; n <= 200; n++) forms[categories.select(n)] ??= formOf(n);
  return forms;
}
