import { describe, expect, it } from 'vitest';
import { expectWhole } from './expect-whole.js';
import type { SuiteContext } from '../harness.js';
import { roundsOf } from '../samples/size.js';
import { addOne } from '../processes/counter-in-file.js';
import { startChild } from './start-child.js';
import { turn } from './turn.js';

export function processBehaviours(context: SuiteContext): void {
  const { engine, freshCollection } = context;

  describe('several processes', () => {
    it('see whole documents of each other, and at once what the other was told is written', async () => {
      const collection = await freshCollection();
      const child = startChild(context, { role: 'replace', collection });
      const [enoughWrites, enoughReads] = [roundsOf(context.suite, 200, 200), roundsOf(context.suite, 20, 20)];
      await child.line('wrote 1');
      const written = () => child.lines.filter((line) => line.startsWith('wrote')).length;
      let reads = 0;
      // No helper that tries again: what is seen once must hold.
      while (written() <= enoughWrites || reads <= enoughReads) {
        await turn();
        // A writer that has died writes no more.
        expect(child.failure).toBeUndefined();
        const before = written();
        expect(await expectWhole(engine(), collection)).toBeGreaterThanOrEqual(before);
        reads++;
      }
      await child.kill();
    });
  });
}

export function sharedRecordBehaviours(context: SuiteContext): void {
  const { engine, freshCollection } = context;

  describe('several processes', () => {
    it('change one record without losing a change', async () => {
      const kind = await freshCollection();
      const children = [1, 2].map((seed) => startChild(context, { role: 'count', collection: kind, seed, times: 60 }));
      for (let i = 0; i < 60; i++) await addOne(engine(), kind);
      await Promise.all(children.map((child) => child.line('done')));
      expect((await engine().records.get(kind, ['counter']))[0]?.value).toEqual({ n: 180 });
    });
  });
}
