/** Reads texts from a socket. Each should be a JSON object, but may be anything. */

type JsonFields = Partial<Record<string, unknown>>;

/** The object or array that a text has as JSON; null for any other text. */
export function objectIn(text: string): JsonFields | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  return typeof found === 'object' && found !== null ? found : null;
}
