import { embedChunksQueue, ingestDocumentQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { IndexChunks } from './index-chunks.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

// Put together here, so that this repository holds none.
const KEY = ['AKIA', 'Q3EGRIQP', 'ZZ7RB2LW'].join('');
const SENTENCES = 'tells of the sea and of the ships that sail on it, of harbours and of the tide. '.repeat(6);
const BOOK = Array.from({ length: 300 }, (_, i) => `Paragraph ${i} ${i === 0 ? `says '${KEY}' and ` : ''}${SENTENCES}`).join('\n\n');

function hand(content: string) {
  return new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'books', id: 'long', content }]);
}

/** The first has 256 passages. A model that takes any text at all would be asked for each by itself. */
function refuseTheSecondPart() {
  const refusal = permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
  bed.provider.refuse = (text) => (text === 'text' || Number(/^Paragraph (\d+)/m.exec(text)?.[1]) >= 256 ? refusal : undefined);
}

async function paragraphs(): Promise<readonly string[]> {
  return (await bed.texts('books')).flatMap((text) => /^Paragraph \d+/.exec(text)?.[0] ?? []);
}

it('puts no document together of parts that were cut before it was handed in again', async () => {
  refuseTheSecondPart();
  await bed.start({ hygiene: { masksSecrets: false } });
  await hand(BOOK);
  await bed.idle();
  expect(await bed.catalog.documents.get('books/long')).toMatchObject({ state: 'failed' });
  expect(await bed.engine.records.count({ kind: 'staged' })).toBe(1);
  await bed.stop();
  bed.provider.refuse = () => undefined;
  await bed.start({ hygiene: { masksSecrets: true } });
  await hand(BOOK);
  await bed.idle();
  expect(await bed.catalog.documents.get('books/long')).toMatchObject({ state: 'indexed', chunks: 300 });
  expect(new Set(await paragraphs()).size).toBe(300);
  expect((await bed.texts('books')).join('')).not.toContain(KEY);
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  for (const kind of ['staged', 'staged-mark']) expect(await bed.engine.records.count({ kind })).toBe(0);
});

it('takes up the parts of the same cut again', async () => {
  refuseTheSecondPart();
  await bed.start();
  await hand(BOOK);
  await bed.idle();
  bed.provider.refuse = () => undefined;
  bed.provider.texts.length = 0;
  await hand(BOOK);
  await bed.idle();
  expect(new Set(await paragraphs()).size).toBe(300);
  expect(bed.provider.texts).toHaveLength(300 - 256);
});

it('indexes a document of which an embedder of an earlier version staged a part, once it is taken up again', async () => {
  await bed.start({}, [ingestDocumentQueue]);
  await hand(BOOK);
  await bed.untilWaiting(embedChunksQueue);
  const index = new IndexChunks(bed.collaborators);
  const consumer = await bed.queues.consume(
    embedChunksQueue,
    ({ data, signal }) => {
      // It does not know the cut, and hands on nothing it does not know.
      const { cut: _unknown, ...document } = data.document;
      return index.run(data.part.index === 0 ? { ...data, document } : data, { signal });
    },
    { concurrency: 1 },
  );
  await bed.idle();
  await consumer.stop(1000);
  expect(await bed.catalog.documents.get('books/long')).toMatchObject({ state: 'accepted' });
  await bed.stop();
  await bed.start();
  await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
  await bed.idle();
  expect(new Set(await paragraphs()).size).toBe(300);
});

it('makes jobs of their own of the parts of another cut', () => {
  const document = { collection: 'books', key: 'long', doc_id: 'd', version: 3, hash: 'h', epoch: 0, source: '', title: '' };
  const keyOf = (cut: object) =>
    embedChunksQueue.dedupKey?.(
      embedChunksQueue.data.parse({ document: { ...document, type: 'doc', ...cut }, chunks: [], total_chunks: 0 }),
    );
  expect(keyOf({})).toBe('books:long:3:h:0:0');
  expect(keyOf({ cut: 'c' })).toBe('books:long:3:h:c:0:0');
});
