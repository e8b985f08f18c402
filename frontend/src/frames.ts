/** Text from a socket: it should be a JSON object, but may be anything. */

type JsonFields = Partial<Record<string, unknown>>;

/** The object in a frame's text; null if there is none. */
export function objectIn(text: string): JsonFields | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  return typeof found === 'object' && found !== null ? found : null;
}
