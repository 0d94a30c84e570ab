import { DocumentInput, type DocumentOutcome } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import type { Line } from '@tributary/kernel/lines';

/** A document takes 20 MB of text, which JSON may double. */
export const LONGEST_LINE = 48 * MIB;

/** A line that is not a document, and why; the rest goes on. */
export type ReadLine = { readonly document: DocumentInput; readonly line?: number } | { readonly refused: DocumentOutcome };

/** Reads documents one by one, so that a wrong one costs only itself. */
export function readDocuments(values: readonly unknown[]): readonly ReadLine[] {
  return values.map((value) => readDocument(value));
}

/** Reads a line of newline-delimited JSON; a blank one is none.
 *  @param number of the line, from 1, which a refusal names */
export function readLine(line: Line, number: number): ReadLine | undefined {
  if (line.isTooLong) {
    const message = `The line is longer than ${(LONGEST_LINE / MIB).toString()} MB.`;
    return refuse(undefined, { code: 'DOCUMENT.TOO_LARGE', message, line: number });
  }
  if (line.text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(line.text);
    return readDocument(value, number);
  } catch {
    return refuse(undefined, { code: 'DOCUMENT.MALFORMED', message: 'The line is not JSON.', line: number });
  }
}

function readDocument(value: unknown, line?: number): ReadLine {
  const parsed = DocumentInput.safeParse(value);
  if (parsed.success) return { document: parsed.data, ...(line === undefined ? {} : { line }) };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const message = `${field === '' ? '' : `${field}: `}${issue?.message ?? 'not a document'}`;
  return refuse(value, { code: 'DOCUMENT.INVALID', message, line });
}

function refuse(value: unknown, { line, ...error }: { code: string; message: string; line: number | undefined }): ReadLine {
  const id = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : '';
  return { refused: { id, status: 'refused', ...(line === undefined ? {} : { line }), error } };
}
