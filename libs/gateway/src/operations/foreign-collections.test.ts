import { Card, localOwner, type Principal } from '@tributary/contracts';
import { Catalog, Engines, documentRecordKey } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { summariseForeign } from './foreign-collections.js';

const CARD = Card.parse({
  model: { name: 'theirs', dimension: 3 },
  vectors: { dense: '' },
  fields: { text: 'text' },
  created_at: '2026-01-01T00:00:00Z',
});

function adopted() {
  const foreign = new MemoryForeign([{ name: 'theirs', vectors: [], metadata: {}, points: [] }]);
  const primary = new MemoryEngine({ name: 'main' });
  const engines = new Engines(primary, [new MemoryEngine({ name: 'other', foreign })]);
  const catalog = new Catalog(primary.records);
  const bound = { v: 1 as const, name: 'docs', engine: 'other', adopted: 'theirs', card: CARD, generation: 1, building: [], epoch: 0 };
  const row = async () => {
    const { status, status_reason } = await summariseForeign({ catalog, engines }, { ...bound, removed: false }, localOwner);
    return { status, status_reason };
  };
  const adopt = () => catalog.collections.change('docs', () => ({ set: { ...bound, removed: false } }));
  const fail = (key: string) => {
    const set = { v: 1 as const, collection: 'docs', key, doc_id: key, version: 1, hash: 'h', state: 'failed' as const, accepted_at: 1 };
    return catalog.documents.change(documentRecordKey('docs', key), () => ({ set }));
  };
  const failed = async (principal: Principal) =>
    (await summariseForeign({ catalog, engines }, { ...bound, removed: false }, principal)).failed;
  const drift = (reason: string) => catalog.drifts.change('docs', () => ({ set: { name: 'docs', reason } }));
  return { foreign, row, drift, adopt, fail, failed };
}

it('a collection that no longer fits its card says why, whether it is still there or not', async () => {
  const { foreign, row, drift } = adopted();
  expect(await row()).toEqual({ status: 'ready', status_reason: undefined });
  await drift('its vectors are gone');
  expect(await row()).toEqual({ status: 'stale', status_reason: 'its vectors are gone' });
  await drift('its maker removed theirs from other');
  foreign.set('theirs', undefined);
  expect(await row()).toEqual({ status: 'failed', status_reason: 'its maker removed theirs from other' });
});

it('a collection whose engine is away says so', async () => {
  const { foreign, row, drift } = adopted();
  foreign.inspect = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away'));
  const away = { status: 'failed', status_reason: expect.stringMatching(/^The engine does not answer for this collection/) as string }; // safe: Vitest types its matchers as any
  expect(await row()).toEqual(away);
  await drift('no text stands at text any more: adopt it again');
  expect(await row()).toEqual(away);
});

it('an adopted collection tells how many documents that were handed in failed, but not one of many users', async () => {
  const { adopt, fail, failed } = adopted();
  await adopt();
  expect(await failed(localOwner)).toBeUndefined();
  for (const key of ['a', 'b']) await fail(key);
  expect(await failed(localOwner)).toBe(2);
  expect(await failed({ ...localOwner, unrestricted: false, user_id: 'ada' })).toBeUndefined();
});
