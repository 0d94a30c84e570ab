import { z } from 'zod';
import type { Note } from '../files/note-format.js';
import { tagList, textList } from '../markdown/note-fields.js';
import { readWrittenDate } from '../markdown/written-date.js';

const Line = z.record(z.string(), z.json());

const ID = ['id', '_id', 'uuid', 'key', 'noteId', 'note_id'];
const TEXT = ['text', 'content', 'markdown', 'body', 'note', 'page_content', 'document'];
const TITLE = ['title', 'name', 'subject', 'heading', 'noteTitle'];
const TAGS = ['tags', 'tag', 'labels', 'categories', 'keywords'];
const CREATED = ['created_at', 'created', 'createdAt', 'creationDate', 'date'];
const MODIFIED = ['modified_at', 'modified', 'updated_at', 'updated', 'updatedAt', 'modificationDate'];
/** Further fields that are kept of a note, and that are named where they are not. */
const MOST_FIELDS = 64;
const MOST_NAMED = 5;
/** In September 2001. */
const FIRST_SECOND = 1e9;
const NO_DATE = {
  created: 'Its date of creation could not be understood.',
  modified: 'Its date of modification could not be understood.',
};
const TAKEN = new Set([...ID, ...TEXT, ...TITLE, ...TAGS, ...CREATED, ...MODIFIED]);

interface NotedLine {
  /** Undefined where the line has none, or a blank one. */
  readonly id?: string | undefined;
  /** The id as it is written, where it is a number that cannot be told from those next to it. */
  readonly digits?: string | undefined;
  readonly note: Note;
}

/** A note of one line; undefined for a line that is no object with a text. */
export function parseJsonLine(line: string): NotedLine | undefined {
  const fields = parseObject(line);
  if (fields === undefined) return undefined;
  const first = (names: readonly string[]) => names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
  const text = first(TEXT);
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const id = ID.map((name) => fields[name]).find((value) => value !== undefined && value !== null && !isBlankText(value));
  const title = first(TITLE);
  const [created, modified] = [first(CREATED), first(MODIFIED)];
  const [createdAt, modifiedAt] = [dateOf(created), dateOf(modified)];
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : undefined,
    digits: typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id) ? digitsOf(line, id) : undefined,
    note: {
      text,
      title: typeof title === 'string' ? title : undefined,
      tags: tagList(textList(first(TAGS))),
      createdAt,
      modifiedAt,
      isModifiedAtWritten: true,
      metadata: plainFields(fields),
      notes: [
        ...passedOver(fields),
        ...(created !== undefined && createdAt === undefined ? [NO_DATE.created] : []),
        ...(modified !== undefined && modifiedAt === undefined ? [NO_DATE.modified] : []),
      ],
    },
  };
}

/** A number of ten digits, as programs write it, is seconds since 1970. */
function dateOf(value: unknown): string | undefined {
  const isSeconds = typeof value === 'number' && value >= FIRST_SECOND && value < 10 * FIRST_SECOND;
  return isSeconds ? new Date(value * 1000).toISOString() : readWrittenDate(value).at;
}

function isBlankText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** How a line writes this id. */
function digitsOf(line: string, id: number): string | undefined {
  let digits: string | undefined;
  const note = (name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    if (value === id && ID.includes(name)) digits ??= context?.source;
    return value;
  };
  JSON.parse(line, note);
  return digits;
}

function parseObject(line: string): z.infer<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Further fields with one value each. */
function plainFields(fields: z.infer<typeof Line>): Record<string, string> {
  const plain = Object.entries(fields).flatMap(([name, value]) =>
    TAKEN.has(name) || value === null || typeof value === 'object' ? [] : [[name.slice(0, 200), String(value).slice(0, 2000)] as const],
  );
  return Object.fromEntries(plain.slice(0, MOST_FIELDS));
}

/** Which fields are not kept, in sentences. */
function passedOver(fields: z.infer<typeof Line>): readonly string[] {
  const further = Object.entries(fields).filter(([name, value]) => !TAKEN.has(name) && value !== null);
  const nested = further.filter(([, value]) => typeof value === 'object').map(([name]) => name.slice(0, 60));
  const named = [...nested.toSorted().slice(0, MOST_NAMED), ...(nested.length > MOST_NAMED ? ['…'] : [])].join(', ');
  const tooMany = further.length - nested.length > MOST_FIELDS;
  return [
    ...(nested.length === 0 ? [] : [`Fields that hold lists or objects were passed over: ${named}.`]),
    ...(tooMany ? [`Only the first ${MOST_FIELDS.toString()} further fields were kept.`] : []),
  ];
}
