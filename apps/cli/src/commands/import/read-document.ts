import { DocumentInput, miswrittenAccess, refusedFields } from '@tributary/contracts';

/** A line as a document, or why it is none. */
export type ReadDocument = { readonly document: DocumentInput } | { readonly refused: { readonly code: string; readonly message: string } };

const FIELDS = Object.keys(DocumentInput.shape);
const OWN_FIELDS: ReadonlySet<string> = new Set(FIELDS);

/** Reads one line of an import: our fields, or those of BEIR (`_id`, `text`); fields nobody knows are kept as metadata.
 *  One that is meant to say who may read the document (`userId`) is refused. */
export function readDocument(line: string, collection: string): ReadDocument {
  const value = parseJson(line);
  if (value === undefined) return { refused: { code: 'DOCUMENT.MALFORMED', message: 'The line is not JSON.' } };
  if (!isRecord(value)) return { refused: { code: 'DOCUMENT.MALFORMED', message: 'The line is no JSON object.' } };
  const miswritten = miswrittenAccess(Object.keys(value));
  if (miswritten.length > 0) return { refused: { code: 'DOCUMENT.INVALID', message: refusedFields(miswritten, FIELDS) } };
  const parsed = DocumentInput.safeParse(toInput(value, collection));
  if (parsed.success) return { document: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return { refused: { code: 'DOCUMENT.INVALID', message: `${field === '' ? '' : `${field}: `}${issue?.message ?? 'not a document'}` } };
}

function toInput({ _id, text, ...given }: Readonly<Record<string, unknown>>, collection: string): Readonly<Record<string, unknown>> {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => OWN_FIELDS.has(name)));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !OWN_FIELDS.has(name)));
  const title = own['title'] === '' ? undefined : own['title'];
  const metadata = mergeMetadata(own['metadata'], others);
  return {
    collection,
    ...own,
    id: asText(own['id'] ?? _id),
    title,
    content: contentOf(own['content'] ?? text, title),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** A document that is only a title (common in reference collections) is found by it. */
function contentOf(content: unknown, title: unknown): unknown {
  const isBlank = content === undefined || (typeof content === 'string' && content.trim() === '');
  return isBlank && typeof title === 'string' ? title : content;
}

function mergeMetadata(metadata: unknown, others: Readonly<Record<string, unknown>>): unknown {
  if (Object.keys(others).length === 0) return isRecord(metadata) && Object.keys(metadata).length === 0 ? undefined : metadata;
  return isRecord(metadata) || metadata === undefined ? { ...others, ...metadata } : metadata;
}

function asText(id: unknown): unknown {
  return typeof id === 'number' ? id.toString() : id;
}

function parseJson(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
