import { MemoryOperations } from '@tributary/testing';
import { DoctorAnswer } from '@tributary/contracts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';

const operations = new MemoryOperations();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(operations);
});
afterAll(() => server.stop());

const run = (...args: readonly string[]) => tributary(['doctor', ...args, '--data', server.data]);
const DRIFTS = [{ kind: 'orphan-points' as const, collection: 'notes', id: 'a', detail: 'The catalog has no row: it gets its row back.' }];

describe('tributary doctor', () => {
  it('ends with 0 where all is well', async () => {
    expect(await run()).toMatchObject({ code: 0, stdout: '✓ catalog: in memory\n✓ drift: catalog, engines and files agree\n' });
  });

  it('names what differs and ends with 1, repairs it and ends with 0', async () => {
    operations.drifts = DRIFTS;
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain(
      '✗ drift: 1 difference\n  orphan-points · notes/a · The catalog has no row: it gets its row back.\nMend them with: tributary doctor --repair\n',
    );
    const repaired = await run('--repair');
    expect(repaired.code).toBe(0);
    expect(repaired.stdout).toContain('✓ 1 difference repaired, none left\n');
  });

  it('says the same as one JSON object', async () => {
    operations.drifts = DRIFTS;
    const { code, stdout } = await run('--json');
    expect(code).toBe(1);
    expect(DoctorAnswer.parse(JSON.parse(stdout))).toMatchObject({ healthy: false, drift: { found: 1, examples: DRIFTS } });
    operations.drifts = [];
  });

  it('names the engine that is down and what it did not compare because of it', async () => {
    operations.uncompared = [{ engine: 'team', collections: ['wiki', 'notes'], reason: 'It hangs.' }];
    const { stdout } = await run();
    operations.uncompared = [];
    expect(stdout).toContain(
      '! drift: not compared on the engine team (2 collections: wiki, notes): It hangs. Run doctor again when that is mended',
    );
    expect(stdout).toContain('✓ drift: what could be compared agrees\n');
  });

  it('checks a data folder that nobody serves', { timeout: 60_000 }, async () => {
    const data = await mkdtemp(join(tmpdir(), 'tributary-doctor-'));
    const { code, stdout } = await tributary(['doctor', '--json', '--data', data]);
    const { checks, drift } = DoctorAnswer.parse(JSON.parse(stdout));
    expect([code, drift?.found]).toEqual([0, 0]);
    expect(checks.map(({ name }) => name)).toEqual([
      'data folder',
      'disk space',
      'engine main',
      'model static',
      'queues',
      'workers',
      'dead letters',
      'lost documents',
      'failed documents',
    ]);
    expect(checks.find(({ name }) => name === 'data folder')).toMatchObject({ status: 'ok' });
    await rm(data, { recursive: true });
  });
});
