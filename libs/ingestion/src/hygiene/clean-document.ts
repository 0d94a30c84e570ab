import { languageOf } from '@tributary/chunking';
import type { TextSection } from '@tributary/contracts';
import { detectLanguage, leaveOutPayloads } from '@tributary/hygiene';
import { cleanText } from '@tributary/ranking';
import { isOnePassage, type DocumentContent } from '../ingest-document/document-content.js';
import { maskDocument } from './mask-document.js';

export interface CleanDocument {
  readonly content: DocumentContent;
  /** How many secrets were masked, by rule. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** A document as it may be indexed: without characters that nobody sees, without pictures and other files encoded within its text, its secrets masked in
 *  their places, its language told where none is known. Its hash stays that of what was read, so that it is recognised when it comes again. */
export function cleanDocument(content: DocumentContent, { masksSecrets }: { readonly masksSecrets: boolean }): CleanDocument {
  const visible = shortened(visibleOf(content));
  const masked = masksSecrets ? maskDocument(visible) : { content: visible, counts: {} };
  const language = needsLanguage(content) ? detectLanguage(masked.content.text) : undefined;
  return { content: { ...masked.content, ...(language === undefined ? {} : { language }) }, secrets: masked.counts };
}

function visibleOf(content: DocumentContent): DocumentContent {
  const { fields, sections } = content;
  return {
    ...content,
    text: cleanText(content.text),
    fields: fields.title === undefined ? fields : { ...fields, title: cleanText(fields.title) },
    ...(sections === undefined ? {} : { sections: sections.map(visibleSection) }),
  };
}

/** What stays in one piece is kept as whoever wrote it reads it back. */
function shortened(content: DocumentContent): DocumentContent {
  if (isOnePassage(content)) return content;
  const { text, moved } = leaveOutPayloads(content.text);
  return moved.length === 0 ? content : { ...content, text, moved };
}

function visibleSection(place: TextSection): TextSection {
  return place.section === undefined ? place : { ...place, section: cleanText(place.section) };
}

/** That a note is written in Markdown says nothing of its language. */
function needsLanguage({ fields: { type, lang, path } }: DocumentContent): boolean {
  if (type === 'note') return lang === undefined || lang === 'markdown';
  if (type === 'code' || lang !== undefined) return false;
  return path === undefined || languageOf(path) === undefined;
}
