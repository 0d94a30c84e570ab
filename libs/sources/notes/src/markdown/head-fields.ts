import type { NoteMetadata } from '../files/note-format.js';
import { readFrontMatter } from './front-matter.js';
import { textList } from './note-fields.js';
import { linkedByProperties, ownProperties, withinBounds } from './own-properties.js';
import { readWrittenDate } from './written-date.js';

/** What the head of a Markdown text says of it, whatever program wrote it. */
export interface HeadFields {
  /** Offset of the first character behind the head; 0 where there is none. */
  readonly end: number;
  readonly title: string | undefined;
  /** As they are written. */
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  /** ISO 8601. */
  readonly modifiedAt: string | undefined;
  /** Aliases, and what else its author noted in fields of their own. */
  readonly metadata: NoteMetadata;
  /** The names of the notes that its fields lead to. */
  readonly links: readonly string[];
  /** What could not be understood, in sentences. */
  readonly notes: readonly string[];
}

const LONGEST_SHOWN = 60;
/** What templates of Obsidian and of Templater fill in: `{{date}}`, `<% tp.file.title %>`. */
const PLACEHOLDER = /\{\{[^{}\n]{1,200}\}\}|<%[^\n]{1,400}?%>/;
const NAMES = {
  title: ['title'],
  tags: ['tags', 'tag'],
  aliases: ['aliases', 'alias'],
  created: ['created', 'created_at', 'date created', 'date'],
  modified: ['modified', 'modified_at', 'updated', 'lastmod', 'date modified'],
};

/** Reads the front matter of a text by the names Obsidian knows, in whatever case, and their usual other ones (`lastmod` is Hugo's). Never throws because of the text. */
export async function readHead(text: string): Promise<HeadFields> {
  const { fields, end, damaged } = await readFrontMatter(text);
  const given = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const used = new Set<string>();
  const take = <Said>(names: readonly string[], read: (value: unknown) => Said | undefined): Said | undefined => {
    const name = names.find((one) => (given.get(one) ?? undefined) !== undefined);
    const said = name === undefined ? undefined : read(given.get(name));
    if (name !== undefined && said !== undefined) used.add(name);
    return said;
  };
  const notes = damaged === undefined ? [] : [`The front matter is not valid ${damaged}; its fields were passed over.`];
  const readDate = (value: unknown) => {
    const date = dateOf(value);
    notes.push(...date.notes);
    return date.at;
  };
  const said = {
    title: take(NAMES.title, textOf),
    tags: take(NAMES.tags, (value) => someOf(writtenTags(value))) ?? [],
    createdAt: take(NAMES.created, readDate),
    modifiedAt: take(NAMES.modified, readDate),
  };
  const aliases = take(NAMES.aliases, (value) => writtenAliases(textList(value)));
  const metadata = withinBounds({ ...(aliases === undefined ? {} : { aliases }), ...ownProperties(fields, used) });
  // A template is filled in before it is a note.
  const told = PLACEHOLDER.test(text.slice(0, end)) ? [] : notes;
  return { end, ...said, metadata, links: linkedByProperties(fields), notes: told };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

/** One text, where no name has a comma of its own. */
function writtenAliases(names: readonly string[]): string | string[] | undefined {
  return names.some((name) => name.includes(',')) ? [...names] : someOf(names)?.join(', ');
}

function someOf(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts;
}

/** An entry of a list is one tag, whatever blanks it has; a single text is divided by its commas, where it has none by its blanks. */
function writtenTags(value: unknown): readonly string[] {
  const tags = textList(value);
  return typeof value === 'string' && !value.includes(',') ? tags.flatMap((text) => text.split(/\s+/)) : tags;
}

/** A date, or in a sentence why there is none. */
function dateOf(value: unknown): { readonly at?: string | undefined; readonly notes: readonly string[] } {
  const { at, isUndecided = false } = readWrittenDate(value);
  if (at !== undefined || value === undefined || value === '') return { at, notes: [] };
  const why = isUndecided ? 'may be one of two days' : 'is none that is understood';
  return {
    notes: [
      `A date of the front matter was passed over, since ${JSON.stringify(value).slice(0, LONGEST_SHOWN)} ${why}: write it as 2024-03-05.`,
    ],
  };
}
