import { describe, expect, it } from 'vitest';
import type { CursorStore } from '../cursor-store.js';
import { prepare, type StateSuite } from './harness.js';

const MINUTE_MS = 60_000;

export interface CursorStoreSuite<List> extends StateSuite<CursorStore<List>> {
  /** Two that differ. */
  readonly lists: readonly [List, List];
}

/** The behaviours of everything that keeps ranked lists. */
export function describeCursorStore<List>({ lists: [list, another], ...suite }: CursorStoreSuite<List>): void {
  describe(suite.name, () => {
    const { both, pass } = prepare(suite);

    it('gives every replica each list as it was kept, and none that it never had', async () => {
      const [one, other] = both();
      const [id, anothers] = [await one.put(list), await other.put(another)];
      expect(await other.get(id)).toEqual(list);
      expect(await one.get(anothers)).toEqual(another);
      expect(await other.get(id)).toEqual(list);
      expect(await one.get('00000000-0000-4000-8000-000000000000')).toBeUndefined();
    });

    it('gives each list an id of its own that nobody can guess, also the same one kept again', async () => {
      const [one, other] = both();
      const ids = await Promise.all([one.put(list), other.put(list)]);
      expect(new Set(ids).size).toBe(2);
      // Version 4: 122 random bits.
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    it('keeps a list for ten minutes, however often it is asked for', async () => {
      const [one, other] = both();
      const id = await one.put(list);
      await pass(8 * MINUTE_MS);
      expect(await other.get(id)).toEqual(list);
      await pass(2 * MINUTE_MS);
      expect(await other.get(id)).toBeUndefined();
    });
  });
}
