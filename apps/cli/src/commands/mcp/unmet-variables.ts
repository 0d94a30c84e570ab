import { AdoptInput, type CallContext, type Operations } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';

interface Attached {
  readonly operations: Operations;
  readonly call: CallContext;
  /** As this process was set up: with what the variables name. */
  readonly configuration: Configuration;
  /** Those that acted. */
  readonly variables: readonly string[];
}

/** A collection nobody has: what is asked is whether the server knows the engine. */
const NOBODYS = 'no-such-collection-of-tributary';

/** What variables name that the server to which this process is attached does not have, with the remedy; a sentence each. */
export async function unmetVariables({ operations, call, configuration, variables }: Attached): Promise<readonly string[]> {
  const { engines, primary, defaultModel, rerankers } = configuration;
  const unmet: string[] = [];
  const engine = engines[primary];
  if (variables.includes('QDRANT_URL') && engine?.type === 'qdrant' && !(await hasEngine(engine.url, operations, call))) {
    const url = withoutCredentials(engine.url);
    unmet.push(
      `QDRANT_URL names ${url}, but the running server has no such engine: its own collections are searched and written instead. Put "engines: { ${primary}: { type: qdrant, url: ${url} } }" into its tributary.yaml and start it again, or give this command a data folder of its own with --data.`,
    );
  }
  const isModelNamed = variables.some((name) => name.startsWith('EMBEDDING_'));
  const isRerankerNamed = variables.includes('RERANKER_URL');
  if (!isModelNamed && !isRerankerNamed) return unmet;
  const status = await operations.status(call);
  if (isModelNamed && !status.embedders.some(({ name }) => name === defaultModel)) {
    unmet.push(
      `EMBEDDING_MODEL names ${defaultModel}, but the running server has no such model: put it under models in its tributary.yaml and start it again, or give this command a data folder of its own with --data.`,
    );
  }
  if (isRerankerNamed && Object.keys(rerankers).length > 0 && status.rerankers.length === 0) {
    unmet.push(
      'RERANKER_URL names a reranker, but the running server has none: put it under rerankers in its tributary.yaml and start it again, or give this command a data folder of its own with --data.',
    );
  }
  return unmet;
}

async function hasEngine(url: string, operations: Operations, call: CallContext): Promise<boolean> {
  try {
    await operations.adoptCollections(AdoptInput.parse({ engine: url, collection: NOBODYS, dry_run: true }), call);
    return true;
  } catch (error) {
    return !hasCode(error, 'ENGINE.NOT_CONFIGURED') && !hasCode(error, 'ENGINE.UNKNOWN');
  }
}

function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href.replace(/\/$/, '');
}
