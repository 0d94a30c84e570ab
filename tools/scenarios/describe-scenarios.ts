import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Deployment } from './deployment/deployment.ts';
import { Assistant } from './load/assistant.ts';
import { BulkProducer, wordOf } from './load/bulk-producer.ts';
import { expectNothingFailed, loadDuring } from './load/load-during.ts';
import { Metrics } from './load/metrics.ts';
import { context, expectNothingLost, untilIndexed } from './load/settled.ts';
import { isKnown, signIn } from './load/signed-in.ts';
import type { Place } from './places/place.ts';

interface Scenarios {
  /** Documents of a bulk ingest. */
  readonly documents: number;
  readonly openPlace: () => Promise<Place>;
}

/** What the scenarios act on. */
interface Stage {
  readonly deployment: Deployment;
  readonly producer: BulkProducer;
  readonly documents: number;
}

const START_MS = 600_000;
const BESIDE_DOCUMENTS = 50;

/** What a deployment does from end to end, whatever place it runs in: one deployment, one scenario after the other. */
export function describeScenarios(place: string, { documents, openPlace }: Scenarios): void {
  describe(`a deployment in ${place}`, { timeout: 900_000 }, () => {
    let stage: Stage;
    beforeAll(async () => {
      const deployment = await Deployment.start(await openPlace());
      stage = { deployment, producer: new BulkProducer(deployment.place), documents };
    }, START_MS);
    afterAll(async () => {
      await stage.producer.close();
      await stage.deployment.remove();
    }, START_MS);

    it('takes a bulk ingest from the queue into every engine', () => ingestInBulk(stage));
    it('answers an assistant over MCP from every engine', () => askOverMcp(stage));
    it.each(['embedder', 'ingest-worker'] as const)(
      'loses nothing and makes nothing twice when the %s is killed in a bulk ingest',
      (service) => ingestThrough(stage, `killed-${service}`, () => stage.deployment.kill(service)),
    );
    it('shares the work among embedders when one becomes three, and goes on with one when two are ended', () => scaleEmbedders(stage));
    it('knows a browser that signed in at one gateway at another, until it signs out at either', () => shareSessions(stage));
    it('goes on by itself when Redis was killed and came back in a bulk ingest', async () => {
      await ingestThrough(stage, 'restarted', () => stage.deployment.place.redis.restart());
      await expectFound(stage, { n: 5, collections: ['restarted'] });
    });
    it('has every process replaced under load without a failed job or search', async () => {
      const { deployment } = stage;
      const run = () => deployment.replaceAll();
      const load = await loadDuring(deployment, { callers: 2, searched: ['bulk'], collection: 'rolled', everyMs: 3000, run });
      expectNothingFailed(deployment, load);
      await expectNothingLost(deployment);
    });
  });
}

async function ingestInBulk({ deployment, producer, documents }: Stage): Promise<void> {
  const { beside } = deployment.place;
  await producer.put('bulk', { count: documents });
  if (beside !== undefined) await producer.put(beside, { from: documents, count: BESIDE_DOCUMENTS });
  await untilIndexed(deployment, { collection: 'bulk', documents });
  if (beside !== undefined) await untilIndexed(deployment, { collection: beside, documents: BESIDE_DOCUMENTS });
  await expectNothingLost(deployment);
}

async function askOverMcp(stage: Stage): Promise<void> {
  const { deployment, documents } = stage;
  const inBeside = deployment.place.beside === undefined ? [] : [documents + 7];
  for (const n of [3, documents - 1, ...inBeside]) await expectFound(stage, { n, collections: ['*'] });
}

/** The word that only one entry has leads to it. */
async function expectFound(
  { deployment }: Stage,
  { n, collections }: { readonly n: number; readonly collections: readonly string[] },
): Promise<void> {
  const assistant = await Assistant.connect(deployment);
  try {
    expect(await assistant.tools()).toContain('search');
    const { hits, coverage } = await assistant.search(wordOf(n), collections);
    expect(hits[0]?.title).toBe(`Entry ${n.toString()}`);
    expect(coverage.map(({ status }) => status)).toEqual(coverage.map(() => 'searched'));
  } finally {
    await assistant.close();
  }
}

/** A bulk ingest in the middle of which something is done: it ends with as much as the undisturbed one. */
async function ingestThrough({ deployment, producer, documents }: Stage, collection: string, disturb: () => Promise<void>): Promise<void> {
  const { operations } = deployment;
  await producer.put(collection, { count: documents });
  await eventually(async () => {
    const { collections } = await operations.status(context());
    return (collections.find(({ name }) => name === collection)?.documents ?? 0) > 0;
  }, 120_000);
  await disturb();
  await untilIndexed(deployment, { collection, documents });
  const chunks = async (name: string) => (await operations.getCollection(name, context())).chunks;
  expect(await chunks(collection)).toBe(await chunks('bulk'));
  await expectNothingLost(deployment);
}

async function scaleEmbedders({ deployment, producer, documents }: Stage): Promise<void> {
  await deployment.scale('embedder', 3);
  await producer.put('scaled', { count: documents });
  await untilIndexed(deployment, { collection: 'scaled', documents });
  const labels = { queue: 'embed-chunks', outcome: 'done' };
  for (const { url } of deployment.running('embedder'))
    expect((await Metrics.of(url, deployment.place.token)).sum('tributary_job_duration_seconds_count', labels)).toBeGreaterThan(0);
  await deployment.scale('embedder', 1);
  expect(deployment.ended.map(({ code }) => code)).toEqual([0, 0]);
}

async function shareSessions({ deployment }: Stage): Promise<void> {
  await deployment.scale('mcp-gateway', 2);
  const [home = '', other = ''] = deployment.running('mcp-gateway').map(({ url }) => url);
  const browser = await signIn(home, deployment.place.token);
  expect([await isKnown(browser, { home, at: home }), await isKnown(browser, { home, at: other })]).toEqual([true, true]);
  const headers = { cookie: browser.cookies(home, other), origin: other };
  expect((await fetch(`${other}/api/session`, { method: 'DELETE', headers })).ok).toBe(true);
  expect([await isKnown(browser, { home, at: home }), await isKnown(browser, { home, at: other })]).toEqual([false, false]);
  await deployment.scale('mcp-gateway', 1);
}
