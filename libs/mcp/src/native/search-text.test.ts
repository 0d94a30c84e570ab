import type { Coverage } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { coverageLine } from './search.text.js';

const place = (collection: string, rest: Partial<Coverage> = {}): Coverage => ({
  collection,
  engine: 'main',
  status: 'searched',
  ms: 1,
  candidates: 1,
  lanes: {},
  ...rest,
});

it('the coverage names what was not selected for a reason of its own, and counts what "auto" left out', () => {
  const leftOut = place('kitchen', { status: 'not_selected' });
  const parted = place('team/memories', { status: 'not_selected', reason: 'its content was moved to memories' });
  expect(coverageLine([place('memories'), leftOut])).toBe('1 searched, 1 not selected');
  expect(coverageLine([place('memories'), leftOut, parted])).toBe(
    '1 searched, 2 not selected (team/memories: its content was moved to memories)',
  );
});

it('the coverage tells a reason that collections share once', () => {
  const stale = { status: 'stale', code: 'SOURCE.STALE', reason: '30 of 40 documents would be deleted.' } as const;
  const places = [place('shop-code', stale), place('web', { reason: 'indexing 40 %' }), place('shop-docs', stale)];
  expect(coverageLine(places)).toBe('2 stale, 1 searched (shop-code, shop-docs: 30 of 40 documents would be deleted.; web: indexing 40 %)');
});
