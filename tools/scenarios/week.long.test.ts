import { join } from 'node:path';
import { eventually, temporaryFolder, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { usageOf } from '../bench/process-usage.ts';
import { Deployment } from './deployment/deployment.ts';
import { context, expectNothingLost } from './load/settled.ts';
import { openLocalPlace, whyNotHere } from './places/local-place.ts';
import { SERVICES } from './places/place.ts';
import { Calendar } from './week/calendar.ts';
import { seasonalKendall } from './week/seasonal-kendall.ts';
import { playTraffic, writeFolder } from './week/traffic.ts';
import { Vitals, type Series } from './week/vitals.ts';

/** How long the week lasts, its day of warming up included; `TRIBUTARY_TEST_WEEK_MINUTES` gives another length. */
const MINUTES = Number(process.env['TRIBUTARY_TEST_WEEK_MINUTES'] ?? 56);
const FILES = Number(process.env['TRIBUTARY_TEST_WEEK_FILES'] ?? 20_000);
const DAYS = 7;
const IDLE_SECONDS = Math.min(60, MINUTES * 60);
/** Of one core, by all services together. */
const MOST_IDLE = 0.01;
/** All series together are taken for level at 95 %. */
const SURE = 0.05;

it(
  'a week of traffic leaves memory, heap, handles and the keys of Redis as they were, and nothing to do',
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
      await settled(deployment, FILES);
      const seed = testSeed(process.env['TRIBUTARY_TEST_SEED']);
      const calendar = new Calendar({ days: DAYS + 1, minutes: MINUTES });
      const vitals = new Vitals(deployment, calendar);
      const { done, failures } = await playTraffic({ deployment, calendar, seed, folder: files, files: FILES });
      const series = await vitals.stop();
      await settled(deployment, FILES);
      await expectNothingLost(deployment);
      const idle = await idleShares(deployment);
      console.log(
        `seed ${seed.toString()}: ${done.toString()} calls in ${MINUTES.toString()} minutes, ${FILES.toString()} watched files\n${tableOf(series)}`,
      );
      console.log(`idle, of one core: ${JSON.stringify(idle)}`);
      expect(failures.slice(0, 5)).toEqual([]);
      const rising = [...series].flatMap(([name, days]) => {
        const { p, slope } = seasonalKendall(days.slice(1, DAYS + 1));
        return p < SURE / series.size ? [{ name, slope, p }] : [];
      });
      expect(rising).toEqual([]);
      expect(Object.values(idle).reduce((sum, share) => sum + share, 0)).toBeLessThan(MOST_IDLE);
    } finally {
      await deployment.remove();
    }
  },
);

/** Waits until everything that was handed in or saved is searchable. */
async function settled({ operations }: Deployment, files: number): Promise<void> {
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
  const used = () => Promise.all(running.map(async ({ pid }) => (await usageOf(pid)).cpuSeconds));
  const before = await used();
  const from = performance.now();
  await eventually(() => performance.now() - from > IDLE_SECONDS * 1000, IDLE_SECONDS * 2000);
  const after = await used();
  const seconds = (performance.now() - from) / 1000;
  return Object.fromEntries(running.map(({ service }, i) => [service, ((after[i] ?? 0) - (before[i] ?? 0)) / seconds]));
}

function tableOf(series: Series): string {
  const rows = [...series].map(([name, days]) => {
    const { slope, p } = seasonalKendall(days.slice(1, DAYS + 1));
    const level = (day: number) => Math.max(...(days[day] ?? [Number.NaN])).toFixed(1);
    return `| ${[name, level(1), level(DAYS), slope.toFixed(3), p.toFixed(3)].join(' | ')} |`;
  });
  return ['| what | most on day 1 | most on day 7 | rise a day | p |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}
