import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { plainTextAnalyser, type Engine } from '../index.js';
import { badInputBehaviours } from './behaviours/bad-input.js';
import { capabilityBehaviours } from './behaviours/capabilities.js';
import { collectionBehaviours } from './behaviours/collections.js';
import { deleteBehaviours } from './behaviours/deletes.js';
import { durabilityBehaviours } from './behaviours/durability.js';
import { exactnessBehaviours } from './behaviours/exactness.js';
import { fenceBehaviours } from './behaviours/fence.js';
import { filterBehaviours } from './behaviours/filters.js';
import { killBehaviours } from './behaviours/kills.js';
import { laneBehaviours } from './behaviours/lanes.js';
import { processBehaviours, sharedRecordBehaviours } from './behaviours/processes.js';
import { readingBehaviours } from './behaviours/reading.js';
import { recordBehaviours } from './behaviours/records.js';
import { signalBehaviours } from './behaviours/signals.js';
import { statisticsBehaviours } from './behaviours/statistics.js';
import { togetherBehaviours } from './behaviours/together.js';
import { wholeDocumentBehaviours } from './behaviours/whole-documents.js';
import { wordBehaviours } from './behaviours/words.js';
import type { EngineHarness, EngineSuite, SuiteContext } from './harness.js';
import { termOf } from './samples/analysis.js';
import { COMMON_DIMENSION } from './samples/sample-document.js';
import { sampleCard } from './samples/sample-card.js';
import { sized } from './samples/size.js';

// For a server that shares two cores with everything else; what hangs is found all the same.
const TEST_TIMEOUT_MS = sized(180_000, 3_600_000);

const EVERYWHERE = [
  capabilityBehaviours,
  collectionBehaviours,
  fenceBehaviours,
  deleteBehaviours,
  wholeDocumentBehaviours,
  exactnessBehaviours,
  signalBehaviours,
  togetherBehaviours,
  filterBehaviours,
  readingBehaviours,
  badInputBehaviours,
];

/** Of engines that rank words. */
const OF_WORDS = [laneBehaviours, statisticsBehaviours, wordBehaviours];

/** The behaviours every engine shows. They assert events; times are the benches’ business. */
export function describeEngine(suite: EngineSuite): void {
  describe(suite.name, { timeout: TEST_TIMEOUT_MS }, () => {
    const context = prepare(suite);
    const { lanes, primary } = suite.capabilities;
    for (const behaviours of EVERYWHERE) behaviours(context);
    if (lanes.includes('keyword')) for (const behaviours of OF_WORDS) behaviours(context);
    if (primary) recordBehaviours(context);
    if (suite.durable) durabilityBehaviours(context);
    if (suite.processes) {
      processBehaviours(context);
      if (primary) sharedRecordBehaviours(context);
      killBehaviours(context);
    }
  });
}

function prepare(suite: EngineSuite): SuiteContext {
  let harness: EngineHarness | undefined;
  const opened: Engine[] = [];
  beforeAll(async () => {
    harness = await suite.makeHarness({ ...plainTextAnalyser, termOf });
  }, TEST_TIMEOUT_MS);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((engine) => engine.close()));
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await harness?.close();
  }, TEST_TIMEOUT_MS);
  const theHarness = (): EngineHarness => {
    if (harness === undefined) throw new Error('The harness is made before the first test.');
    return harness;
  };
  const freshCollection = async (dimension = COMMON_DIMENSION): Promise<string> => {
    const name = `suite-${randomUUID().slice(0, 8)}__g1`;
    await theHarness().engine.createCollection(name, sampleCard(dimension));
    return name;
  };
  const open = async (): Promise<Engine> => {
    const another = await theHarness().open?.();
    if (another === undefined) throw new Error('The harness does not say how to open the data again.');
    opened.push(another);
    return another;
  };
  return { suite, harness: theHarness, engine: () => theHarness().engine, open, freshCollection };
}
