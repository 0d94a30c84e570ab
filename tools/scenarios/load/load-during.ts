import { expect } from 'vitest';
import type { Deployment } from '../deployment/deployment.ts';
import { wordOf } from './bulk-producer.ts';
import { Feeder } from './feeder.ts';
import { Searchers, type SearchRecord } from './searchers.ts';
import { untilIndexed } from './settled.ts';

const KEPT_WAITING = 200;
/** Searches of each caller that are answered before it begins and after it has ended. */
const SETTLING = 3;

interface LoadOptions {
  readonly callers: number;
  /** Collections that are searched; left out: all. */
  readonly searched?: readonly string[];
  /** That the ingest goes to. */
  readonly collection: string;
  /** From one hundred documents of it to the next, at least; left out: as fast as they are indexed. */
  readonly everyMs?: number;
  /** What is done meanwhile. */
  readonly run: () => Promise<unknown>;
}

/** What a load met. */
interface Load {
  readonly began: Date;
  readonly documents: number;
  readonly searches: readonly SearchRecord[];
}

/** Bulk ingest and searches without pause, while something is done to the deployment; then waits until all is indexed. */
export async function loadDuring(
  deployment: Deployment,
  { callers, searched = ['*'], collection, everyMs = 0, run }: LoadOptions,
): Promise<Load> {
  const began = new Date();
  const feeder = new Feeder(deployment.place, { collection, keptWaiting: KEPT_WAITING, everyMs });
  const searchers = new Searchers(deployment, { callers, collections: searched, question: (n) => `${wordOf(n % 100)} storm keeper` });
  try {
    await searchers.untilAnswered(callers * SETTLING);
    await run();
    // Those under way were asked before it ended.
    await searchers.untilAnswered(searchers.records.length + callers * (1 + SETTLING));
  } finally {
    await Promise.all([feeder.stop(), searchers.stop()]);
  }
  await untilIndexed(deployment, { collection, documents: feeder.documents });
  return { began, documents: feeder.documents, searches: searchers.records };
}

/** Every search was answered, no run of a job failed, and whoever was asked to end did so in order. What is late, on a machine that has other things to do,
 *  is told and no failure: the answer says so. */
export function expectNothingFailed({ ended }: Deployment, { began, documents, searches }: Load): void {
  const failures = searches.filter(({ failure }) => failure !== undefined);
  const late = searches.filter(({ missed }) => missed !== undefined);
  const counts = {
    documents,
    searches: searches.length,
    failed: failures.length,
    'not in full': late.length,
    'processes replaced': ended.length,
  };
  console.log(
    Object.entries(counts)
      .map(([what, count]) => `${what} ${count.toString()}`)
      .join(', '),
  );
  expect(failures.slice(0, 5)).toEqual([]);
  expect(ended.map(({ service, code }) => ({ service, code }))).toEqual(ended.map(({ service }) => ({ service, code: 0 })));
  expect(ended.flatMap(({ service, output }) => complaints(output, began).map((line) => `${service}: ${line}`))).toEqual([]);
}

/** Lines of a log that tell of something that failed since then. */
function complaints(output: string, since: Date): readonly string[] {
  return output.split('\n').filter((line) => {
    const time = /"time":"([^"]+)"/.exec(line)?.[1];
    return /"level":"(error|warn)"/.test(line) && time !== undefined && new Date(time) >= since;
  });
}
