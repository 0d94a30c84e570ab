import { readFrontMatter } from './front-matter.js';
import { textList } from './note-fields.js';
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
  readonly metadata: Readonly<Record<string, string>> | undefined;
  /** What could not be understood, in sentences. */
  readonly notes: readonly string[];
}

const LONGEST_SHOWN = 60;
/** Reads the front matter of a text by the names Obsidian knows, in whatever case, and their usual other ones (`lastmod` is Hugo's). Never throws because of the text. */
export async function readHead(text: string): Promise<HeadFields> {
  const { fields, end, damaged } = await readFrontMatter(text);
  const given = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const by = (...names: readonly string[]) => names.map((name) => given.get(name)).find((value) => value !== undefined && value !== null);
  const title = by('title');
  const aliases = textList(by('aliases', 'alias'));
  const created = dateOf(by('created', 'created_at', 'date created', 'date'));
  const modified = dateOf(by('modified', 'modified_at', 'updated', 'lastmod', 'date modified'));
  return {
    end,
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    tags: writtenTags(by('tags', 'tag')),
    createdAt: created.at,
    modifiedAt: modified.at,
    metadata: aliases.length === 0 ? undefined : { aliases: aliases.join(', ') },
    notes: [
      ...(damaged === undefined ? [] : [`The front matter is not valid ${damaged}; its fields were passed over.`]),
      ...created.notes,
      ...modified.notes,
    ],
  };
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
