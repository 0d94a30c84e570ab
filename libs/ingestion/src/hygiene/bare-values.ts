import { languageOf, shapeOf } from '@tributary/chunking';
import type { DocumentContent } from '../ingest-document/document-content.js';

/** Languages in which a word without quotes is itself and no name. */
const LITERAL = new Set(['shell', 'dockerfile', 'batch', 'make']);

/** Whether a word without quotes may be a value in a document: in settings, prose and shells. In programs it is a name. */
export function hasBareValues({ type, lang, path }: DocumentContent['fields']): boolean {
  const language = lang !== undefined && shapeOf(lang) !== undefined ? lang : languageOf(path ?? '');
  if (language === undefined) return type !== 'code';
  return LITERAL.has(language) || shapeOf(language) !== 'code';
}
