import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordWrite } from '../../index.js';
import type { SuiteContext } from '../harness.js';

export function recordBehaviours({ engine }: SuiteContext): void {
  const freshKind = () => `kind-${randomUUID().slice(0, 8)}`;
  const put = async (...writes: RecordWrite[]) => engine().records.put(writes);

  describe('records', () => {
    it('are given back as written, in the order of the keys', async () => {
      const kind = freshKind();
      const value = { text: 'é', list: [1, { deep: null }], flag: true };
      await put({ kind, key: 'a', value }, { kind, key: 'b', value: {} });
      const [b, none, a] = await engine().records.get(kind, ['b', 'none', 'a']);
      expect([b?.value, none, a?.value]).toEqual([{}, undefined, value]);
    });

    it('are written only where they are as expected', async () => {
      const kind = freshKind();
      const [first] = await put({ kind, key: 'a', value: { n: 1 }, expect: 'absent' });
      expect(first).toMatchObject({ written: true });
      const revision = first?.written ? first.revision : 0;
      expect(await put({ kind, key: 'a', value: { n: 2 }, expect: 'absent' })).toEqual([
        { written: false, current: { key: 'a', revision, value: { n: 1 } } },
      ]);
      expect(await put({ kind, key: 'a', value: { n: 2 }, expect: revision + 1 })).toMatchObject([{ written: false }]);
      expect(await put({ kind, key: 'a', value: { n: 3 }, expect: revision })).toMatchObject([{ written: true }]);
      expect(await put({ kind, key: 'gone', value: {}, expect: revision })).toEqual([{ written: false }]);
      expect((await engine().records.get(kind, ['a']))[0]?.value).toEqual({ n: 3 });
    });

    it('tell their revisions alone, where the store has that', async () => {
      const kind = freshKind();
      await put({ kind, key: 'a', value: { n: 1 } }, { kind, key: 'b', value: { n: 2 } });
      const stored = await engine().records.get(kind, ['b', 'none', 'a']);
      const revisions = (await engine().records.revisions?.(kind, ['b', 'none', 'a'])) ?? stored.map((record) => record?.revision);
      expect(revisions).toEqual(stored.map((record) => record?.revision));
    });

    it('tell the revisions alone of all, or of all but those in a state, in order of key', async () => {
      const kind = freshKind();
      const value = { state: 'open' };
      await put(
        { kind, key: 'b', value },
        { kind, key: 'c', value: { state: 'over' } },
        { kind, key: 'a', value: {} },
        { kind, key: 'd', value },
      );
      await put({ kind, key: 'a', value: { n: 1 } });
      await engine().records.delete(kind, ['d']);
      const [a, b] = await engine().records.get(kind, ['a', 'b']);
      const listed = await engine().records.listRevisions({ kind, without: { state: 'over' } });
      expect(listed).toEqual([
        { key: 'a', revision: a?.revision },
        { key: 'b', revision: b?.revision },
      ]);
      expect((await engine().records.listRevisions({ kind })).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    });

    it('see the writes before them in the same call', async () => {
      const kind = freshKind();
      const outcomes = await put(
        { kind, key: 'a', value: { n: 1 }, expect: 'absent' },
        { kind, key: 'a', value: { n: 2 }, expect: 'absent' },
        { kind, key: 'a', value: { n: 3 } },
      );
      expect(outcomes.map(({ written }) => written)).toEqual([true, false, true]);
      expect((await engine().records.get(kind, ['a']))[0]?.value).toEqual({ n: 3 });
    });

    it('never come back to a revision, not even after they were deleted', async () => {
      const kind = freshKind();
      const [first] = await put({ kind, key: 'a', value: {} });
      await engine().records.delete(kind, ['a', 'none']);
      expect(await engine().records.get(kind, ['a'])).toEqual([undefined]);
      const [second] = await put({ kind, key: 'a', value: {} });
      const revisions = [first, second].map((outcome) => (outcome?.written ? outcome.revision : 0));
      expect(revisions[1]).toBeGreaterThan(revisions[0] ?? 0);
    });

    it('are deleted on condition only while they have the revision that was read', async () => {
      const kind = freshKind();
      const outcomes = await put({ kind, key: 'a', value: {} }, { kind, key: 'b', value: {} }, { kind, key: 'c', value: {} });
      const [a = 0, b = 0] = outcomes.map((outcome) => (outcome.written ? outcome.revision : 0));
      await put({ kind, key: 'b', value: { again: true } });
      await engine().records.delete(kind, [{ key: 'a', expect: a }, { key: 'b', expect: b }, 'c', { key: 'none', expect: a }]);
      expect(await engine().records.get(kind, ['a', 'b', 'c', 'none'])).toMatchObject([
        undefined,
        { value: { again: true } },
        undefined,
        undefined,
      ]);
    });

    it('lets one of many competing writers win', async () => {
      const kind = freshKind();
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => put({ kind, key: 'a', value: { n }, expect: 'absent' })));
      expect(outcomes.flat().filter(({ written }) => written).length).toBe(1);
    });

    it('are listed by their fields, page by page in order of key', async () => {
      const kind = freshKind();
      const rows = Array.from({ length: 30 }, (_, n) => ({
        kind,
        key: `k${n.toString().padStart(2, '0')}`,
        value: {
          collection: n % 2 === 0 ? 'even' : 'odd',
          source: `s${(n % 3).toString()}`,
          ...(n % 5 === 0 ? {} : { state: n < 15 ? 'open' : 'done' }),
        },
      }));
      await put(...rows.toReversed());
      await put({ kind: `${kind}-other`, key: 'k00', value: { collection: 'even' } });
      const wheres = [
        {},
        { collection: 'even' },
        { source: 's1' },
        { state: 'open' },
        { collection: 'odd', state: 'done' },
        { source: 's2', state: 'open' },
        { collection: 'even', source: 's0', state: 'done' },
        { state: 'unknown' },
      ];
      for (const where of wheres) {
        const expected = rows.filter(({ value }) =>
          Object.entries(where).every(([field, content]) => Object.entries(value).some(([f, c]) => f === field && c === content)),
        );
        const found: string[] = [];
        for (;;) {
          const after = found.at(-1);
          const page = await engine().records.list({ kind, where, limit: 4, ...(after === undefined ? {} : { after }) });
          found.push(...page.map(({ key }) => key));
          if (page.length < 4) break;
        }
        expect(found, JSON.stringify(where)).toEqual(expected.map(({ key }) => key));
        expect(await engine().records.count({ kind, where })).toBe(expected.length);
      }
    });

    it('leave a list when their fields change', async () => {
      const kind = freshKind();
      await put({ kind, key: 'a', value: { state: 'open' } });
      await put({ kind, key: 'a', value: { state: 'done' } });
      expect(await engine().records.list({ kind, where: { state: 'open' }, limit: 5 })).toEqual([]);
      expect((await engine().records.list({ kind, where: { state: 'done' }, limit: 5 })).length).toBe(1);
    });
  });
}
