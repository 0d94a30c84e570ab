import type { EnginePlaces } from '../engines/engine-places.js';
import { createEcosystemDialect } from './ecosystem-dialect.js';
import { ExplainedOperations } from './explained-operations.fixture.js';

/** The three collections of the document. */
export const REGISTERED = {
  agent_kit: { collection: 'agent_kit', description: 'AgentKit documentation', model: 'nomic-embed-code' },
  inngest: { collection: 'inngest_overall', description: 'Inngest documentation', model: 'nomic-embed-code' },
  ecosystem: { collection: 'qdrant_ecosystem', description: 'Qdrant documentation', model: 'nomic-embed-code' },
};

export const PLACES: EnginePlaces = { primary: 'memory', engines: { memory: { kind: 'qdrant', address: 'localhost:6333' } } };

export const ecosystem = () => createEcosystemDialect({ collections: REGISTERED }, PLACES);

const TEXTS = [
  ['hnsw.md', 'qdrant_documentation', 'How to optimize HNSW indexing: raise m and ef_construct.'],
  ['speed.md', 'qdrant_documentation', 'Indexing HNSW in the background keeps searches fast.'],
  ['upload.md', 'qdrant_client_docs', 'Batch upload sends many points in one request.'],
  ['loop.md', 'qdrant_examples', 'A loop of batch upload with a generator.'],
  ['graph.md', 'qdrant_documentation', 'HNSW is a graph.'],
  ['how.md', 'qdrant_documentation', 'How to begin.'],
  ['to.md', 'qdrant_documentation', 'Optimize to taste.'],
] as const;

/** Seven chunks of `qdrant_ecosystem`, one of each of the others. */
export async function filledOperations(): Promise<ExplainedOperations> {
  const operations = new ExplainedOperations();
  await operations.ingestDocuments([
    ...TEXTS.map(([source_file, subdirectory, content]) => ({
      v: 1 as const,
      collection: 'qdrant_ecosystem',
      id: `${subdirectory}/${source_file}`,
      content,
      metadata: { subdirectory, source_file },
    })),
    { v: 1, collection: 'agent_kit', id: 'a', content: 'Agents call tools.' },
    { v: 1, collection: 'inngest_overall', id: 'b', content: 'Functions run in steps.' },
  ]);
  return operations;
}
