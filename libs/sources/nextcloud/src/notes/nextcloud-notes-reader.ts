import { nextcloudNameOf } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import {
  isBlank,
  NO_TEXT,
  type FoundEntry,
  type LeftOutEntry,
  type ReadDocument,
  type ReadOptions,
  type ReadOutcome,
  type RootState,
  type ScannedEntry,
  type ScanOptions,
  type SourceMemory,
  type SourceReader,
} from '@tributary/sources-port';
import { z } from 'zod';
import type { CredentialSource } from '../credentials/credentials.js';
import { NotesApi, type ApiNote, type NoteList } from './notes-api.js';
import { locationOf, userOf, whyNoUser } from './user-location.js';

const NOTE_ID = /^[1-9]\d{0,15}$/;
/** Under which the state of the whole list is noted; ids of notes are numbers. */
const LIST = 'list';
/** Notes are asked for again that were modified this long before the last change that was seen: two within one second must not be told apart. */
const OVERLAP_S = 2;
/** Levels of a category that are tags. */
const MOST_LEVELS = 16;
/** Changes when more is noted of notes, so that all of them are asked for again. */
const READING = 2;
const TOO_DEEP = `Only the outer ${MOST_LEVELS.toString()} levels of its category became tags.`;

/** What is known of such a note stays. */
const UNREADABLE = 'unreadable';

const ListNote = z.object({ etag: z.string().optional(), since: z.number().optional(), reading: z.number().optional() });
const EtagNote = z.object({ etag: z.string(), modified: z.number(), isEmpty: z.boolean().optional() });

export interface NextcloudNotesSettings {
  /** Of the Nextcloud, with the path it lies under; the only place that credentials go to. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly credentials: CredentialSource;
}

/** The notes of one user, over the Notes API, with the app password he stored. A location is his name; each document is his alone. */
export class NextcloudNotesReader implements SourceReader {
  readonly kind = 'nextcloud-notes';
  readonly #settings: NextcloudNotesSettings;

  constructor(settings: NextcloudNotesSettings) {
    this.#settings = settings;
  }

