import { MemoryOperations, SeededRandom, temporaryFolder, testSeed } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';
import { readBatches, type Batch } from './read-batches.js';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function serve(operations = new MemoryOperations()): Promise<TestServer> {
  const server = await startTestServer(operations);
  servers.push(server);
  return server;
}
const parseJson = (text: string): unknown => JSON.parse(text);
const lines = (...values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

it('imports our fields and those of BEIR, and keeps the rest as metadata', async () => {
  const { operations, data } = await serve();
  const input = lines(
    { _id: 'q1', title: 'Wings', text: 'Lift of a wing.', url: 'https://example.org' },
    { _id: 2, title: 'Only a title', text: '' },
    { id: 'own', content: 'Ours.', collection: 'other', tags: ['a'], metadata: { by: 'me' }, version: 7 },
  );
  const { code, stdout } = await tributary(['import', '-', '--collection', 'papers', '--data', data], { input });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Accepted 3 documents in papers, other in \d+\.\d s\.\nSearchable after \d+\.\d s: 3 documents, 3 new chunks, [\d,]+ chunks\/s\.\n$/,
  );
  expect(operations.documents.list()).toMatchObject([
    { collection: 'papers', id: 'q1', title: 'Wings', content: 'Lift of a wing.', metadata: { url: 'https://example.org' } },
    { collection: 'papers', id: '2', content: 'Only a title' },
    { collection: 'other', id: 'own', content: 'Ours.', tags: ['a'], metadata: { by: 'me' }, version: 7 },
  ]);
});

it('refuses a line with a field of ours that is written otherwise, which would be kept as metadata and restrict nothing', async () => {
  const { operations, data } = await serve();
  const input = lines(
    { id: 'a', content: 'for Ada', userId: 'ada' },
    { id: 'b', content: 'for staff', ACL: [] },
    { id: 'c', content: 'for all' },
  );
  const { code, stderr } = await tributary(['import', '-', '--data', data], { input });
  expect([code, operations.documents.list().map(({ id }) => id)]).toEqual([1, ['c']]);
  expect(stderr).toContain('Unknown field "userId" (do you mean user_id?)');
  expect(stderr).toContain('Unknown field "ACL" (do you mean acl?)');
});

it('keeps fields of other programs as metadata, also where they look like ours', async () => {
  const { operations, data } = await serve();
  const others = { __v: 0, _version_: 1, '@version': '1', '@id': 'x', createdAt: '2026-01-01' };
  const { code, stderr } = await tributary(['import', '-', '--data', data], { input: lines({ _id: 'a', text: 'x', ...others }) });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('refused')]);
  expect(operations.documents.list()).toMatchObject([{ id: 'a', metadata: others }]);
});

it('reads files that begin with a byte-order mark, also one after the other in a stream', async () => {
  const { operations, data } = await serve();
  const file = (id: string) => `\ufeff${lines({ id, content: 'good' })}\r\n`;
  const { code, stderr } = await tributary(['import', '-', '--data', data], { input: file('a') + file('b') });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('refused')]);
  expect(operations.documents.list().map(({ id }) => id)).toEqual(['a', 'b']);
});

it('counts refused lines with their number and reason, imports the others, and ends with 1', async () => {
  const { operations, data } = await serve();
  const input = lines(
    { id: 'a', content: 'good' },
    '{"id":',
    '[1]',
    '',
    { content: 'no id' },
    { id: 'e', content: ' ' },
    { id: 'b', content: 'good too' },
  );
  const { code, stdout, stderr } = await tributary(['import', '-', '--data', data], { input });
  expect(code).toBe(1);
  expect(stdout).toContain('Accepted 2 documents in import');
  expect(stderr).toContain('line 2: DOCUMENT.MALFORMED: The line is not JSON.');
  expect(stderr).toContain('line 3: DOCUMENT.MALFORMED: The line is no JSON object.');
  expect(stderr).toMatch(/line 5: DOCUMENT\.INVALID: id: /);
  expect(stderr).toContain('line 6: DOCUMENT.NO_TEXT: The text is empty.');
  expect(stderr).toContain('4 lines refused');
  expect(operations.documents.list().map(({ id }) => id)).toEqual(['a', 'b']);
});

