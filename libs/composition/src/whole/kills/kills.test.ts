import { findRedis, testSeed } from '@tributary/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { COLLECTION, bulkWrites, questionsAbout } from './bulk-writes.fixture.js';
import { finalState, type FinalState } from './final-state.fixture.js';
import { killableServices, killableStandalone, type Killable } from './killable.fixture.js';
import { ingestUnderKills } from './killed-ingest.fixture.js';

/** Kills are of each kind of process. */
const { documents, kills, asked, embedders } =
  process.env['TRIBUTARY_TEST_LONG'] === '1'
    ? { documents: sizeGiven('DOCUMENTS', 20_000), kills: sizeGiven('KILLS', 100), asked: 100, embedders: 2 }
    : { documents: 200, kills: 3, asked: 10, embedders: 1 };
const questions = questionsAbout({ documents, count: asked });
const REDIS = findRedis();

/** A smaller size than the full one, for a quick look. */
function sizeGiven(what: 'DOCUMENTS' | 'KILLS', full: number): number {
  return Number(process.env[`TRIBUTARY_TEST_KILLS_${what}`] ?? full);
}

let seed: number;
let undisturbed: FinalState;

beforeAll(async () => {
  seed = testSeed(process.env['TRIBUTARY_TEST_SEED']);
  undisturbed = (await endOf(await killableStandalone(), 0)).state;
}, 3_600_000);

async function endOf(tributary: Killable, wanted: number) {
  try {
    const killed = await ingestUnderKills(tributary, { steps: bulkWrites({ documents, seed }), kills: wanted, seed });
    return { killed, state: await finalState(tributary, { collection: COLLECTION, questions }) };
  } finally {
    await tributary.remove();
  }
}

async function expectSame(tributary: Killable, who: string): Promise<void> {
  const { killed, state } = await endOf(tributary, kills);
  console.log(`seed ${seed.toString()}: ${who} killed ${JSON.stringify(killed)} during ${documents.toString()} documents`);
  expect(Object.values(killed).reduce((sum, n) => sum + n, 0)).toBe(kills);
  expect(differences(undisturbed.rows, state.rows)).toEqual([]);
  expect(differences(undisturbed.points, state.points)).toEqual([]);
  expect({ ...state, points: state.points.size, rows: state.rows.size }).toEqual({
    ...undisturbed,
    points: undisturbed.points.size,
    rows: undisturbed.rows.size,
  });
}

/** The first few entries that differ, as text. */
function differences(expected: ReadonlyMap<string, string>, present: ReadonlyMap<string, string>): readonly object[] {
  const keys = [...new Set([...expected.keys(), ...present.keys()])].filter((key) => expected.get(key) !== present.get(key));
  return keys.slice(0, 3).map((key) => ({ key, of: keys.length, expected: expected.get(key), present: present.get(key) }));
}

describe('a bulk ingest with updates and deletes', { timeout: 7_200_000 }, () => {
  it('leaves documents, deleted ones and passages behind, and nothing of the work', () => {
    expect(undisturbed.rows.size).toBe(documents);
    expect(undisturbed.points.size).toBeGreaterThan(documents);
    expect([...undisturbed.rows.values()].filter((row) => row.includes('"state":"deleted"')).length).toBeGreaterThan(documents / 100);
    expect(undisturbed.remains).toEqual([0, 0, 0]);
    expect(undisturbed.answers.filter((answer) => answer.includes('tributary://'))).toHaveLength(questions.length);
  });

  it('ends with the same index, catalog, statistics and answers when the standalone process is killed again and again', async () => {
    await expectSame(await killableStandalone(), 'standalone');
  });

  it('ends with the same when workers of the services are killed again and again', async (context) => {
    if (REDIS.kind !== 'program') context.skip(REDIS.kind === 'none' ? REDIS.reason : 'a Redis of its own is needed');
    else await expectSame(await killableServices(REDIS.command, embedders), 'services');
  });
});
