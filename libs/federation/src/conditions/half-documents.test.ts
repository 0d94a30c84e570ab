import { FetchInput, localOwner } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import { describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const SECTIONS = ['Harbour', 'Lighthouse', 'Pier', 'Dock'];
const TEXT = SECTIONS.map(
  (name) => `## ${name}\n\n${`The ${name} of the town is described in this part of the guide for visitors. `.repeat(5)}`,
).join('\n\n');

async function openBed() {
  const bed = await Testbed.open();
  await bed.collection('guides', [{ key: 'town', title: 'Town', text: TEXT, version: 7 }]);
  return bed;
}

/** As if the chunks from the third on were not overwritten yet. */
const halfOld = (points: readonly StoredPoint[]) =>
  points.map((point) =>
    point.payload.chunk_index < 2
      ? point
      : { ...point, payload: { ...point.payload, doc_version: 6, content: `OLD ${point.payload.content}` } },
  );

/** As if a longer version had stood there before, and its surplus were not deleted yet. */
const withSurplus = (points: readonly StoredPoint[]) =>
  points.map((point) => ({ ...point, payload: { ...point.payload, total_chunks: 2 } }));

const request = { query: 'guide for visitors of the town', per_document: 10 };
const fetched = (bed: Testbed) => bed.fetch.run(FetchInput.parse({ uri: 'tributary://guides/town' }), { principal: localOwner });

describe('a document that is being replaced chunk by chunk', () => {
  it('shows only chunks of its newest version among the candidates', async () => {
    await using bed = await openBed();
    bed.main.disguise({
      nominate: (result) => ({
        ...result,
        candidates: result.candidates.map((one) => (one.chunkIndex === 1 ? { ...one, docVersion: 8 } : one)),
      }),
    });
    const { hits, coverage } = await bed.run(request);
    expect(hits.map(({ metadata }) => metadata['chunk_index'])).toEqual([1]);
    expect(coverage[0]?.candidates).toBe(1);
  });

  it('shows no chunk beyond the end of the newest version', async () => {
    await using bed = await openBed();
    bed.main.disguise({ nominate: (result) => ({ ...result, candidates: result.candidates.map((one) => ({ ...one, totalChunks: 2 })) }) });
    const indices = (await bed.run(request)).hits.map(({ metadata }) => metadata['chunk_index']);
    expect(indices.toSorted()).toEqual([0, 1]);
  });

  it('shows no old passage when it was replaced between nomination and reading', async () => {
    await using bed = await openBed();
    bed.main.disguise({ read: halfOld });
    const { hits, notes } = await bed.run(request);
    expect(hits).toHaveLength(2);
    expect(hits.some(({ content }) => content.includes('OLD'))).toBe(false);
    expect(notes).toContain('2 passages of the list are gone.');
    bed.main.disguise({ read: withSurplus });
    expect((await bed.run(request)).hits).toHaveLength(2);
  });

  it('is fetched as one whole version: read again until it is there', async () => {
    await using bed = await openBed();
    let reads = 0;
    bed.main.disguise({ read: (points) => (++reads < 3 ? halfOld(points) : points) });
    const { content } = await fetched(bed);
    expect(content).not.toContain('OLD');
    expect(content.match(/## \w+/g)).toHaveLength(4);
  });

  it('is stale when no whole version can be read: fetch refuses, a search shows the passage alone and says so', async () => {
    await using bed = await openBed();
    bed.main.disguise({ read: (points) => (points.length > 1 ? halfOld(points) : points) });
    await expect(fetched(bed)).rejects.toMatchObject({ code: 'DOCUMENT.STALE', retryable: true });
    const { hits, notes } = await bed.run({ query: 'Harbour', limit: 1, context: 'enhanced' });
    expect(hits[0]?.content).not.toContain('MATCH START');
    expect(notes.join()).toContain('stale');
  });
});