it('calls nothing searchable that failed', async () => {
  class Failing extends MemoryOperations {
    override async listCollections() {
      const all = await super.listCollections();
      return all.map((one) => ({ ...one, status_reason: '1 document failed' }));
    }
  }
  const { data } = await serve(new Failing());
  const { code, stdout, stderr } = await tributary(['import', '-', '--data', data], { input: lines({ id: 'a', content: 'bad' }) });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Searchable after [\d.]+ s: all but what failed, 1 new chunk/m);
  expect(stderr).toContain('import: 1 document failed');
});

it('waits as long as an overloaded server asks, and loses nothing', async () => {
  const { operations, data } = await serve(new MemoryOperations({ overloads: 3 }));
  const input = lines(...Array.from({ length: 450 }, (_, n) => ({ id: n.toString(), content: `text ${n.toString()}` })));
  const { code, stdout } = await tributary(['import', '-', '--data', data, '--json'], { input });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ documents: 450, refused: 0, finished: true, chunks: 450, collections: ['import'] });
  expect(operations.documents.list()).toHaveLength(450);
});

it('names the collection after the file, or after the folder of a corpus.jsonl', async () => {
  const { data } = await serve();
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'sci fact'));
  await writeFile(join(folder.path, 'sci fact', 'corpus.jsonl'), '{"_id":"1","text":"a"}');
  await writeFile(join(folder.path, 'tickets.2026.jsonl'), '{"id":"1","content":"a"}\r\n');
  const collectionsOf = async (file: string) =>
    parseJson((await tributary(['import', join(folder.path, file), '--json', '--data', data])).stdout);
  expect(await collectionsOf('sci fact/corpus.jsonl')).toMatchObject({ documents: 1, collections: ['sci-fact'] });
  expect(await collectionsOf('tickets.2026.jsonl')).toMatchObject({ documents: 1, collections: ['tickets.2026'] });
});

it('imports several files in one command, each into its own collection or all into one, and counts each', async () => {
  const { operations, data } = await serve();
  await using folder = await temporaryFolder();
  const paths = ['a.jsonl', 'b.jsonl'].map((name) => join(folder.path, name));
  await writeFile(join(folder.path, 'a.jsonl'), lines({ id: '1', content: 'x' }, { id: '2', content: 'y' }));
  await writeFile(join(folder.path, 'b.jsonl'), lines({ id: '1', content: 'z' }, '{'));
  const each = await tributary(['import', ...paths, '--json', '--data', data]);
  expect(each.code).toBe(1);
  // One value, also where it failed.
  expect(parseJson(each.stdout)).toMatchObject({
    error: { code: 'IMPORT.INCOMPLETE', message: '1 line refused.' },
    documents: 3,
    unchanged: 0,
    refused: 1,
    refused_lines: [{ file: paths[1], line: 2, code: 'DOCUMENT.MALFORMED' }],
    collections: ['a', 'b'],
    finished: true,
    chunks: 3,
    files: [
      { file: paths[0], documents: 2, refused: 0, collections: ['a'] },
      { file: paths[1], documents: 1, refused: 1, collections: ['b'] },
    ],
  });
  const input = lines({ id: '3', content: 'from standard input' });
  const together = await tributary(['import', ...paths, '-', '-c', 'all', '--data', data], { input });
  expect(together.stdout).toMatch(/^Accepted 4 documents of 3 files in all in /);
  expect(together.stderr).toContain(`${paths[1] ?? ''}, line 2: DOCUMENT.MALFORMED`);
  expect(operations.documents.list().map(({ collection, id }) => `${collection}/${id}`)).toEqual(
    expect.arrayContaining(['a/1', 'a/2', 'b/1', 'all/1', 'all/2', 'all/3']),
  );
});

