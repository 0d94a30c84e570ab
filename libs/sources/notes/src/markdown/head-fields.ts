import { readFrontMatter } from './front-matter.js';
import { isoDate, textList } from './note-fields.js';

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

const DAMAGED = 'The front matter is not valid YAML; its fields were passed over.';
/** Smaller numbers are a year, or a day without dashes; from here on they are milliseconds since the epoch. */
const FIRST_MOMENT = 1e11;

/** Reads the front matter of a text by the names Obsidian knows, in whatever case, and their usual other ones. Never throws because of the text. */
export async function readHead(text: string): Promise<HeadFields> {
  const { fields, end, isDamaged } = await readFrontMatter(text);
  const given = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const by = (...names: readonly string[]) => names.map((name) => given.get(name)).find((value) => value !== undefined && value !== null);
  const title = by('title');
  const aliases = textList(by('aliases', 'alias'));
  return {
    end,
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    tags: writtenTags(by('tags', 'tag')),
    createdAt: dateOf(by('created', 'created_at', 'date created', 'date')),
    modifiedAt: dateOf(by('modified', 'modified_at', 'updated', 'date modified')),
    metadata: aliases.length === 0 ? undefined : { aliases: aliases.join(', ') },
    notes: isDamaged ? [DAMAGED] : [],
  };
}

/** An entry of a list is one tag, whatever blanks it has; a single text is divided by its commas, where it has none by its blanks. */
function writtenTags(value: unknown): readonly string[] {
  const tags = textList(value);
  return typeof value === 'string' && !value.includes(',') ? tags.flatMap((text) => text.split(/\s+/)) : tags;
}

function dateOf(value: unknown): string | undefined {
  return isoDate(typeof value === 'number' && value < FIRST_MOMENT ? value.toString() : value);
}
