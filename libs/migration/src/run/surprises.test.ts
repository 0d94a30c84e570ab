import { MemoryEngine } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMigrationBed, type MigrationBed } from '../testbed/migration-bed.fixture.js';
import { sweepMigrations } from './sweep-migrations.js';

/** Runs of one job. */
const ATTEMPTS = 5;
const MINUTE_MS = 60_000;

let other: MemoryEngine;
let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  other = new MemoryEngine({ name: 'other' });
  ({ bed, close } = await openMigrationBed([other]));
});
afterEach(() => close());

/** From the n-th page on what was copied cannot be read. @returns what mends it */
function breakReading(error: Error, page = 1): () => void {
  const scroll = other.scroll.bind(other);
  let pages = 0;
  other.scroll = (request) => (++pages % page === 0 ? Promise.reject(error) : scroll(request));
  return () => {
    other.scroll = scroll;
  };
}

async function fail(runs: number): Promise<void> {
  for (let run = 0; run < runs; run++) await expect(bed.run()).rejects.toThrow();
}

describe('a move that ends each time with an error nobody foresaw', () => {
  it('is given up with its job, says so, and leaves the source answering', async () => {
    await bed.fill(3);
    await bed.start({ from: 'notes', to: 'other' });
    breakReading(new Error('expected string, received bigint'));
    await fail(ATTEMPTS - 1);
    expect(await bed.status()).toMatchObject({ state: 'running' });
    await fail(1);
    const { state, error } = await bed.status();
    expect([state, error?.code]).toEqual(['failed', 'MIGRATION.FAILED']);
    expect(error?.message).toMatch(/main\/notes answers as before: 5 runs .* \(expected string, received bigint\)/);
    expect(await other.listCollections()).toEqual([]);
    bed.now += MINUTE_MS;
    bed.jobs.length = 0;
    expect([await sweepMigrations(bed.collaborators), bed.jobs]).toEqual([0, []]);
  });

  it('is given up also where much of the copy is alike each time', async () => {
    await bed.fill(300);
    await bed.start({ from: 'notes', to: 'other' });
    breakReading(new Error('odd'), 3);
    await fail(ATTEMPTS);
    expect(await bed.status()).toMatchObject({ state: 'failed', copied: 300 });
  });

  it('is not, while an engine that is away comes between', async () => {
    await bed.fill(3);
    await bed.start({ from: 'notes', to: 'other' });
    for (const error of [new Error('odd'), retryable('ENGINE.UNAVAILABLE', 'Away.'), new Error('odd')]) {
      breakReading(error);
      await fail(ATTEMPTS - 1);
    }
    expect(await bed.status()).toMatchObject({ state: 'running' });
  });

  it('is carried to its end where the last of its errors came as the copy began to answer', async () => {
    await bed.fill(3);
    await bed.start({ from: 'notes', to: 'other' });
    const mend = breakReading(new Error('odd'));
    await fail(ATTEMPTS - 1);
    mend();
    Object.assign(other, { answerAs: () => Promise.reject(new Error('odd')) });
    await fail(1);
    expect(await bed.status()).toMatchObject({ state: 'running' });
    await bed.run();
    expect(await bed.status()).toMatchObject({ state: 'done' });
  });

  it('is carried to its end once the copy answers', async () => {
    await bed.fill(3);
    await bed.start({ from: 'notes', to: 'other/archive' });
    const change = bed.catalog.documents.changeMany.bind(bed.catalog.documents);
    bed.catalog.documents.changeMany = () => {
      throw new Error('odd');
    };
    for (let run = 0; run <= ATTEMPTS; run++) await expect(bed.run('archive')).rejects.toThrow('odd');
    expect(await bed.status('archive')).toMatchObject({ state: 'running', phase: 'switching' });
    bed.catalog.documents.changeMany = change;
    await bed.run('archive');
    expect(await bed.status('archive')).toMatchObject({ state: 'done' });
  });
});
