import { languageOf } from '@tributary/chunking';
import { detectLanguage, maskSecrets } from '@tributary/hygiene';
import { cleanText } from '@tributary/ranking';
import type { DocumentContent } from '../ingest-document/document-content.js';
import { hasBareValues } from './bare-values.js';

export interface CleanDocument {
  readonly content: DocumentContent;
  /** How many secrets were masked, by rule. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** A document as it may be indexed: without characters that nobody sees, its secrets masked in their places, its language told where none is known.
 *  Its hash stays that of what was read, so that it is recognised when it comes again. */
export function cleanDocument(content: DocumentContent, { masksSecrets }: { readonly masksSecrets: boolean }): CleanDocument {
  const visible = cleanText(content.text);
  const masked = masksSecrets ? maskSecrets(visible, { hasBareValues: hasBareValues(content.fields) }) : { text: visible, counts: {} };
  const title = content.fields.title === undefined ? undefined : cleanTitle(content.fields.title, masksSecrets);
  const tags = masksSecrets ? content.fields.tags?.map((tag) => maskSecrets(tag).text) : content.fields.tags;
  const fields = { ...content.fields, ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) };
  const language = needsLanguage(content) ? detectLanguage(masked.text) : undefined;
  return {
    content: { ...content, text: masked.text, fields, ...(language === undefined ? {} : { language }) },
    secrets: masked.counts,
  };
}

function cleanTitle(title: string, masksSecrets: boolean): string {
  const visible = cleanText(title);
  return masksSecrets ? maskSecrets(visible).text : visible;
}

/** That a note is written in Markdown says nothing of its language. */
function needsLanguage({ fields: { type, lang, path } }: DocumentContent): boolean {
  if (type === 'note') return lang === undefined || lang === 'markdown';
  if (type === 'code' || lang !== undefined) return false;
  return path === undefined || languageOf(path) === undefined;
}
