// Fills an embedded store, once as one collection and once as sixteen, and the peer, with the same chunks.
import { Card } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, physicalName } from '@tributary/engines-port';
import { ANALYSER } from '@tributary/ranking';
import { writeAll } from '../engine/writing.ts';
import { readFiles } from './corpus.ts';
import { Preparation, documentOf, type PreparedFile } from './documents.ts';
import { nearest, type Nearest } from './exact.ts';
import { Peer } from './peer.ts';
import { ONE, PARTS, peerIn, storeIn } from './places.ts';

const SEED = 11;
const FILES_AT_ONCE = 200;
/** Files kept prepared, to be written while searches run. */
const SPARE_FILES = 600;
const EXACT_QUERIES = 60;
/** Recall is measured at these. */
export const DEPTHS = [10, 100];

export interface Built {
  readonly chunks: number;
  readonly queries: readonly string[];
  /** Point ids of the collection `all`, by slot of the peer − 1. */
  readonly ids: readonly string[];
  /** The nearest by exact cosine for the first queries. */
  readonly exact: readonly Nearest[];
  readonly spare: readonly PreparedFile[];
}

/** @param folder of the data: the store lies where a server looks for it, the peer beside it */
export async function build(root: string, folder: string, chunks: number): Promise<Built> {
  const { files, queries } = readFiles(root, chunks);
  const engine = EmbeddedEngine.open({ name: 'main', folder: storeIn(folder) });
  await createCollections(engine, [ONE, ...PARTS]);
  const peer = new Peer(peerIn(folder));
  const preparation = new Preparation(SEED);
  const ids: string[] = [];
  const vectors: Float32Array[] = [];
  const spare: PreparedFile[] = [];
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const prepared = files.slice(from, from + FILES_AT_ONCE).map((file) => preparation.prepare(file));
    spare.push(...prepared.slice(0, SPARE_FILES - spare.length));
    const documents = prepared.map((file) => documentOf(file, ONE));
    const parts = prepared.map((file, at) => documentOf(file, PARTS[(from + at) % PARTS.length] ?? ONE));
    await writeAll(engine, [...documents, ...parts]);
    peer.insert(documents.flatMap(({ points }, at) => points.map((point, n) => ({ point, share: prepared[at]?.shares[n] ?? 0 }))));
    ids.push(...documents.flatMap(({ points }) => points.map(({ id }) => id)));
    vectors.push(...prepared.flatMap((file) => file.vectors));
  }
  await engine.close();
  peer.close();
  const model = new StaticEmbeddingProvider();
  const exact = model.embedSync(queries.slice(0, EXACT_QUERIES)).map((query) => nearest(query, vectors, DEPTHS));
  return { chunks: ids.length, queries, ids, exact, spare };
}

/** Empty ones, as a server finds them. */
export async function createCollections(engine: EmbeddedEngine, names: readonly string[]): Promise<void> {
  const catalog = new Catalog(engine.records);
  const model = await new StaticEmbeddingProvider().describe();
  const card = Card.parse({ model, analyser: ANALYSER, created_at: '2026-01-01T00:00:00Z' });
  for (const name of names) {
    await engine.createCollection(physicalName(name, 1), card);
    await catalog.collections.change(name, () => ({ set: { name, engine: engine.name, card, generation: 1 } }));
  }
}
