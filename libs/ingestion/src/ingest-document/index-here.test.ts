import { join } from 'node:path';
import { embedChunksQueue, localOwner, type IngestDocument } from '@tributary/contracts';
import { EmbeddingProviders, type EmbeddingProvider } from '@tributary/embedding-port';
import { permanent, retryable } from '@tributary/kernel';
import type { SourceReader } from '@tributary/sources-port';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { CountingProvider, Testbed } from '../testbed/testbed.fixture.js';

const LONG = 'tells of the sea and of the ships that sail on it, of harbours and of the tide. '.repeat(6);
const HERE = { indexesHere: true };
const CALL = { principal: localOwner, signal: new AbortController().signal };

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

function note(id: string, content: string, over: Partial<IngestDocument> = {}): IngestDocument {
  return { v: 1, collection: 'notes', id, version: 1, content, ...over };
}

const accept = (...documents: readonly IngestDocument[]) => new AcceptDocuments(bed.collaborators).run(documents);
const embedJobs = () => bed.queues.list({ queue: embedChunksQueue.name, limit: 100 });

/** Everything stored of the notes but when. */
async function stored() {
  const points = await bed.points('notes');
  return points.map(({ payload: { indexed_at: _, ...payload }, ...point }) => ({ ...point, payload }));
}

describe('a document indexed where it was cut', () => {
  const documents = [
    note('a', `First.\n\n${LONG}\n\n${LONG}`, { title: 'A title', tags: ['x'] }),
    note('b', 'Second.', { metadata: { n: 1 } }),
  ];

  it('makes no job of the embedder, and the same points', async () => {
    await bed.start({}, undefined, HERE);
    await accept(...documents);
    await bed.idle();
    expect(await embedJobs()).toEqual([]);
    const here = await stored();
    expect(here.length).toBeGreaterThan(2);
    expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ state: 'indexed', chunks: here.length - 1 });
    await bed.close();
    bed = await Testbed.open();
    await bed.start();
    await accept(...documents);
    await bed.idle();
    expect(await embedJobs()).toHaveLength(2);
    expect(await stored()).toEqual(here);
  });

  it('embeds only what is new of a version that follows', async () => {
    await bed.start({}, undefined, HERE);
    await accept(note('a', `First.\n\n${LONG}`));
    await bed.idle();
    bed.provider.texts.length = 0;
    await accept(note('a', `First.\n\n${LONG}\n\nAnd more ${LONG}`, { version: 2 }));
    await bed.idle();
    expect(bed.provider.texts).toEqual([expect.stringContaining('And more')]);
  });

  describe('while it is embedded', () => {
    let held: PromiseWithResolvers<undefined>;
    let begun: PromiseWithResolvers<undefined>;
    beforeEach(async () => {
      [held, begun] = [Promise.withResolvers(), Promise.withResolvers()];
      const { provider } = bed;
      const slow: EmbeddingProvider = {
        name: provider.name,
        describe: () => provider.describe(),
        health: () => provider.health(),
        close: () => provider.close(),
        embed: async (texts, options) => {
          if (texts.includes('Old.')) {
            begun.resolve(undefined);
            await held.promise;
          }
          return provider.embed(texts, options);
        },
      };
      await bed.start({ common: slow, providers: new EmbeddingProviders(slow) }, undefined, HERE);
      await accept(note('a', 'Old.'));
      await begun.promise;
    });

    it('gives way to a delete', async () => {
      await new DeleteDocuments(bed.collaborators).run({ ids: ['tributary://notes/a'], dry_run: false }, CALL);
      held.resolve(undefined);
      await bed.idle();
      expect([await bed.texts('notes'), (await bed.catalog.documents.get('notes/a'))?.state]).toEqual([[], 'deleted']);
    });

    it('gives way to a newer version that was there before it', async () => {
      await accept(note('a', 'New.', { version: 2 }));
      await eventually(async () => (await bed.texts('notes')).includes('New.'));
      held.resolve(undefined);
      await bed.idle();
      expect(await bed.texts('notes')).toEqual(['New.']);
      expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ state: 'indexed', version: 2 });
    });
  });
});

describe('the queue of the embedder gets', () => {
  it('what fails, with its attempts and its dead letter', async () => {
    let failures = 1;
    bed.provider.refuse = () => (failures-- > 0 ? retryable('EMBEDDER.UNAVAILABLE', 'Away.') : undefined);
    await bed.start({}, undefined, HERE);
    await accept(note('a', 'Once.'));
    await bed.idle();
    expect([await bed.texts('notes'), (await embedJobs()).map(({ state }) => state)]).toEqual([['Once.'], ['done']]);
    bed.provider.refuse = () => permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
    await accept(note('b', 'Never.'));
    await bed.idle();
    expect(await bed.queues.list({ state: 'dead', limit: 10 })).toMatchObject([
      { queue: 'embed-chunks', error: { code: 'EMBEDDER.KEY_REFUSED' } },
    ]);
    expect(await bed.catalog.documents.get('notes/b')).toMatchObject({ state: 'failed', error: { code: 'EMBEDDER.KEY_REFUSED' } });
  });

  it('big documents, in parts', async () => {
    await bed.start({}, undefined, HERE);
    await accept(note('book', Array.from({ length: 300 }, (_, n) => `Paragraph ${n.toString()} ${LONG}`).join('\n\n')));
    await bed.idle();
    expect([(await embedJobs()).length, (await bed.points('notes')).length]).toEqual([2, 300]);
  });

  it('documents of another model', async () => {
    const other = new CountingProvider('other');
    const providers = new EmbeddingProviders(bed.provider, [other]);
    await bed.start({ providers }, undefined, HERE);
    await new AcceptDocuments({ ...bed.collaborators, providers, placement: () => ({ model: 'other' }) }).run([
      note('a', 'By the other one.'),
    ]);
    await bed.idle();
    expect([(await embedJobs()).length, other.texts.length, (await bed.points('notes')).length]).toEqual([1, 1, 1]);
  });
});

it('reads no more documents at once than it may', async () => {
  const [reading, peak] = [new Set<string>(), { most: 0 }];
  const { reader } = bed;
  const watched: SourceReader = {
    kind: 'folder',
    inspect: (location) => reader.inspect(location),
    scan: (location, options) => reader.scan(location, options),
    read: async (location, path, options) => {
      reading.add(path);
      peak.most = Math.max(peak.most, reading.size);
      const outcome = await reader.read(location, path, options);
      reading.delete(path);
      return outcome;
    },
  };
  for (let n = 0; n < 40; n++) await bed.write(`src/${n.toString()}.md`, `Number ${n.toString()}.`);
  await bed.start({ readers: { folder: watched, file: watched } }, undefined, { ...HERE, readsAtOnce: 2 });
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'src'), collection: 'notes' });
  await bed.idle();
  expect([(await bed.points('notes')).length, peak.most]).toEqual([40, 2]);
});
