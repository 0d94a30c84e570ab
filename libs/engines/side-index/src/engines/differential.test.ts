import { describeDifferential, type DifferentialEngine, type EngineHarness } from '@tributary/engines-port/conformance';
import { chromaHarness, embeddedHarness, memoryHarness, qdrantHarness } from './engines.fixture.js';

function whereThere(name: string, found: (() => Promise<EngineHarness>) | string): DifferentialEngine {
  return typeof found === 'string' ? { name, missing: found } : { name, makeHarness: found };
}

describeDifferential([
  { name: 'memory', makeHarness: memoryHarness },
  { name: 'embedded', makeHarness: embeddedHarness },
  whereThere('Qdrant', qdrantHarness()),
  whereThere('Chroma with its index', chromaHarness()),
]);
