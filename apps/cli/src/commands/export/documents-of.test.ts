import { localOwner, type FetchInput, type PointView } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { beforeEach, expect, it } from 'vitest';
import { documentsOf, type Exported } from './documents-of.js';

/** Points that a server holds, beside what it answers to a fetch. */
class PointOperations extends MemoryOperations {
  change: (point: PointView) => PointView = (point) => point;
  foreign?: 'adopted';
  version = 7;
  damaged = '';
  /** What is answered with another document. */
  elsewhere = '';
  /** Of a damaged store: what is counted there. */
  counts?: { readonly documents: number; readonly chunks: number };

  override async getPoints(input: Parameters<MemoryOperations['getPoints']>[0]) {
    if (this.counts !== undefined && this.foreign === undefined && input.past_damage !== true)
      throw permanent('ENGINE.STORE_DAMAGED', 'It is damaged.');
    const { points, ...rest } = await super.getPoints({ ...input, filter: {} });
    return { ...rest, points: points.map(this.change).filter((point) => isWanted(point, input.filter)) };
  }

  override async getCollection(...args: Parameters<MemoryOperations['getCollection']>) {
    return { ...(await super.getCollection(...args)), ...this.counts, ...(this.foreign === undefined ? {} : { foreign: this.foreign }) };
  }

  override async fetch(input: FetchInput) {
    if (this.damaged !== '' && input.uri.endsWith(this.damaged)) throw retryable('DOCUMENT.STALE', 'It is being replaced.');
    const uri = this.elsewhere !== '' && input.uri.endsWith(this.elsewhere) ? `${input.uri}/b` : input.uri;
    return { ...(await super.fetch(input)), uri, version: this.version };
  }
}

/** The two filters of an export. */
function isWanted({ chunk_index: index, page, section }: PointView, filter: object | undefined): boolean {
  const asked = JSON.stringify(filter ?? {});
  if (asked.includes('chunk_index')) return index === 0;
  return !asked.includes('is_empty') || (asked.includes('page') ? page : section) !== undefined;
}

let operations: PointOperations;
const context = { principal: localOwner, signal: new AbortController().signal };
beforeEach(async () => {
  operations = new PointOperations();
  for (const id of ['a', 'b', 'c']) await operations.ingestDocuments([{ v: 1, collection: 'notes', id, content: `Note ${id}.` }]);
});

async function exported(): Promise<readonly Exported[]> {
  const found: Exported[] = [];
  for await (const one of documentsOf(operations, 'notes', context)) found.push(one);
  return found;
}

it('ends within a page when it is told to', async () => {
  const told = new AbortController();
  const documents = documentsOf(operations, 'notes', { principal: localOwner, signal: told.signal });
  expect(await documents.next()).toMatchObject({ done: false, value: { document: { id: 'a', content: 'Note a.', version: 7 } } });
  told.abort(new Error('told to end'));
  await expect(documents.next()).rejects.toThrow('told to end');
});

it('writes no version where the collection keeps none', async () => {
  operations.version = 0;
  for (const one of await exported()) expect('document' in one && 'version' in one.document).toBe(false);
});

it('finds the documents of another program from whatever number on it numbers its passages', async () => {
  operations.change = (point) => ({ ...point, chunk_index: 1 });
  expect(await exported()).toEqual([]);
  operations.foreign = 'adopted';
  expect(await exported()).toHaveLength(3);
});

it('finds every passage that another program did not number, also where many are of one source', async () => {
  operations.foreign = 'adopted';
  operations.change = (point) => ({ ...point, id: /[abc](?=#)/.exec(point.uri)?.[0] ?? '', document: 'https://example.org/page' });
  expect(await exported()).toMatchObject(['a', 'b', 'c'].map((id) => ({ document: { id, content: `Note ${id}.` } })));
});

it('writes such a passage as it is where others are of a source that is called as it is', async () => {
  operations.foreign = 'adopted';
  operations.elsewhere = '/b';
  operations.change = (point) => ({ ...point, id: /[abc](?=#)/.exec(point.uri)?.[0] ?? '', document: 'b-of-others' });
  expect(await exported()).toMatchObject(['a', 'b', 'c'].map((id) => ({ document: { id } })));
});

it('counts the passages of another program that are in no document it hands out', async () => {
  operations.foreign = 'adopted';
  operations.elsewhere = '/b';
  operations.counts = { documents: 3, chunks: 3 };
  expect((await exported()).slice(2)).toEqual([{ lacking: 1 }]);
  operations.elsewhere = '';
  expect(await exported()).toHaveLength(3);
});

it('leaves out one that is gone where its address leads to another', async () => {
  operations.elsewhere = '/b';
  expect(await exported()).toMatchObject([{ document: { id: 'a' } }, { document: { id: 'c' } }]);
});

it('names a document of which a part is missing, and goes on', async () => {
  operations.damaged = '/b';
  expect(await exported()).toMatchObject([{ document: { id: 'a' } }, { damaged: 'tributary://notes/b' }, { document: { id: 'c' } }]);
});

it('names a document whose readers it is not told, and does not read it', async () => {
  operations.change = (point) => (point.uri.includes('/b') ? { ...point, restricted: true } : point);
  expect(await exported()).toContainEqual({ restricted: 'tributary://notes/b' });
  expect(await exported()).toHaveLength(3);
});

it('counts as lost on damaged pages nothing where every passage was read, as of documents without text', async () => {
  operations.counts = { documents: 4, chunks: 3 };
  expect((await exported()).filter((one) => 'unread' in one)).toEqual([]);
  operations.counts = { documents: 5, chunks: 4 };
  expect((await exported()).filter((one) => 'unread' in one)).toEqual([{ unread: 2 }]);
});

it('tells where each page begins, once', async () => {
  const pages = [
    { line: 9, page: 2, chunk_index: 2 },
    { line: 1, page: 1, chunk_index: 0 },
    { line: 5, page: 1, chunk_index: 1 },
  ];
  const at = ({ uri }: PointView) => ['a', 'b', 'c'].findIndex((id) => uri.includes(`/${id}`));
  operations.change = (point) => ({ ...point, ...pages[at(point)], uri: 'tributary://notes/b#0' });
  const [first] = await exported();
  expect(first).toMatchObject({
    document: {
      sections: [
        { line: 1, page: 1 },
        { line: 9, page: 2 },
      ],
    },
  });
});
