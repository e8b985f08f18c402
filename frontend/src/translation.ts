/**
 * Keeps a page true while a browser translates it.
 *
 * A translation puts a `<font>` where a text was. A script that holds that text would write into what nobody sees, and
 * take away what is gone already, while its translation stays. So the text comes back, empty, before the `<font>`. Once a
 * script changes, moves or removes the text, the `<font>` goes, and the browser translates what the page says now.
 */

/** Names, codes and ranks are the same in every language. */
const UNTRANSLATED = 'bdi, code, kbd, .rank';

interface Translation {
  text: Text;
  /** What the text says while its translation stands for it. */
  said: string;
  font: Element;
}

const byText = new WeakMap<Node, Translation>();
const byFont = new WeakMap<Node, Translation>();

function mark(part: HTMLElement): void {
  for (const element of part.querySelectorAll<HTMLElement>(UNTRANSLATED)) element.translate = false;
  if (part.matches(UNTRANSLATED)) part.translate = false;
}

function begin(text: Text, font: Element): void {
  const translation = { text, said: text.data, font };
  byText.set(text, translation);
  byFont.set(font, translation);
  // Some browsers put the text itself inside.
  if (font.contains(text)) text.replaceWith(text.cloneNode());
  text.data = '';
  font.before(text);
}

function end({ text, font }: Translation): void {
  byText.delete(text);
  byFont.delete(font);
  font.remove();
}

function endAndRestore(translation: Translation): void {
  end(translation);
  translation.text.data ||= translation.said;
}

/** The outermost `<font>` that has come around the text, or beside the place that it has left. */
function fontFor(text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  let around = text.parentElement?.closest('font') ?? null;
  while (around?.parentElement?.matches('font')) around = around.parentElement;
  return [around, ...addedNodes, previousSibling, nextSibling].find(
    (node): node is Element => node?.nodeName === 'FONT' && node.isConnected && !byFont.has(node),
  );
}

function follow(change: MutationRecord): void {
  const target = change.target as Element;
  // Inside it the translation does as it likes.
  if (target.closest('font')) return;
  for (const node of change.addedNodes) if (node instanceof HTMLElement) mark(node);
  for (const node of change.removedNodes) {
    const translation = byText.get(node) ?? byFont.get(node);
    if (translation) {
      endAndRestore(translation);
      continue;
    }
    const font = node instanceof Text ? fontFor(node, change) : undefined;
    if (font) begin(node as Text, font);
  }
}

const observer = new MutationObserver((changes) => {
  for (const change of changes) {
    const written = byText.get(change.target);
    if (written) end(written);
    else if (change.type === 'childList') follow(change);
  }
  // What this has changed itself.
  observer.takeRecords();
});

mark(document.body);
observer.observe(document.body, { childList: true, characterData: true, subtree: true });
