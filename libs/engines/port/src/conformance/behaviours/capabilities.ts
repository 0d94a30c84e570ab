import { CardModel, type Filter } from '@tributary/contracts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CONDITION_KINDS, type ConditionKind } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { sampleCard } from '../samples/sample-card.js';
import { COMMON_DIMENSION, sampleDocument } from '../samples/sample-document.js';
import { vectorOf } from '../samples/vectors.js';

const UNSUPPORTED = { code: 'ENGINE.UNSUPPORTED' };
const DISTANCES = CardModel.shape.distance.unwrap().options;

/** A filter of one condition that holds for the sample. */
const HOLDING: Readonly<Record<ConditionKind, Filter>> = {
  match: { must: [{ key: 'lang', match: { value: 'md' } }] },
  range: { must: [{ key: 'metadata.n', range: { gte: 1 } }] },
  values_count: { must: [{ key: 'tags', values_count: { gte: 2 } }] },
  is_empty: { must: [{ is_empty: { key: 'sym' } }] },
  is_null: { must: [{ is_null: { key: 'metadata.none' } }] },
  has_id: { must: [{ has_id: [] }] },
  nested: { must: [{ nested: { key: 'metadata.items', filter: { must: [{ key: 'x', match: { value: 1 } }] } } }] },
};

/** What an engine does not declare it refuses; so the table of docs/engines.md is what it does. */
export function capabilityBehaviours({ engine, freshCollection, suite }: SuiteContext): void {
  const declared = suite.capabilities;

  const setUp = async () => {
    const collection = await freshCollection();
    const payload = { lang: 'md', tags: ['a', 'b'], metadata: { n: 2, none: null, items: [{ x: 1 }] } };
    const document = sampleDocument({ collection, key: 'a', chunks: [{ content: 'words to find', payload }] });
    await engine().writeDocument(document);
    return { collection, id: document.points[0]?.id ?? '' };
  };
  const query = { terms: [{ id: termOf('words'), weight: 1 }], words: ['words'], vector: vectorOf('words', COMMON_DIMENSION) };

  describe('capabilities', () => {
    it('are those the adapter publishes', () => {
      expect(engine().capabilities).toEqual(declared);
    });

    it.each(['semantic', 'keyword', 'fuzzy'] as const)('run the %s lane, or refuse it', async (lane) => {
      const { collection } = await setUp();
      const asked = engine().nominate({ collection, lanes: [lane], limit: 5, ...query });
      if (!declared.lanes.includes(lane)) return expect(asked).rejects.toMatchObject(UNSUPPORTED);
      expect((await asked).lanes[lane]).toMatchObject({ status: 'searched', ranking: [{ candidate: 0 }] });
    });

    it.each(CONDITION_KINDS)('evaluate %s, or refuse it everywhere', async (kind) => {
      const { collection, id } = await setUp();
      const filter = kind === 'has_id' ? { must: [{ has_id: [id] }] } : HOLDING[kind];
      const isDeclared = declared.conditions.includes(kind);
      for (const shape of [
        filter,
        { must: [filter] },
        { should: [filter], must: [] },
        { min_should: { conditions: [filter], min_count: 1 } },
      ]) {
        const calls = [
          engine().count(collection, shape),
          engine().read(collection, { filter: shape }),
          engine().findDocuments(collection, { filter: shape }),
          engine().scroll({ collection, filter: shape, limit: 5 }),
          engine().nominate({ collection, lanes: declared.lanes, limit: 5, filter: shape, ...query }),
          engine().signals({ collection, ids: [id], terms: [], filter: shape }),
        ];
        const [count, ...others] = await Promise.allSettled(calls);
        if (isDeclared) expect(count).toEqual({ status: 'fulfilled', value: 1 });
        for (const result of isDeclared ? others : [count, ...others]) {
          expect(result).toMatchObject(isDeclared ? { status: 'fulfilled' } : { status: 'rejected', reason: UNSUPPORTED });
        }
      }
    });

    it.each(DISTANCES)('hold collections that rank by %s, or refuse them', async (distance) => {
      const name = `suite-${randomUUID().slice(0, 8)}__g1`;
      const card = sampleCard(COMMON_DIMENSION);
      const created = engine().createCollection(name, { ...card, model: { ...card.model, distance } });
      if (declared.distances.includes(distance)) await created;
      else await expect(created).rejects.toMatchObject(UNSUPPORTED);
      const found = await engine().getCollection(name);
      expect(found?.card.model.distance).toBe(declared.distances.includes(distance) ? distance : undefined);
      if (found) await engine().dropCollection(name);
    });

    it('refuse records unless the engine may keep the catalog', async () => {
      const kind = `kind-${randomUUID().slice(0, 8)}`;
      const { records } = engine();
      const calls = [
        () => records.put([{ kind, key: 'a', value: {} }]),
        () => records.get(kind, ['a']),
        () => records.list({ kind, limit: 1 }),
        () => records.count({ kind }),
        () => records.delete(kind, ['a']),
      ];
      for (const call of calls) {
        if (declared.primary) await call();
        else await expect(call()).rejects.toMatchObject(UNSUPPORTED);
      }
    });
  });
}
