import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner, type CallContext, type Operations, type SourceSummary } from '@tributary/contracts';
import { eventually, readServer, startApp, temporaryFolder, type AppProcess } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const isLong = process.env['TRIBUTARY_TEST_LONG'] === '1';
const MB = 1_000_000;
/** Of the line that is indexed. */
const INDEXED_BYTES = (isLong ? 100 : 3) * MB;
/** Of the line that is over the limit. */
const LEFT_OUT_BYTES = 100 * MB;
/** About five times what it takes on two cores. */
const INDEXED_WITHIN_MS = isLong ? 600_000 : 30_000;
/** A server at work, and forty times the bytes of the two files: a document is written as a whole, its passages with their words and vectors. */
const PEAK_BYTES = 500 * MB + 40 * 2 * INDEXED_BYTES;

/** Writes one line without an end, a part at a time. @param piece says what stands at place n */
async function writeLine(path: string, bytes: number, { piece, last }: { readonly piece: (n: number) => string; readonly last: string }) {
  const file = await open(path, 'w');
  for (let n = 0, written = 0; written < bytes;) {
    let part = '';
    while (part.length < MB) part += piece(n++);
    await file.write(part);
    written += part.length;
  }
  await file.write(last);
  await file.close();
}

const SENTENCES = {
  piece: (n: number) => `Ship ${n.toString()} sails with ${((n * 7919) % 100_003).toString(36)} barrels. `,
  last: 'The zeppelin lands at last.',
};
const FUNCTIONS = {
  piece: (n: number) => `int f${n.toString()}(int a){return a+${n.toString()};}`,
  last: 'int moorZeppelin(int rope){return rope;}',
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: AppProcess;
let operations: Operations;

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(INDEXED_WITHIN_MS) });
const place = (...names: readonly string[]) => join(folder.path, ...names);

async function start(limit: Readonly<Record<string, string>> = {}): Promise<void> {
  app = startApp('standalone', {
    args: ['--data', place('data'), '--port', '0'],
    env: { TRIBUTARY_SOURCES__ROOTS: JSON.stringify([folder.path]), ...limit },
  });
  await app.ready();
  operations = new HttpOperations(new HttpConnection(await readServer(place('data'))));
}

async function index(shelf: string): Promise<SourceSummary> {
  const { source } = await operations.addSource({ location: place(shelf), trusted_path: true, wait_ms: 0 }, context());
  return eventually(async () => {
    const present = (await operations.listSources(context())).find(({ id }) => id === source.id);
    if (present?.state !== 'idle' || present.pending > 0) throw new Error(`Not there yet: ${JSON.stringify(present)}`);
    return present;
  }, INDEXED_WITHIN_MS);
}

async function find(query: string) {
  const { hits } = await operations.search(SearchRequest.parse({ query, algorithm: 'keyword', deadline_ms: 30_000 }), context());
  return hits.map(({ title, content, range }) => ({ title, content, range }));
}

/** The most memory the server ever had; Linux only. */
async function peakBytes(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${app.pid.toString()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Infinity) * 1024;
}

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

describe('a file that is one line of 100 MB', () => {
  beforeAll(async () => {
    await mkdir(place('left-out'));
    await writeLine(place('left-out', 'line.txt'), LEFT_OUT_BYTES, SENTENCES);
    await writeLine(place('left-out', 'ships.c'), LEFT_OUT_BYTES, FUNCTIONS);
    await writeFile(place('left-out', 'keeper.md'), 'The lamp is lit at dusk.');
    await start();
  }, 120_000);
  afterAll(async () => {
    await app.end('SIGTERM');
    await rm(place('left-out'), { recursive: true });
  });

  it('is left out by the usual limit, counted and named with the reason, and costs no memory; its neighbours are indexed', async () => {
    const source = await index('left-out');
    expect(source).toMatchObject({ documents: 1, failed: 0, skipped: { 'too-large': 2 } });
    expect(source.last_sync?.examples['too-large']?.toSorted()).toEqual(['line.txt', 'ships.c']);
    expect(await find('lamp')).toMatchObject([{ content: 'The lamp is lit at dusk.' }]);
    expect(await find('zeppelin')).toEqual([]);
    expect(await peakBytes()).toBeLessThan(400 * MB);
  });
});

describe(`a file that is one line of ${(INDEXED_BYTES / MB).toString()} MB, under a limit that takes it`, () => {
  beforeAll(async () => {
    await mkdir(place('shelf'));
    await writeLine(place('shelf', 'line.txt'), INDEXED_BYTES, SENTENCES);
    await writeLine(place('shelf', 'ships.c'), INDEXED_BYTES, FUNCTIONS);
    await writeFile(place('shelf', 'keeper.md'), 'The lamp is lit at dusk.');
    await start({ TRIBUTARY_SOURCES__MAX_FILE_MB: '128' });
  }, 120_000);
  afterAll(async () => {
    await app.end('SIGTERM');
  });

  it('is indexed to its last word in bounded time and memory, and its neighbours with it', { timeout: INDEXED_WITHIN_MS }, async () => {
    expect(await index('shelf')).toMatchObject({ documents: 3, failed: 0, skipped: {} });
    const [text] = await find('zeppelin lands at last');
    expect(text?.title).toBe('line.txt');
    expect(text?.content.endsWith(SENTENCES.last)).toBe(true);
    // A passage of a line says its columns.
    expect(text?.range?.start[0]).toBe(1);
    expect(text?.range?.end[1]).toBeGreaterThan(INDEXED_BYTES);
    const [code] = await find('moorZeppelin');
    expect(code?.title).toBe('ships.c');
    expect(code?.content).toContain(FUNCTIONS.last);
    expect(await find('lamp')).toMatchObject([{ title: 'keeper.md', content: 'The lamp is lit at dusk.' }]);
    expect(await peakBytes()).toBeLessThan(PEAK_BYTES);
  });
});
