import { SeededRandom, eventually, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { SCRAMBLED, scrambledDocument } from '../processes/scrambled.js';
import { termOf } from '../samples/analysis.js';
import { sized } from '../samples/size.js';
import { startChild } from './start-child.js';

interface Acknowledged {
  readonly version: number;
  readonly kind: string;
}

export function killBehaviours(context: SuiteContext): void {
  const { engine, open, freshCollection } = context;

  describe('killed writers', () => {
    it('lose nothing acknowledged and leave no half document', { timeout: sized(180_000, 7_200_000) }, async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection();
      const acknowledged = new Map<number, Acknowledged>();
      let from = 0;
      for (let kill = 0; kill < sized(20, 1_000); kill++) {
        const child = startChild(context, { role: 'scramble', collection, seed: random.below(1_000_000), from });
        const enough = 1 + random.below(120);
        await eventually(() => child.lines.length > enough);
        await child.kill();
        for (const line of child.lines) take(line, acknowledged);
        from = Math.max(from, ...[...acknowledged.values()].map(({ version }) => version)) + 100;
        await expectKept(kill % 4 === 0 ? await open() : engine(), collection, acknowledged);
      }
      expect(acknowledged.size).toBe(SCRAMBLED);
    });
  });
}

/** Keeps the newest acknowledged version of each document; a delete counts more than a write of its version. */
function take(line: string, acknowledged: Map<number, Acknowledged>): void {
  const [, n, version, kind = ''] = /^did (\d+) (\d+) (\w+)$/.exec(line) ?? [];
  if (n === undefined || version === undefined) return;
  const known = acknowledged.get(Number(n));
  const isNewer = !known || Number(version) > known.version || (Number(version) === known.version && kind === 'delete');
  if (isNewer) acknowledged.set(Number(n), { version: Number(version), kind });
}

async function expectKept(engine: Engine, collection: string, acknowledged: ReadonlyMap<number, Acknowledged>): Promise<void> {
  const docIds = Array.from({ length: SCRAMBLED }, (_, n) => scrambledDocument(collection, n, 1).docId);
  const fences = await engine.fences(collection, docIds);
  let points = 0;
  let length = 0;
  for (const [n, docId] of docIds.entries()) {
    const fence = fences[n];
    const promised = acknowledged.get(n);
    const found = await engine.read(collection, { docId });
    if (promised) {
      expect(fence?.version).toBeGreaterThanOrEqual(promised.version);
      if (fence?.version === promised.version && promised.kind === 'delete') expect(fence.deleted).toBe(true);
    }
    const expected = fence && !fence.deleted ? scrambledDocument(collection, n, fence.version).points : [];
    expect(found).toEqual(expected.map(({ id, payload }) => ({ id, payload })));
    points += expected.length;
    length += expected.reduce((sum, { features }) => sum + features.terms.length, 0);
  }
  expect(await engine.getCollection(collection)).toMatchObject({ points });
  const { statistics } = await engine.nominate({
    collection,
    lanes: ['keyword'],
    limit: 5,
    terms: [{ id: termOf('scrambled'), weight: 1 }],
  });
  expect(statistics).toEqual({ points, totalLength: length, documentFrequency: [points] });
}
