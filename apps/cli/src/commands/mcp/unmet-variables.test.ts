import { localOwner } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { loadConfiguration } from '@tributary/platform';
import { MemoryOperations } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { unmetVariables } from './unmet-variables.js';

class OtherServer extends MemoryOperations {
  override adoptCollections({ engine }: { readonly engine: string }): Promise<never> {
    const code = engine === 'http://known:6333' ? 'COLLECTION.NOT_FOUND' : 'ENGINE.NOT_CONFIGURED';
    return Promise.reject(permanent(code, 'No.', { category: 'not_found' }));
  }
}

async function unmet(environment: Readonly<Record<string, string>>) {
  let variables: readonly string[] = [];
  const configuration = await loadConfiguration({ environment, dialects: ['qdrant'], onAliases: (acting) => (variables = acting) });
  const call = { principal: localOwner, signal: new AbortController().signal };
  return unmetVariables({ operations: new OtherServer(), call, configuration, variables });
}

describe('what the server has not that this process is attached to', () => {
  it('is told of its engine, its model and its reranker, each with the remedy', async () => {
    const told = await unmet({ QDRANT_URL: 'http://me:secret@127.0.0.1:1', EMBEDDING_MODEL: 'e5', RERANKER_URL: 'http://127.0.0.1:2' });
    expect(told).toEqual([
      'QDRANT_URL names http://127.0.0.1:1, but the running server has no such engine: its own collections are searched and written instead. Put "engines: { qdrant: { type: qdrant, url: http://127.0.0.1:1 } }" into its tributary.yaml and start it again, or give this command a data folder of its own with --data.',
      'EMBEDDING_MODEL names e5, but the running server has no such model: put it under models in its tributary.yaml and start it again, or give this command a data folder of its own with --data.',
      'RERANKER_URL names a reranker, but the running server has none: put it under rerankers in its tributary.yaml and start it again, or give this command a data folder of its own with --data.',
    ]);
  });

  it('is nothing where it has the engine, or no variable names one', async () => {
    expect(await unmet({ QDRANT_URL: 'http://known:6333' })).toEqual([]);
    expect(await unmet({ QDRANT_SEARCH_LIMIT: '5' })).toEqual([]);
  });
});
