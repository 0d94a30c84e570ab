import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A note as it lies in somebody's Nextcloud. */
export interface ServedNote {
  readonly title: string;
  readonly content: string;
  readonly category?: string;
  readonly favorite?: boolean;
  /** Seconds since the epoch. */
  readonly modified: number;
  /** The server cannot read it: its content is the message that says so. */
  readonly error?: boolean;
}

/** What is answered instead of the next answer. */
export type NotesFault = 'unauthorized' | 'busy' | 'broken' | 'truncated' | 'html' | 'hangs-up';

export interface NotesRequest {
  readonly path: string;
  readonly login: string | undefined;
  readonly status: number;
  /** Notes that came with their text. */
  readonly texts: number;
}

/** A server that speaks the Notes API (version 1) of Nextcloud as its documentation says it: lists with `pruneBefore`, in chunks, with etag and
 *  `Last-Modified`, single notes; each user with an app password sees his own notes. */
export interface NotesServer {
  readonly url: string;
  /** Notes by user and id: change them, and the next answer is another. */
  readonly notes: Map<string, Map<number, ServedNote>>;
  readonly requests: NotesRequest[];
  /** Taken one for each request, first in first out. */
  readonly faults: NotesFault[];
  stop(): Promise<void>;
}

/** @param passwords by user @param most notes in one answer, whatever is asked for */
export async function startNotesServer(passwords: Readonly<Record<string, string>>, most = 1000): Promise<NotesServer> {
  const notes = new Map(Object.keys(passwords).map((user) => [user, new Map<number, ServedNote>()] as const));
  const requests: NotesRequest[] = [];
  const faults: NotesFault[] = [];
  const server = createServer((request, response) => {
    const user = userOf(request, passwords);
    const answered = answer({ request, response, fault: faults.shift(), own: user === undefined ? undefined : notes.get(user), most });
    requests.push({ path: request.url ?? '', login: user, ...answered });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port.toString()}`, notes, requests, faults, stop };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: NotesFault | undefined;
  readonly own: ReadonlyMap<number, ServedNote> | undefined;
  readonly most: number;
}

type Answered = Pick<NotesRequest, 'status' | 'texts'>;

function answer({ request, response, fault, own, most }: Asked): Answered {
  if (fault === 'hangs-up') {
    response.destroy();
    return { status: 0, texts: 0 };
  }
  if (fault === 'busy') return send(response, { status: 429, headers: { 'retry-after': '0' } });
  if (fault === 'broken') return send(response, { status: 500, body: { message: 'Internal error' } });
  if (fault === 'html') return send(response, { status: 200, text: '<title>Login</title>' });
  if (own === undefined || fault === 'unauthorized')
    return send(response, { status: 401, body: { message: 'Current user is not logged in' } });
  const url = new URL(request.url ?? '', 'http://localhost');
  const path = /\/index\.php\/apps\/notes\/api\/v1\/notes(?:\/(\d+))?$/.exec(url.pathname);
  if (path === null) return send(response, { status: 404 });
  if (path[1] === undefined) return list({ url, request, response, own, most, isTruncated: fault === 'truncated' });
  const id = Number(path[1]);
  const note = own.get(id);
  return note === undefined ? send(response, { status: 404, body: {} }) : send(response, { status: 200, body: shown(id, note) });
}

interface Listing extends Pick<Asked, 'request' | 'response' | 'most'> {
  readonly url: URL;
  readonly own: ReadonlyMap<number, ServedNote>;
  readonly isTruncated: boolean;
}

function list({ url, request, response, own, most, isTruncated }: Listing): Answered {
  const all = [...own].sort(([a], [b]) => a - b);
  const etag = `"${digest(JSON.stringify(all))}"`;
  if (request.headers['if-none-match'] === etag) return send(response, { status: 304, headers: { etag } });
  const before = Number(url.searchParams.get('pruneBefore') ?? '0');
  const from = Number(url.searchParams.get('chunkCursor') ?? '0');
  const size = Math.min(Number(url.searchParams.get('chunkSize') ?? '0') || all.length, most);
  const chunk = all.slice(from, from + size);
  const isLast = from + size >= all.length;
  const body = chunk.map(([id, note]) => (note.modified < before ? { id } : shown(id, note)));
  // As Nextcloud does, notes that are pruned are listed in the last chunk; here each stays in its own.
  const newest = Math.max(0, ...all.map(([, { modified }]) => modified));
  const headers = {
    etag,
    'last-modified': new Date(newest * 1000).toUTCString(),
    ...(isLast ? {} : { 'x-notes-chunk-cursor': (from + size).toString() }),
  };
  const text = JSON.stringify(body);
  const texts = body.filter((note) => 'content' in note).length;
  send(response, { status: 200, headers, text: isTruncated ? text.slice(0, -20) : text });
  return { status: 200, texts };
}

function shown(id: number, note: ServedNote) {
  return { id, etag: digest(JSON.stringify(note)), readonly: false, category: '', favorite: false, ...note };
}

interface Sent {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly text?: string;
}

function send(response: ServerResponse, { status, headers, body, text = body === undefined ? '' : JSON.stringify(body) }: Sent): Answered {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(status === 304 ? undefined : text);
  return { status, texts: 0 };
}

function userOf({ headers }: IncomingMessage, passwords: Readonly<Record<string, string>>): string | undefined {
  const given = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8');
  return Object.keys(passwords).find((user) => given === `${user}:${passwords[user] ?? ''}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
