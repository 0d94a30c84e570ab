import type { NoteMetadata } from '../files/note-format.js';
import { noteNamed } from '../obsidian/wiki-links.js';

/** Properties of one note that are kept, and their bounds. */
const MOST_FIELDS = 64;
const MOST_VALUES = 64;
const LONGEST = { name: 200, text: 2000 };
const WIKI_LINK = /^\[\[([^[\]|]{1,500})(?:\|[^[\]]{0,500})?\]\]$/;

/** The properties of front matter that nothing else is made of, by which a document can be filtered: single values, and lists of these as texts; the first 64 of each. A link stands for the name
 *  it leads to. Objects, and what is longer than 2,000 characters, are passed over.
 *  @param taken names in small letters of the fields that say something else of a document */
export function ownProperties(fields: Readonly<Record<string, unknown>>, taken: ReadonlySet<string>): NoteMetadata {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    if (taken.has(name.toLowerCase()) || name === '' || name.length > LONGEST.name) return [];
    const own = Array.isArray(value) ? listOf(value) : singleOf(value);
    return own === undefined ? [] : [[name, own] as const];
  });
  return Object.fromEntries(kept.slice(0, MOST_FIELDS));
}

function listOf(values: readonly unknown[]): string[] | undefined {
  // What YAML makes of a link without quotation marks is a list in the list.
  const texts = values.flat(2).flatMap((value) => {
    const single = singleOf(value);
    return single === undefined ? [] : [String(single)];
  });
  return texts.length === 0 ? undefined : texts.slice(0, MOST_VALUES);
}

function singleOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const [, target] = WIKI_LINK.exec(text) ?? [];
  if (target !== undefined) return noteNamed(target);
  return text === '' || text.length > LONGEST.text ? undefined : text;
}
