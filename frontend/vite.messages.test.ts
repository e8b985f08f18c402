import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAst, type Plugin } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

const TEXTS = `msgid ""
msgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Undo"
msgstr "Cofnij"

msgid "Redo"
msgstr ""

#, fuzzy
msgid "Undone"
msgstr "Cofnij"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
`;

/** What the build makes of a script in Polish. */
async function built(script: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'translations-'));
  mkdirSync(join(folder, 'config/locale/pl/LC_MESSAGES'), { recursive: true });
  writeFileSync(join(folder, 'config/locale/pl/LC_MESSAGES/djangojs.po'), TEXTS);
  vi.stubEnv('TRANSLATIONS', folder);
  vi.resetModules();
  const { translated } = await import('./vite.messages.ts');
  return transform(translated('pl'), script).code;
}

function transform({ transform }: Plugin, script: string): { code: string } {
  const { handler } = transform as unknown as { handler: (this: object, code: string, id: string) => { code: string } };
  const error = (message: string) => {
    throw new Error(message);
  };
  return handler.call({ parse: parseAst, error }, script, '/src/some.ts');
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it('puts translations in the place of messages', async () => {
  expect(await built(`const said = [gettext("Undo"), gettext('Redo'), gettext("Undone"), gettext(\`Undo\`)];`)).toBe(
    `const said = [gettext("Cofnij"), gettext('Redo'), gettext("Undone"), gettext(\`Undo\`)];`,
  );
});

it('has a text for each category of numbers of the language', async () => {
  expect(await built('ngettext({ one: "{n} card", other: "{n} cards" }, n, { n: gettext("Undo") })')).toBe(
    'ngettext({"other":"{n} kart","many":"{n} kart","one":"{n} karta","few":"{n} karty"}, n, { n: gettext("Cofnij") })',
  );
});

it.each(['gettext(`${cards} left`)', 'ngettext({ one: "a" }, 1)', 'ngettext("a card", "cards", 2)', 'gettext("a" + "b")'])(
  'refuses a message whose texts are not literals: %s',
  async (script) => {
    const { messages } = await import('./vite.messages.ts');
    expect(() => transform(messages('messages.js'), script)).toThrow('src/some.ts: ');
  },
);
