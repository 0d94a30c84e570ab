import { SeededRandom, eventually, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../index.js';
import type { SuiteContext } from '../harness.js';
import { SCRAMBLED, scrambledDocument } from '../processes/scrambled.js';
import { termOf } from '../samples/analysis.js';
import { amountOf, roundsOf, sized } from '../samples/size.js';
import { replacedDocument } from '../samples/replaced-document.js';
import { expectNewest, expectWhole, tryReadWhole } from './expect-whole.js';
import { startChild } from './start-child.js';
import { turn } from './turn.js';

/** As many as it takes to meet most documents, whatever part of the rounds a suite runs. */
const LEAST_KILLS = 4;

interface Step {
  readonly n: number;
  readonly version: number;
  readonly kind: string;
}

export function killBehaviours(context: SuiteContext): void {
  const { suite, engine, open, freshCollection } = context;

  describe('killed writers', () => {
    it('lose nothing acknowledged and leave no half document', { timeout: sized(600_000, 7_200_000) }, async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection();
      const acknowledged = new Map<number, Step>();
      let from = 0;
      const kills = Math.max(LEAST_KILLS, roundsOf(suite, 12, 1_000));
      const enoughDocuments = (suite.share ?? 1) < 1 ? SCRAMBLED / 2 : SCRAMBLED;
      // A few kills may leave no time for as many documents, by chance, so they go on.
      for (let kill = 0; kill < kills || (acknowledged.size < enoughDocuments && kill < 2 * kills); kill++) {
        const child = startChild(context, { role: 'scramble', collection, seed: random.below(1_000_000), from });
        const enough = 1 + random.below(amountOf(suite, 240));
        await eventually(() => child.lines.length > enough);
        await child.kill();
        for (const step of stepsIn(child.lines, 'did')) take(step, acknowledged);
        const begun = stepsIn(child.lines, 'doing');
        const reader = kill % 4 === 0 ? await open() : engine();
        const answered = new Set(stepsIn(child.lines, 'did').map(nameOf));
        const unanswered = begun.filter((step) => !answered.has(nameOf(step)));
        if (!engine().capabilities.atomicDocuments) for (const step of unanswered) await repeat(reader, collection, step);
        from = Math.max(from, ...begun.map(({ version }) => version)) + 100;
        await expectKept(reader, collection, acknowledged);
      }
      expect(acknowledged.size).toBeGreaterThanOrEqual(enoughDocuments);
    });

    it('show no half document to a reader that never pauses', { timeout: sized(600_000, 7_200_000) }, async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = await freshCollection();
      let from = 0;
      for (let kill = 0; kill < roundsOf(suite, 6, 200); kill++) {
        const child = startChild(context, { role: 'replace', collection, from });
        const written = () => versionsIn(child.lines, 'wrote').at(-1) ?? 0;
        const look = async () => {
          await turn();
          const before = written();
          await expectNewest(engine(), collection);
          const version = await tryReadWhole(engine(), collection);
          if (version !== undefined) expect(version).toBeGreaterThanOrEqual(before);
        };
        const enough = from + 1 + random.below(20);
        while (written() < enough) await look();
        const dying = { isOver: false };
        const killed = child.kill().then(() => {
          dying.isOver = true;
        });
        while (!dying.isOver) await look();
        await killed;
        await look();
        from = versionsIn(child.lines, 'writing').at(-1) ?? from;
        // What was begun is begun again by whoever takes the job over.
        if (!engine().capabilities.atomicDocuments) await engine().writeDocument(replacedDocument(collection, from));
        expect(await expectWhole(engine(), collection)).toBeGreaterThanOrEqual(written());
      }
    });
  });
}

function versionsIn(lines: readonly string[], word: string): readonly number[] {
  return lines.flatMap((line) => (line.startsWith(`${word} `) ? [Number(line.slice(word.length + 1))] : []));
}

function stepsIn(lines: readonly string[], word: string): readonly Step[] {
  return lines.flatMap((line) => {
    const [said, n, version, kind] = line.split(' ');
    return said === word && kind !== undefined ? [{ n: Number(n), version: Number(version), kind }] : [];
  });
}

function nameOf({ n, version, kind }: Step): string {
  return `${n.toString()} ${version.toString()} ${kind}`;
}

/** What the queue does with a job whose worker died. */
async function repeat(engine: Engine, collection: string, { n, version, kind }: Step): Promise<void> {
  const document = scrambledDocument(collection, n, version);
  if (kind === 'write') await engine.writeDocument(document);
  else await engine.deleteDocuments({ collection, documents: [document] });
}

/** Keeps the newest acknowledged version of each document; a delete counts more than a write of its version. */
function take(step: Step, acknowledged: Map<number, Step>): void {
  const known = acknowledged.get(step.n);
  const isNewer = !known || step.version > known.version || (step.version === known.version && step.kind === 'delete');
  if (isNewer) acknowledged.set(step.n, step);
}

async function expectKept(engine: Engine, collection: string, acknowledged: ReadonlyMap<number, Step>): Promise<void> {
  const docIds = Array.from({ length: SCRAMBLED }, (_, n) => scrambledDocument(collection, n, 1).docId);
  const fences = await engine.fences(collection, docIds);
  let points = 0;
  let length = 0;
  for (const [n, docId] of docIds.entries()) {
    const fence = fences[n];
    const promised = acknowledged.get(n);
    const found = await engine.read(collection, { docId });
    if (promised) {
      expect(fence?.version).toBeGreaterThanOrEqual(promised.version);
      if (fence?.version === promised.version && promised.kind === 'delete') expect(fence.deleted).toBe(true);
    }
    const expected = fence && !fence.deleted ? scrambledDocument(collection, n, fence.version).points : [];
    expect(found).toEqual(expected.map(({ id, payload }) => ({ id, payload })));
    points += expected.length;
    length += expected.reduce((sum, { features }) => sum + features.terms.length, 0);
  }
  // What a dead writer had sent may come in behind the write that took over; an engine without transactions takes it away soon.
  if (!engine.capabilities.atomicDocuments) await eventually(async () => (await engine.getCollection(collection))?.points === points);
  expect(await engine.getCollection(collection)).toMatchObject({ points });
  if (!engine.capabilities.lanes.includes('keyword')) return;
  const { statistics } = await engine.nominate({
    collection,
    lanes: ['keyword'],
    limit: 5,
    terms: [{ id: termOf('scrambled'), weight: 1 }],
  });
  expect(statistics).toEqual({ points, totalLength: length, documentFrequency: [points] });
}
