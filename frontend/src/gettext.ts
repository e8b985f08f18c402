/**
 * Sentences in the language of the page.
 *
 * A text in the source is a whole English sentence, with names in braces for its facts. A page in another language
 * loads its messages before the other scripts, with Django's `JavaScriptCatalog`, which leaves its functions in
 * `globalThis.django`. An English page loads no messages.
 */

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The facts of a text: none, or one for each name. */
type Facts<Text extends string> = [Names<Text>] extends [never] ? [] : [facts: Readonly<Record<Names<Text>, string | number>>];

interface Django {
  gettext(text: string): string;
  ngettext(one: string, other: string, number: number): string;
}

const messages = () => (globalThis as { django?: Django }).django;

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang || 'en';

/** The language for `Intl`: English pages use British English. */
export const locale = language === 'en' ? 'en-GB' : language;

/** Takes the place of a fact that is an element of its own: the sentence is split there. */
export const HERE = '\n';

function filled(text: string, facts: Readonly<Record<string, string | number>> | undefined): string {
  return facts ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name])) : text;
}

/** A sentence with its facts. */
export function gettext<const Text extends string>(text: Text, ...[facts]: Facts<Text>): string {
  return filled(messages()?.gettext(text) ?? text, facts);
}

/** A sentence that depends on a number: `one` is for one thing, `other` for any other number of things. */
export function ngettext<const One extends string, const Other extends string>(
  one: One,
  other: Other,
  number: number,
  ...[facts]: Facts<One | Other>
): string {
  return filled(messages()?.ngettext(one, other, number) ?? (number === 1 ? one : other), facts);
}
