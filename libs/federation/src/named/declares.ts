import type { PointPayload } from '@tributary/contracts';
import type { NamedDefinition } from '@tributary/ranking';

const MODIFIERS =
  '(?:(?:export|default|declare|abstract|async|pub(?:\\([a-z]+\\))?|public|private|protected|internal|static|final|sealed|partial|data|open|unsafe|const)[ \\t]+){0,6}';
const TYPES = '(?:class|interface|type|struct|enum|trait|protocol|record|union)';
const FUNCTIONS = '(?:function\\*?|func|fn|def|fun)';
/** What Go writes between `func` and the name of a method. */
const RECEIVER = '(?:\\([^()\\n]{0,80}\\)[ \\t]*)?';
const END = '(?![\\p{L}\\p{N}_$])';
/** So much of a signature tells where a definition begins. */
const BEGINNING = 40;

/** Whether code begins a type of this name, or a function that stands in nothing else. */
export function declares(payload: PointPayload, name: string): boolean {
  const { content, chunk_type, scope } = payload;
  if (isWritten(content, name)) return true;
  // Languages have further words for it, and functions that are constants.
  return (chunk_type === 'class' || (chunk_type === 'function' && scope === undefined)) && hasSignature(payload, name);
}

/** Whether code begins a function of this name that may stand in another one, which is not told among what a passage defines. */
export function declaresWithin(content: string, name: string): boolean {
  if (!content.includes(name)) return false;
  return new RegExp(`^[ \\t]*${MODIFIERS}${FUNCTIONS}[ \\t]+${RECEIVER}${escaped(name)}${END}`, 'mu').test(content);
}

/** Whether a definition of this name begins in a passage, and not only what is said about it, or what it goes on with. */
export function begins(payload: PointPayload, name: string): boolean {
  return isWritten(payload.content, name) || hasSignature(payload, name);
}

function isWritten(content: string, name: string): boolean {
  if (!content.includes(name)) return false;
  const written = escaped(name);
  const type = `[ \\t]*${MODIFIERS}${TYPES}[ \\t]+${written}${END}`;
  return new RegExp(`^(?:${type}|${MODIFIERS}${FUNCTIONS}[ \\t]+${written}${END})`, 'mu').test(content);
}

function hasSignature({ content, sym, signature = '' }: PointPayload, name: string): boolean {
  return sym === name && signature !== '' && unspaced(content).includes(unspaced(signature).slice(0, BEGINNING));
}

/** Whether code begins a definition of this name by this word: `class Pool`, `func (p *Pool) Get`. */
export function declaresBy(content: string, { name, keyword }: Pick<NamedDefinition, 'name' | 'keyword'>): boolean {
  if (keyword === undefined || !content.includes(name)) return false;
  return new RegExp(`^[ \\t]*${MODIFIERS}${keyword}\\*?[ \\t]+${RECEIVER}${escaped(name)}${END}`, 'mu').test(content);
}

function unspaced(code: string): string {
  return code.replace(/\s+/gu, '');
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}
