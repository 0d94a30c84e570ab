import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { MemoryEngine, sampleAnalysis, termOf } from '@tributary/engines-port/memory';
import type { EngineHarness, SuiteAnalyser } from '@tributary/engines-port/conformance';
import { plainTextAnalyser, type Engine } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { findChroma, findQdrant, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { BM25 } from '@tributary/ranking';
import { randomUUID } from 'node:crypto';
import { SideIndexedEngine } from '../index.js';

const analyser: SuiteAnalyser = { ...plainTextAnalyser, termOf };
/** At least as many as there are points: then the search of Chroma is exact. */
const EXACT = 100_000;

export function memoryHarness(): Promise<EngineHarness> {
  const engine = new MemoryEngine({ bm25: BM25, ...rules() });
  return Promise.resolve({ engine, close: () => engine.close() });
}

export async function embeddedHarness(): Promise<EngineHarness> {
  const folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'embedded', folder: folder.path, analyser });
  const close = async () => {
    await engine.close();
    await folder.remove();
  };
  return { engine, close };
}

/** Undefined with the reason where no Qdrant can be had. */
export function qdrantHarness(): (() => Promise<EngineHarness>) | string {
  const supply = findQdrant();
  if (supply.kind === 'none') return supply.reason;
  return async () => {
    const server = supply.kind === 'program' ? await startQdrantServer(supply.command, { ORACLE_STRICT_FIELDS: '1' }) : undefined;
    const engine = QdrantEngine.open({
      name: 'qdrant',
      settings: { url: server?.url ?? (supply.kind === 'url' ? supply.url : ''), instance: `test-${randomUUID().slice(0, 8)}` },
      analyser,
      common: { model: 'common', dimension: 8 },
      exactSearch: true,
    });
    const close = async () => {
      await engine.close();
      await server?.remove();
    };
    return { engine, close };
  };
}

/** Chroma with its words in an embedded store; the reason where no Chroma can be had. */
export function chromaHarness(): (() => Promise<EngineHarness>) | string {
  const supply = findChroma();
  if (supply.kind === 'none') return supply.reason;
  return async () => {
    const server = supply.kind === 'program' ? await startChromaServer(supply.command) : undefined;
    const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
    const primary = await embeddedHarness();
    const engine = await openChroma(url, primary.engine);
    const close = async () => {
      await engine.close();
      await primary.close();
      await server?.remove();
    };
    return { engine, close };
  };
}

/** Chroma at a URL with the words in another engine. */
export async function openChroma(url: string, primary: Engine): Promise<SideIndexedEngine> {
  const engine = await ChromaEngine.open({ name: 'chroma', settings: { url, efSearch: EXACT } });
  return new SideIndexedEngine({ engine, primary, ...sampleAnalysis });
}

function rules() {
  return { analyser, termOf };
}
