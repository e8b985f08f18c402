/** Checks that every sentence of the scripts is a whole message, so that translators get whole sentences. */

import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>(
  ['./**/*.{ts,svelte}', '!./**/*.{test,fake,d}.ts'],
  { query: '?raw', import: 'default', eager: true },
);

type Node = { type: string; name?: unknown; value?: unknown; data?: string } & Record<string, unknown>;

const LETTER = /\p{L}/u;
/** The pattern of words in a literal, and that of a part of a sentence, as a template has it between two facts. */
const WORDS = /\p{L}[^\s\p{L}]* \p{L}/u;
const PART = /\p{L}\S*\s|\s\p{L}/u;
/** The pattern of a word for people, not of a name in a script. */
const WORD = /^\p{Lu}\p{Ll}+\W?$/u;

/** Attributes whose text people read or hear. */
const TOLD = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title'];
const TOLD_BY_SCRIPT = ['ariaLabel', 'innerText', 'placeholder', 'textContent', 'title'];
/**
 * The pattern of a text for people in an attribute of a component: it has a capital letter or a space. Other texts
 * there are names that scripts use, which have neither.
 */
const TOLD_TO_COMPONENT = /\p{Lu}|\p{L}\s/u;
const UNTOLD_TO_COMPONENT = ['class', 'keys'];
/** Functions and properties that take class names, selectors and the like, which nobody reads. */
const OF_PAGES = ['className', 'cssText', 'closest', 'matchMedia', 'matches', 'querySelector', 'querySelectorAll', 'test'];

/** The patterns of texts that look like words, but that nobody reads. */
const KEYS = [
  /^(discard|move|pair|place) …/, // moves in a log
  /^evendeal (best|practice) $/, // keys of a browser's storage
  /; path=\//, // cookies
  /\nimport json\n/, // Python
  /^bdi, code, /, // selectors
  /translate\(|^…px|^M[\d…]/, // drawings
];

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

function parts(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The last name of an expression: `querySelector` of `page.querySelector`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'MemberExpression' ? nameOf(node['property']) : String(node.name ?? '');
}

/** Whether the node is a single letter, as it is printed on a key of a keyboard. */
const isLetter = ({ type, data }: Node) => type === 'Text' && data!.length === 1;

/** The text of a literal in a script, if it is a word for people; otherwise nothing. */
function wordIn(node: unknown): string[] {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' && WORD.test(node.value) ? [node.value] : [];
}

/** The texts of a tree that should be messages, but are not. `told`: people read every word in it. */
function* glued(node: Node, told = false): Generator<string> {
  switch (node.type) {
    case 'StyleSheet':
    case 'ImportDeclaration':
    case 'TSLiteralType':
    case 'Comment':
      return;
    case 'Text':
      if (told && LETTER.test(node.data!)) yield node.data!.trim();
      return;
    case 'Attribute':
      if (['class', 'style'].includes(String(node.name))) return;
      for (const part of parts(node)) yield* glued(part, TOLD.includes(String(node.name)));
      return;
    case 'Component':
      for (const given of parts(node).filter(({ type, name }) => type === 'Attribute' && !UNTOLD_TO_COMPONENT.includes(String(name))))
        yield* parts(given).flatMap(({ type, data }) => (type === 'Text' && TOLD_TO_COMPONENT.test(data!) ? [data!] : []));
      break;
    case 'RegularElement':
      if (node.name === 'kbd' && parts(node['fragment'] as Node).every(isLetter)) return;
      break;
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'ConditionalExpression':
    case 'Property':
    case 'VariableDeclarator':
      if (!told) yield* ['argument', 'body', 'consequent', 'alternate', 'value', 'init'].flatMap((part) => wordIn(node[part]));
      break;
    case 'Fragment':
      for (const part of parts(node)) yield* glued(part, true);
      return;
    case 'Literal':
      if (typeof node.value === 'string' && (told ? LETTER : WORDS).test(node.value)) yield node.value;
      return;
    case 'TemplateLiteral': {
      const texts = (node['quasis'] as Node[]).map(({ value }) => (value as { raw: string }).raw);
      const rule = texts.length > 1 ? PART : WORDS;
      if (texts.some((text) => rule.test(text))) yield texts.join('…');
      for (const part of node['expressions'] as Node[]) yield* glued(part);
      return;
    }
    case 'NewExpression':
      if (/Error$/.test(nameOf(node['callee']))) return; // programmers read this text
      break;
    case 'CallExpression': {
      const name = nameOf(node['callee']);
      const given = node['arguments'] as Node[];
      if (OF_PAGES.includes(name)) return;
      const texts = ['gettext', 'ngettext'].includes(name) ? 1 : 0;
      for (const part of [node['callee'] as Node, ...given.slice(texts)]) yield* glued(part);
      return;
    }
    case 'AssignmentExpression': {
      const name = nameOf(node['left']);
      if (OF_PAGES.includes(name)) return;
      yield* glued(node['right'] as Node, TOLD_BY_SCRIPT.includes(name));
      return;
    }
  }
  const passed = told && ['ConditionalExpression', 'LogicalExpression', 'ExpressionTag'].includes(node.type);
  for (const part of parts(node)) yield* glued(part, passed);
}

function gluedIn(source: string): string[] {
  return [...glued(parse(source, { modern: true }) as unknown as Node)];
}

it('finds a text that is no message', () => {
  const page = `<script lang="ts">const said = (n: number) => [gettext('No card left.'), \`\${n} cards\`, 'A card', 'a-b', label.title = 'Card'];</script>
    <p class="card back" title="A card" data-of="a card">Card {said(2)} {full ? 'Leave' : gettext('Fill')}</p>`;
  expect(gluedIn(page)).toEqual(['A card', 'Card', 'Leave', '… cards', 'A card', 'Card']);
  const component = `<Action label="Undo" id="a-card" size={2} /> <Short caption="of cards"><kbd>U</kbd> <kbd>Home</kbd></Short>`;
  expect(gluedIn(component)).toEqual(['Undo', 'of cards', 'Home']);
  const words = `<script lang="ts">const made = (won: boolean) => (won ? 'Won' : stop('Lost')), ending = 'Over', is = { won: 'Won', key: 'won' };
    function kind() { return 'Deal'; }</script>`;
  expect(gluedIn(words)).toEqual(['Won', 'Over', 'Won', 'Deal']);
});

it('finds every sentence of the scripts marked as a message', () => {
  const found = Object.entries(SOURCES).flatMap(([file, source]) => {
    const page = file.endsWith('.svelte') ? source : `<script lang="ts">\n${source}\n</script>`;
    return gluedIn(page).flatMap((text) => (KEYS.some((key) => key.test(text)) ? [] : [`${file}: ${text}`]));
  });
  expect(found).toEqual([]);
});
