import { documentRecordKey, type Catalog } from './catalog.js';
import type { CollectionRecord } from './collection-record.js';
import type { GapRecord } from './gap-record.js';

/** Beyond so many documents the rest is not counted. */
const MOST_READ = 10_000;
const AT_ONCE = 500;

export async function noteGap(catalog: Pick<Catalog, 'gaps'>, gap: Omit<GapRecord, 'v'>): Promise<void> {
  await catalog.gaps.change(`${documentRecordKey(gap.collection, gap.key)}#${gap.generation.toString()}`, () => ({ set: gap }));
}

/** Passages of a collection that only its words find. */
export async function countGaps(catalog: Pick<Catalog, 'gaps' | 'documents'>, record: CollectionRecord): Promise<number> {
  const gaps: GapRecord[] = [];
  for await (const gap of catalog.gaps.list({ collection: record.name })) {
    if (gap.generation === record.generation) gaps.push(gap);
    if (gaps.length === MOST_READ) break;
  }
  let passages = 0;
  for (let at = 0; at < gaps.length; at += AT_ONCE) {
    const some = gaps.slice(at, at + AT_ONCE);
    const rows = await catalog.documents.getMany(some.map(({ collection, key }) => documentRecordKey(collection, key)));
    const standing = some.filter(({ version }, i) => rows[i]?.version === version && rows[i].state === 'indexed');
    passages += standing.reduce((sum, gap) => sum + gap.passages, 0);
  }
  return passages;
}
