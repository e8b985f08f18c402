/**
 * Keeps a page right while a browser translates it.
 *
 * A translator replaces a text node by a `<font>` element. A script that still holds the text node would change
 * something that is no longer on the page, and the old translation would stay. Therefore the text node is put back,
 * empty, before the `<font>`. When a script changes, moves or removes the text node, the `<font>` is removed, and the
 * browser translates the new text.
 */

/** The selector of the elements that must not be translated: names, codes and ranks. */
const UNTRANSLATED = 'bdi, code, kbd, .rank';

interface Translation {
  text: Text;
  /** The original text, while its translation is shown. */
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
  // Some browsers put the text node itself inside the `<font>`.
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

/** The outermost `<font>` that was put around the text node, or beside its former place. */
function fontFor(text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  let around = text.parentElement?.closest('font') ?? null;
  while (around?.parentElement?.matches('font')) around = around.parentElement;
  return [around, ...addedNodes, previousSibling, nextSibling].find(
    (node): node is Element => node?.nodeName === 'FONT' && node.isConnected && !byFont.has(node),
  );
}

function follow(change: MutationRecord): void {
  const target = change.target as Element;
  // Changes inside a `<font>` are the translator's own.
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
  // Ignore the changes that this function made itself.
  observer.takeRecords();
});

mark(document.body);
observer.observe(document.body, { childList: true, characterData: true, subtree: true });