it('sends nothing when one of several files cannot be read, or standard input is named twice', async () => {
  const { operations, data } = await serve();
  const missing = await tributary(['import', '-', '/no/such.jsonl', '--data', data], { input: lines({ id: 'a', content: 'x' }) });
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/^\/no\/such\.jsonl cannot be read/);
  const twice = await tributary(['import', '-', '-', '--data', data], { input: lines({ id: 'a', content: 'x' }) });
  expect(twice.code).toBe(2);
  expect(twice.stderr).toContain('can be read once only');
  expect(operations.documents.list()).toEqual([]);
});

it('writes the description on the cards of the collections it fills, and refuses one that is too long before it reads', async () => {
  const { operations, data } = await serve();
  const input = lines({ id: 'a', content: 'x' }, { id: 'b', content: 'y', collection: 'other' });
  const described = await tributary(['import', '-', '-c', 'papers', '--description', 'Papers on wings', '--data', data], { input });
  expect(described.code).toBe(0);
  const cards = (await operations.listCollections()).map(({ name, description }) => [name, description]);
  expect(cards).toEqual([
    ['papers', 'Papers on wings'],
    ['other', 'Papers on wings'],
  ]);
  const { code, stderr } = await tributary(['import', '-', '--description', 'x'.repeat(2001), '--data', data], { input });
  expect({ code, documents: operations.documents.list().length }).toEqual({ code: 2, documents: 2 });
  expect(stderr).toMatch(/^description: .*2000/);
});

it('says what to give when the file cannot be read', async () => {
  const { code, stderr } = await tributary(['import', '/no/such.jsonl']);
  expect(code).toBe(1);
  expect(stderr).toBe('/no/such.jsonl cannot be read: give the path of a file of JSON lines, or - for standard input.\n');
});

it('says of a folder which command takes its files in', async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await tributary(['import', folder.path]);
  expect(code).toBe(1);
  expect(stderr).toBe(`${folder.path} is a folder: "tributary index" takes its files in; import takes files of JSON lines.\n`);
});

it('cuts any stream into batches of at most 200 documents and 1 MB that hold every line once, in order', async () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  const sent = Array.from({ length: 1_500 }, (_, n) => ({
    id: n.toString(),
    content: 'ä'.repeat(1 + random.below(random.below(20) === 0 ? 300_000 : 2_000)),
  }));
  const bytes = Buffer.from(sent.map((document) => JSON.stringify(document)).join('\n'));
  async function* chunks() {
    for (let at = 0; at < bytes.length;) {
      const size = 1 + random.below(100_000);
      yield await Promise.resolve(bytes.subarray(at, at + size));
      at += size;
    }
  }
  const batches: Batch[] = [];
  const marks: number[] = [];
  for await (const batch of readBatches(chunks(), 'c')) {
    batches.push(batch);
    marks.push(batch.mark.lines);
  }
  // Nothing before a mark is still to come.
  const sentBy = batches.map((_, n) => batches.slice(0, n + 1).reduce((sum, { documents }) => sum + documents.length, 0));
  expect(marks.every((lines, n) => lines <= (sentBy[n] ?? 0))).toBe(true);
  expect(marks.at(-1)).toBe(sent.length - 1);
  const read = batches.flatMap(({ documents }) => documents);
  expect(read.map(({ line, document }) => [line, document.id, document.content.length])).toEqual(
    sent.map(({ id, content }, index) => [index + 1, id, content.length]),
  );
  for (const { documents } of batches) {
    const size = documents.reduce((sum, { document }) => sum + Buffer.byteLength(document.content), 0);
    expect(documents.length <= 200 && (documents.length === 1 || size <= 1_048_576)).toBe(true);
  }
});