  /** @param location the name of a user as this server knows him */
  async inspect(location: string): Promise<RootState> {
    const user = userOf(location);
    if (user === undefined) return { usable: false, reason: `no user is called so, since ${whyNoUser(location) ?? 'it is no name'}` };
    const authorization = await this.#settings.credentials.authorizationOf({
      userId: user,
      signal: AbortSignal.timeout(this.#settings.timeoutMs),
    });
    if (authorization === undefined)
      return { usable: false, reason: `no app password of ${user} is stored; "tributary nextcloud password ${user}" keeps one` };
    return { usable: true, location: locationOf(this.#settings.url, user), name: nextcloudNameOf(user), userId: user };
  }

  async *scan(location: string, { signal, memory }: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    signal?.throwIfAborted();
    const user = requireUser(location);
    const api = await this.#api(user, signal);
    const [noted] = (await memory?.get([LIST])) ?? [];
    const { etag, since, reading } = ListNote.safeParse(noted).data ?? {};
    const list = await api.list(reading === READING ? { etag, since } : {});
    if (!list.changed) {
      yield* unchanged(memory);
      return;
    }
    const changed = list.notes.filter(({ content }) => content !== undefined);
    for (const note of changed) yield entryWith(note, user);
    await memory?.put(changed.filter(isRead).map((note) => ({ key: note.id.toString(), note: stateOf(note) })));
    const pruned = list.notes.filter(({ content }) => content === undefined);
    const unread = [...changed.filter((note) => !isRead(note)), ...(yield* this.#pruned(pruned, { api, user, memory }))];
    await forgetMissing(memory, list.notes);
    await memory?.put([{ key: LIST, note: { reading: READING, ...nextOf(list, unread) } }]);
  }

  async read(location: string, path: string, { signal }: ReadOptions = {}): Promise<ReadOutcome> {
    signal?.throwIfAborted();
    const user = requireUser(location);
    if (!NOTE_ID.test(path)) return { read: false, reason: 'missing' };
    const note = await (await this.#api(user, signal)).read(Number(path));
    if (note === undefined) return { read: false, reason: 'missing' };
    if (!isRead(note)) return { read: false, reason: UNREADABLE };
    return isEmpty(note) ? { read: false, reason: NO_TEXT } : toDocument(note, user);
  }

  /** Of a note that did not change the server gives only the id; the rest is noted, or asked for. @returns those the server could not read */
  async *#pruned(
    notes: readonly ApiNote[],
    { api, user, memory }: { api: NotesApi; user: string; memory: SourceMemory | undefined },
  ): AsyncGenerator<ScannedEntry, readonly ApiNote[]> {
    const unread: ApiNote[] = [];
    const noted = (await memory?.get(notes.map(({ id }) => id.toString()))) ?? [];
    for (const [at, { id }] of notes.entries()) {
      const known = EtagNote.safeParse(noted[at]).data;
      if (known !== undefined) yield notedEntry(id, known);
      else {
        const note = await api.read(id);
        if (note === undefined) continue;
        yield entryWith(note, user);
        if (isRead(note)) await memory?.put([{ key: id.toString(), note: stateOf(note) }]);
        else unread.push(note);
      }
    }
    return unread;
  }

  async #api(user: string, signal: AbortSignal | undefined): Promise<NotesApi> {
    const { url, timeoutMs, credentials } = this.#settings;
    const authorization = await credentials.authorizationOf({ userId: user, signal: signal ?? AbortSignal.timeout(timeoutMs) });
    if (authorization === undefined)
      throw permanent(
        'SOURCE.UNREADABLE',
        `No app password of ${user} is stored: "tributary nextcloud password ${user}" keeps one. Nothing was deleted.`,
      );
    return new NotesApi({ url, authorization, timeoutMs, signal });
  }
}

/** The list has not changed since it was noted: neither has any note. */
async function* unchanged(memory: SourceMemory | undefined): AsyncGenerator<ScannedEntry> {
  for await (const { key, note } of memory?.all() ?? []) {
    const known = EtagNote.safeParse(note).data;
    if (known !== undefined && NOTE_ID.test(key)) yield notedEntry(Number(key), known);
  }
}

async function forgetMissing(memory: SourceMemory | undefined, notes: readonly ApiNote[]): Promise<void> {
  const present = new Set(notes.map(({ id }) => id.toString()));
  const gone: string[] = [];
  for await (const { key } of memory?.all() ?? []) if (key !== LIST && !present.has(key)) gone.push(key);
  if (gone.length > 0) await memory?.delete(gone);
}

/** A note of which is known what it was. */
function notedEntry(id: number, known: z.infer<typeof EtagNote>): ScannedEntry {
  return known.isEmpty === true ? emptyEntry(id) : entryOf(id, known);
}

function emptyEntry(id: number): LeftOutEntry {
  return { found: false, path: id.toString(), reason: NO_TEXT };
}

function entryOf(id: number, { etag, modified }: z.infer<typeof EtagNote>): FoundEntry {
  return { found: true, path: id.toString(), size: 0, mtimeMs: modified * 1000, type: 'note', validator: etag };
}

/** A note that the server gave with its content. */
function entryWith(note: ApiNote, user: string): ScannedEntry {
  if (!isRead(note)) return { found: false, path: note.id.toString(), reason: UNREADABLE };
  if (isEmpty(note)) return emptyEntry(note.id);
  return { ...entryOf(note.id, stateOf(note)), content: toDocument(note, user) };
}

/** Older servers give of a note that they cannot read a message as its content. */
function isRead({ error }: ApiNote): boolean {
  return error !== true;
}

/** From where the next list goes on: notes that could not be read are asked for again, also when nothing changes. */
function nextOf({ etag, lastModified }: NoteList & { readonly changed: true }, unread: readonly ApiNote[]): z.infer<typeof ListNote> {
  if (lastModified === undefined) return unread.length === 0 && etag !== undefined ? { etag } : {};
  const since = Math.min(lastModified - OVERLAP_S, ...unread.map(({ modified = 0 }) => modified));
  return { since, ...(etag === undefined || unread.length > 0 ? {} : { etag }) };
}

function isEmpty({ content = '' }: ApiNote): boolean {
  return isBlank(content);
}

/** What is noted of a note. */
function stateOf(note: ApiNote): z.infer<typeof EtagNote> {
  return { etag: etagOf(note), modified: note.modified ?? 0, ...(isEmpty(note) ? { isEmpty: true } : {}) };
}

/** Older servers give no etag of a note. */
function etagOf({ etag, modified = 0 }: ApiNote): string {
  return etag ?? modified.toString();
}

function toDocument(note: ApiNote, user: string): ReadDocument {
  const { content = '', title, category = '', favorite = false, modified = 0 } = note;
  const tags = categoriesOf(category);
  return {
    read: true,
    text: content,
    size: 0,
    mtimeMs: modified * 1000,
    type: 'note',
    lang: 'markdown',
    userId: user,
    validator: etagOf(note),
    notes: levelsOf(category).length > MOST_LEVELS ? [TOO_DEEP] : [],
    ...(title === undefined || title === '' ? {} : { title: title.slice(0, 2000) }),
    ...(tags.length === 0 ? {} : { tags }),
    metadata: { favorite, ...(category === '' ? {} : { category }) },
  };
}

function levelsOf(category: string): readonly string[] {
  return category.split('/').filter(Boolean);
}

/** `Work/Rent` is in `Work`, too. */
function categoriesOf(category: string): readonly string[] {
  const parts = levelsOf(category).slice(0, MOST_LEVELS);
  return parts.map((_, at) =>
    parts
      .slice(0, at + 1)
      .join('/')
      .slice(0, 256),
  );
}

function requireUser(location: string): string {
  const user = userOf(location);
  if (user === undefined) throw permanent('SOURCE.UNREADABLE', `${location} names no user of Nextcloud.`);
  return user;
}
