import type { NoteMetadata } from '../files/note-format.js';
import { isNoteName, noteNamed } from '../obsidian/wiki-links.js';

/** Properties of one note that are kept, and their bounds. */
const MOST_FIELDS = 64;
const MOST_VALUES = 64;
const LONGEST = { name: 200, text: 2000 };
/** Characters of JSON that properties and links of one note have together: they stand in each of its passages. */
const MOST_CHARACTERS = 8000;
const WIKI_LINK = /^\[\[([^[\]|]{1,500})(?:\|[^[\]]{0,500})?\]\]$/;

/** The properties of front matter that nothing else was made of, by which a document can be filtered: single values, and lists of these as texts; the first 64 of each. A link stands for the name
 *  it leads to. Objects, and what is longer than 2,000 characters, are passed over.
 *  @param taken names in small letters of the fields of which something else was made */
export function ownProperties(fields: Readonly<Record<string, unknown>>, taken: ReadonlySet<string>): NoteMetadata {
  const kept = Object.entries(fields).flatMap(([name, value]) => {
    if (taken.has(name.toLowerCase()) || name === '' || name.length > LONGEST.name) return [];
    const own = Array.isArray(value) ? listOf(value) : singleOf(value);
    return own === undefined ? [] : [[name, own] as const];
  });
  return Object.fromEntries(kept.slice(0, MOST_FIELDS));
}

/** The names of the notes that properties lead to by wiki links. */
export function linkedByProperties(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(fields)
    .flat()
    .flatMap((value) => (typeof value === 'string' ? linkOf(value.trim()) : undefined) ?? [])
    .filter(isNoteName);
}

/** As many of some metadata, in their order, as the bound of one note has room for: a list is cut, a single value that is too long is left out. */
export function withinBounds(metadata: NoteMetadata): NoteMetadata {
  let left = MOST_CHARACTERS - '{}'.length;
  const kept = Object.entries(metadata).flatMap(([name, value]) => {
    const room = left - sizeOf(name);
    const own = Array.isArray(value) ? value.slice(0, countWithin(value, room)) : value;
    const size = sizeOf(name) + sizeOf(own);
    if (size > left || (Array.isArray(own) && own.length === 0)) return [];
    left -= size;
    return [[name, own] as const];
  });
  return Object.fromEntries(kept);
}

/** How many texts of a list have room. */
function countWithin(texts: readonly string[], room: number): number {
  let left = room - '[]'.length;
  const beyond = texts.findIndex((text) => (left -= sizeOf(text)) < 0);
  return beyond < 0 ? texts.length : beyond;
}

/** In JSON, with the sign behind it. */
function sizeOf(value: NoteMetadata[string]): number {
  return JSON.stringify(value).length + 1;
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
  const link = linkOf(text);
  if (link !== undefined) return link || undefined;
  return text === '' || text.length > LONGEST.text ? undefined : text;
}

/** The name a text that is a link leads to; undefined where it is none. */
function linkOf(text: string): string | undefined {
  const [, target] = WIKI_LINK.exec(text) ?? [];
  return target === undefined ? undefined : noteNamed(target);
}
