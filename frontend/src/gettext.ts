/**
 * Sentences in the language of the page.
 *
 * A text in the source is a whole English sentence, with names in braces for its facts. The build makes scripts for each
 * language, and puts the translations in the place of these texts.
 */

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The facts of a text: none, or one for each name. */
type Facts<Text extends string> = [Names<Text>] extends [never] ? [] : [facts: Readonly<Record<Names<Text>, string | number>>];

/** The language of the page. */
export const language = globalThis.document?.documentElement.lang || 'en';

/** The language for `Intl`: English pages use British English. */
export const locale = language === 'en' ? 'en-GB' : language;

const plurals = new Intl.PluralRules(language);

/** Stands for a fact that the page shows in an element of its own. The caller splits the sentence at this sign. */
export const HERE = '\n';

function filled(text: string, facts: Readonly<Record<string, string | number>> | undefined): string {
  return facts ? text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name])) : text;
}

/** A sentence with its facts in place of the names in braces. */
export function gettext<const Text extends string>(text: Text, ...[facts]: Facts<Text>): string {
  return filled(text, facts);
}

/**
 * A sentence that depends on a number: `one` is for one thing, `other` for any other number of things. A language may
 * need more texts, which the build adds, each under its category of `Intl.PluralRules`.
 */
export function ngettext<const One extends string, const Other extends string>(
  texts: { readonly one: One; readonly other: Other },
  number: number,
  ...[facts]: Facts<One | Other>
): string {
  const each: Partial<Record<Intl.LDMLPluralRule, string>> = texts;
  return filled(each[plurals.select(number)] ?? texts.other, facts);
}
