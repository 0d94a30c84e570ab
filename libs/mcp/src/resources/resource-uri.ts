/** Escapes that belong to a document key: `%`, `:`, `#` and control characters. */
const KEY_ESCAPE = /^%(?:25|3A|23|[01][0-9A-F]|7F)$/i;

/** The address as it is stored, from one that a client may have URL-encoded: spaces and letters are decoded, what a key itself encodes stays. */
export function normaliseUri(uri: string): string {
  return uri.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeRun).normalize('NFC');
}

function decodeRun(run: string): string {
  const parts = run.match(/%[0-9A-Fa-f]{2}/g) ?? [];
  const pieces = parts.reduce<string[]>((runs, escape) => {
    const isKept = KEY_ESCAPE.test(escape);
    const last = runs.at(-1);
    if (isKept || last === undefined || KEY_ESCAPE.test(last)) return [...runs, isKept ? escape.toUpperCase() : escape];
    return [...runs.slice(0, -1), last + escape];
  }, []);
  return pieces.map((piece) => (KEY_ESCAPE.test(piece) ? piece : decodeOr(piece))).join('');
}

function decodeOr(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
