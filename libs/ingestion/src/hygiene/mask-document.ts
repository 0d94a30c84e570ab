import { maskFields, maskSecrets, type MaskedText } from '@tributary/hygiene';
import type { DocumentContent } from '../ingest-document/document-content.js';
import { hasBareValues } from './bare-values.js';

type Fields = DocumentContent['fields'];
type Counts = MaskedText['counts'];

/** What was masked in one part of a document, and how many secrets it had. */
interface Masked<Part> {
  readonly part: Part;
  readonly counts: Counts;
}

/** A document with its secrets masked in their places, in all that is stored of it, and how many there were, by rule. Metadata of documents that were
 *  handed in stays as given. */
export function maskDocument(content: DocumentContent): { readonly content: DocumentContent; readonly counts: Counts } {
  const text = maskSecrets(content.text, { hasBareValues: hasBareValues(content.fields) });
  const title = maskTitle(content.fields);
  const tags = maskTags(content.fields);
  const metadata = content.source === '' ? { part: {}, counts: {} } : maskMetadata(content.fields);
  const sections = maskSections(content);
  return {
    content: {
      ...content,
      ...sections.part,
      text: text.text,
      fields: { ...content.fields, ...title.part, ...tags.part, ...metadata.part },
    },
    counts: most([text.counts, title.counts, tags.counts, metadata.counts, sections.counts]),
  };
}

function maskTitle({ title }: Fields): Masked<Pick<Fields, 'title'>> {
  if (title === undefined) return { part: {}, counts: {} };
  const { text, counts } = maskSecrets(title);
  return { part: { title: text }, counts };
}

function maskTags({ tags }: Fields): Masked<Pick<Fields, 'tags'>> {
  if (tags === undefined) return { part: {}, counts: {} };
  const masked = tags.map((tag) => maskSecrets(tag));
  return { part: { tags: masked.map(({ text }) => text) }, counts: sum(masked) };
}

function maskMetadata({ metadata }: Fields): Masked<Pick<Fields, 'metadata'>> {
  if (metadata === undefined) return { part: {}, counts: {} };
  const { fields, counts } = maskFields(metadata);
  return { part: { metadata: fields }, counts };
}

function maskSections({ sections }: DocumentContent): Masked<Pick<DocumentContent, 'sections'>> {
  if (sections === undefined) return { part: {}, counts: {} };
  const masked = sections.map(({ section }) => (section === undefined ? undefined : maskSecrets(section)));
  const part = { sections: sections.map((place, at) => ({ ...place, ...(masked[at] === undefined ? {} : { section: masked[at].text }) })) };
  return { part, counts: sum(masked.filter((one) => one !== undefined)) };
}

function sum(masked: readonly MaskedText[]): Counts {
  const counts: Record<string, number> = {};
  for (const one of masked) for (const [rule, count] of Object.entries(one.counts)) counts[rule] = (counts[rule] ?? 0) + count;
  return counts;
}

/** What stands in a title or a field mostly stands in the text as well, and is one secret. */
function most(parts: readonly Counts[]): Counts {
  const counts: Record<string, number> = {};
  for (const part of parts) for (const [rule, count] of Object.entries(part)) counts[rule] = Math.max(counts[rule] ?? 0, count);
  return counts;
}
