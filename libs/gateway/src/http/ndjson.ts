import { DocumentInput, type DocumentOutcome } from '@tributary/contracts';

/** A line that is not a document, and why; the rest of the batch goes on. */
export type ReadLine = { readonly document: DocumentInput } | { readonly refused: DocumentOutcome };

/** Reads documents one by one, so that a wrong one costs only itself. */
export function readDocuments(values: readonly unknown[]): readonly ReadLine[] {
  return values.map((value) => {
    const parsed = DocumentInput.safeParse(value);
    if (parsed.success) return { document: parsed.data };
    const [issue] = parsed.error.issues;
    const field = issue?.path.map(String).join('.') ?? '';
    return refuse(value, 'DOCUMENT.INVALID', `${field === '' ? '' : `${field}: `}${issue?.message ?? 'not a document'}`);
  });
}

/** Splits newline-delimited JSON; blank lines do not count. */
export function parseNdjson(body: string): readonly ReadLine[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return readDocuments([value]);
    } catch {
      return [refuse(undefined, 'DOCUMENT.MALFORMED', 'The line is not JSON.')];
    }
  });
}

function refuse(value: unknown, code: string, message: string): ReadLine {
  const id = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : '';
  return { refused: { id, status: 'refused', error: { code, message } } };
}
