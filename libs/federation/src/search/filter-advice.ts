import { DocumentType, fieldsOf, isKnownField, leavesOf, unknownFields, type Filter } from '@tributary/contracts';
import { languageName } from '../plan/language-names.js';
import { quotedWords } from './quoted-words.js';

const USUAL_FIELDS = 'title, path, source, lang, type, tags, created_at, modified_at, metadata.<name>';
const TYPES: ReadonlySet<unknown> = new Set(DocumentType.options);

/** What is likely wrong with a filter that admitted nothing, a sentence each: conditions that no passage of ours can meet as they are written. */
export function filterAdvice(filter: Filter): readonly string[] {
  const values = (field: string) => [
    ...new Set(leavesOf(filter).flatMap((leaf) => ('match' in leaf && leaf.key === field ? wanted(leaf.match) : []))),
  ];
  const unknown = unknownFields(filter);
  const misplaced = fieldsOf(filter).filter((field) => field.startsWith(OWN) && isKnownField(field.slice(OWN.length)));
  const types = values('type').filter((type) => !TYPES.has(type));
  const languages = values('lang').filter((lang) => lang !== languageName(lang));
  const paths = values('path');
  const addresses = leavesOf(filter).some((leaf) => 'has_id' in leaf && leaf.has_id.some((id) => String(id).startsWith('tributary://')));
  return [
    unknown.length > 0 && `No passage has a field ${quotedWords(unknown)}: the fields are ${USUAL_FIELDS}.`,
    ...misplaced.map(
      (field) =>
        `What a hit shows under metadata as ${field.slice(OWN.length)} is filtered by "${field.slice(OWN.length)}", not "${field}".`,
    ),
    types.length > 0 && `A type is one of ${DocumentType.options.join(', ')}, not ${quotedWords(types)}.`,
    languages.length > 0 && `Languages are written small and in full, such as ${quotedWords(languages.map(languageName))}.`,
    ...paths.slice(0, 1).map(pathAdvice),
    ...values('repo').slice(0, 1).map(repoAdvice),
    fieldsOf(filter).includes('tags') &&
      'Tags are compared as they are written; in a folder they are those of its Markdown’s front matter.',
    addresses && 'Of a hit, has_id takes the id; its uri is for fetch.',
  ].filter((sentence) => sentence !== false);
}

/** Files have it where their repository has submodules. */
function repoAdvice(repo: string): string {
  return `Few passages have a repo: {"key":"source","match":{"value":${JSON.stringify(repo)}}} asks for what was indexed under that name.`;
}

const OWN = 'metadata.';
/** Of the last part of a path: it is that of a file. */
const ENDING = /[^/]\.[^/.]+$/;

function pathAdvice(path: string): string {
  const words = `{"key":"path","match":{"text":${JSON.stringify(path)}}} looks for its words.`;
  return ENDING.test(path)
    ? `A path is compared whole, as hits show it, and a file without text has no passage: ${words}`
    : `A path is compared whole: ${words}`;
}

function wanted(match: object): readonly string[] {
  const values: unknown = 'value' in match ? [match.value] : 'any' in match ? match.any : [];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}
