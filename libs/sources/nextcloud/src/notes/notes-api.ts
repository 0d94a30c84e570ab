import { isAbort, retryable } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** A note as the Notes API gives it; one that did not change since `pruneBefore` has its id alone. */
const Note = z.looseObject({
  id: z.number().int().positive(),
  etag: z.string().optional(),
  title: z.string().optional(),
  content: z.string().optional(),
  category: z.string().optional(),
  favorite: z.boolean().optional(),
  modified: z.number().optional(),
  /** True of one the server could not read itself: its content is then a message that says so. */
  error: z.unknown().optional(),
});
export type ApiNote = z.infer<typeof Note>;

/** Notes of one answer; the server says in a header where the next ones begin. */
const CHUNK = 500;
/** More are no one person's notes. */
const MOST_CHUNKS = 2000;
const MOST_BYTES = 64 * 1024 * 1024;
/** How often a request is repeated that was refused for being one too many, and how long it is waited for that at most. */
const MOST_WAITS = 3;
const LONGEST_WAIT_MS = 30_000;

export interface NotesApiOptions {
  /** Of the Nextcloud, with the path it lies under. */
  readonly url: string;
  readonly authorization: string;
  /** A request that takes longer has failed, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type NoteList =
  | { readonly changed: false }
  | {
      readonly changed: true;
      readonly notes: readonly ApiNote[];
      readonly etag: string | undefined;
      readonly lastModified: number | undefined;
    };

/** The Notes API (version 1) as one user. What it cannot answer whole it does not answer: it throws `SOURCE.UNREADABLE`. */
export class NotesApi {
  readonly #options: NotesApiOptions;

  constructor(options: NotesApiOptions) {
    this.#options = options;
  }

  /** All notes; those not modified since `since` (s since the epoch) by id alone. Unchanged where the list still has the etag. */
  async list({ etag, since }: { readonly etag?: string | undefined; readonly since?: number | undefined }): Promise<NoteList> {
    const notes: ApiNote[] = [];
    let cursor: string | null = null;
    for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
      const query = new URLSearchParams({ chunkSize: CHUNK.toString(), ...(since === undefined ? {} : { pruneBefore: since.toString() }) });
      if (cursor !== null) query.set('chunkCursor', cursor);
      const response = await this.#get(
        `notes?${query.toString()}`,
        cursor === null && etag !== undefined ? { 'if-none-match': `"${etag}"` } : {},
      );
      if (response.status === 304) return { changed: false };
      notes.push(...parse(z.array(Note), await readBody(response)));
      cursor = response.headers.get('x-notes-chunk-cursor');
      if (cursor !== null && cursor !== '') continue;
      const modified = Date.parse(response.headers.get('last-modified') ?? '');
      const lastModified = Number.isNaN(modified) ? undefined : Math.floor(modified / 1000);
      return { changed: true, notes, etag: unquote(response.headers.get('etag')), lastModified };
    }
    throw unreadable('it has more notes than can be read');
  }

  /** Undefined for a note that is not there, or not his. */
  async read(id: number): Promise<ApiNote | undefined> {
    const response = await this.#get(`notes/${id.toString()}`, {}, [404]);
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    return parse(Note, await readBody(response));
  }

  async #get(path: string, headers: Record<string, string>, expected: readonly number[] = []): Promise<Response> {
    for (let waits = 0; ; waits++) {
      const response = await this.#fetch(path, headers);
      const { status } = response;
      if (status === 200 || status === 304 || expected.includes(status)) return response;
      await response.body?.cancel();
      const waitMs = waitOf(response);
      if ((status !== 429 && status !== 503) || waits === MOST_WAITS || waitMs === undefined) throw refusal(status);
      await pause(waitMs, undefined, { signal: this.#options.signal });
    }
  }

  async #fetch(path: string, headers: Record<string, string>): Promise<Response> {
    const { url, authorization, timeoutMs, signal } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(`${url.replace(/(?<!\/)\/+$/, '')}/index.php/apps/notes/api/v1/${path}`, {
        headers: { authorization, accept: 'application/json', ...headers },
        // Credentials follow no redirect.
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
    } catch (error) {
      if (signal?.aborted === true && isAbort(error)) throw error;
      throw unreadable(timeout.aborted ? 'it did not answer in time' : 'it cannot be reached', error);
    }
  }
}

async function readBody(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    const body: AsyncIterable<Uint8Array> | null = response.body;
    for await (const part of body ?? []) {
      bytes += part.length;
      if (bytes > MOST_BYTES) throw new RangeError('too long');
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    if (isAbort(error)) throw error;
    throw unreadable('its answer breaks off or is no JSON', error);
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw unreadable('its answer is not that of the Notes app');
}

/** How long the server asks to wait, in milliseconds; undefined for longer than anybody waits. */
function waitOf({ headers }: Response): number | undefined {
  const waitMs = Number(headers.get('retry-after') ?? '1') * 1000;
  return waitMs >= 0 && waitMs <= LONGEST_WAIT_MS ? waitMs : undefined;
}

function refusal(status: number) {
  if (status === 401) return unreadable('it refuses the app password: store a new one with "tributary nextcloud password"');
  if (status === 404) return unreadable('it has no Notes app at this address');
  return unreadable(`it answered ${status.toString()}`);
}

function unreadable(why: string, cause?: unknown) {
  return retryable('SOURCE.UNREADABLE', `Nextcloud could not be read: ${why}. Nothing was deleted.`, cause === undefined ? {} : { cause });
}

function unquote(etag: string | null): string | undefined {
  return etag === null ? undefined : etag.replace(/^W\//, '').replace(/^"|"$/g, '');
}
