import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import type { Operations } from '@tributary/contracts';
import { eventually, readServer, startApp, temporaryFolder, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { usageOf } from '../bench/process-usage.ts';
import { Deployment } from './deployment/deployment.ts';
import { context, expectNothingLost } from './load/settled.ts';
import { openLocalPlace, whyNotHere } from './places/local-place.ts';
import { SERVICES } from './places/place.ts';
import { Calendar } from './week/calendar.ts';
import { playTraffic, RECORDS, writeFolder } from './week/traffic.ts';
import { seriesTable, writeWeek } from './week/report.ts';
import { judge, trendsOf } from './week/verdict.ts';
import { Vitals } from './week/vitals.ts';

/** How long the week lasts, its day of warming up included; `TRIBUTARY_TEST_WEEK_MINUTES` gives another length. */
const MINUTES = Number(process.env['TRIBUTARY_TEST_WEEK_MINUTES'] ?? 56);
const FILES = Number(process.env['TRIBUTARY_TEST_WEEK_FILES'] ?? 20_000);
const DAYS = 7;
/** The page goes to docs/ where that is asked for, else it is left beside what tests cache. */
const IS_KEPT = process.env['TRIBUTARY_TEST_WRITE'] === '1';
const FOLDER = fileURLToPath(new URL(IS_KEPT ? '../../docs/' : '../../node_modules/.cache/tributary/', import.meta.url));
const SETTLING_SECONDS = Math.min(60, MINUTES * 60);
const IDLE_SECONDS = Math.min(60, MINUTES * 60);
/** Of one core, by a standalone server. */
const MOST_IDLE = 0.01;

it(
  'a week of traffic leaves memory, heap, handles and the keys of Redis as they were',
  { timeout: (MINUTES + 60) * 60_000 },
  async (running) => {
    const missing = whyNotHere('embedded');
    if (missing !== undefined) return running.skip(missing);
    await using folder = await temporaryFolder();
    const files = join(folder.path, 'files');
    await writeFolder(files, FILES);
    const deployment = await Deployment.start(
      await openLocalPlace({ store: 'embedded', env: { TRIBUTARY_SOURCES__ROOTS: JSON.stringify([files]) } }),
    );
    try {
      await deployment.operations.addSource({ location: files, name: 'files', watch: true, wait_ms: 0 }, context());
      await settled(deployment.operations, FILES);
      const seed = testSeed(process.env['TRIBUTARY_TEST_SEED']);
      const calendar = new Calendar({ days: DAYS + 1, minutes: MINUTES });
      const vitals = new Vitals(deployment, calendar);
      const { done, failures } = await playTraffic({ deployment, calendar, seed, folder: files, files: FILES });
      const series = await vitals.stop();
      await settled(deployment.operations, FILES);
      await expectNothingLost(deployment);
      const { collections } = await deployment.operations.status(context());
      expect(collections.find(({ name }) => name === 'records')?.documents).toBe(RECORDS);
      const idle = await idleShares(deployment);
      const week = { days: DAYS, minutes: MINUTES, files: FILES, calls: done, seed, series, idle };
      console.log(`seed ${seed.toString()}: ${done.toString()} calls\n${seriesTable(week)}\nidle, of one core: ${JSON.stringify(idle)}`);
      expect(failures.slice(0, 5)).toEqual([]);
      // A week in which something rises is told as well.
      writeWeek(week, FOLDER);
      expect(judge(trendsOf(series, DAYS)).filter(({ verdict }) => verdict === 'rises')).toEqual([]);
    } finally {
      await deployment.remove();
    }
  },
);

it('a standalone server with as many watched files has nothing to do when nobody asks', { timeout: 3_600_000 }, async () => {
  await using folder = await temporaryFolder();
  const [files, data] = [join(folder.path, 'files'), join(folder.path, 'data')];
  await writeFolder(files, FILES);
  const server = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  try {
    await eventually(() => server.ready(), 120_000);
    const { url, token } = await readServer(data);
    const operations = new HttpOperations(new HttpConnection({ url, token }));
    await operations.addSource({ location: files, name: 'files', watch: true, trusted_path: true, wait_ms: 0 }, context());
    await settled(operations, FILES);
    const [share = Number.NaN] = await coreShares([server.pid]);
    console.log(`idle with ${FILES.toString()} watched files: ${(100 * share).toFixed(2)} % of one core`);
    expect(share).toBeLessThan(MOST_IDLE);
  } finally {
    await server.end('SIGKILL');
  }
});

/** Waits until everything that was handed in or saved is searchable. */
async function settled(operations: Operations, files: number): Promise<void> {
  await eventually(async () => {
    const { queues, sources, collections } = await operations.status(context());
    const open = queues.filter(({ waiting, delayed, active, dead }) => waiting + delayed + active + dead > 0);
    expect({ open, documents: sources.map(({ documents, pending }) => [documents, pending]) }).toEqual({
      open: [],
      documents: [[files, 0]],
    });
    expect(collections.every(({ status }) => status === 'ready')).toBe(true);
  }, 1_800_000);
}

/** Share of a core that each service takes while nobody asks for anything. */
async function idleShares(deployment: Deployment): Promise<Readonly<Record<string, number>>> {
  const running = SERVICES.flatMap((service) => deployment.running(service).map(({ pid }) => ({ service, pid })));
  const shares = await coreShares(running.map(({ pid }) => pid));
  return Object.fromEntries(running.map(({ service }, i) => [service, shares[i] ?? Number.NaN]));
}

/** Garbage of what was done before is collected meanwhile; then it is measured. */
async function coreShares(pids: readonly (number | undefined)[]): Promise<readonly number[]> {
  const used = () => Promise.all(pids.map(async (pid) => (await usageOf(pid)).cpuSeconds));
  await passed(SETTLING_SECONDS);
  const before = await used();
  const seconds = await passed(IDLE_SECONDS);
  const after = await used();
  return after.map((value, i) => (value - (before[i] ?? 0)) / seconds);
}

async function passed(seconds: number): Promise<number> {
  const from = performance.now();
  await eventually(() => performance.now() - from > seconds * 1000, seconds * 2000);
  return (performance.now() - from) / 1000;
}
