import type { SearchCollaborators } from '@tributary/federation';
import type { Queues } from '@tributary/messaging-port';
import type { Configuration, RerankerSettings } from '@tributary/platform';
import type { Reranker } from '@tributary/reranking-port';

type Reranking = NonNullable<SearchCollaborators['reranking']>;

/** With MiniLM over lists by the static model 2 gains more on code, but loses twice as much where the judge was right already; on text they are alike. */
const DEFAULT_WEIGHT = 1;

/** The reranker that searches use, and how; undefined where none is configured. */
export async function openReranker(
  { rerankers, defaultReranker, rerankByDefault }: Configuration,
  queues: Pick<Queues, 'request'>,
): Promise<Reranking | undefined> {
  const name = defaultReranker ?? Object.keys(rerankers)[0] ?? '';
  const settings = rerankers[name];
  if (settings === undefined) return undefined;
  const reranker = await openAdapter(settings, { name, queues });
  return { reranker, weight: settings.weight ?? DEFAULT_WEIGHT, waitMs: settings.waitMs, byDefault: rerankByDefault };
}

/** Makes a reranker of its configured type; an adapter is loaded only when it is configured. */
async function openAdapter(
  settings: RerankerSettings,
  { name, queues }: { readonly name: string; readonly queues: Pick<Queues, 'request'> },
): Promise<Reranker> {
  switch (settings.type) {
    case 'model': {
      const { ModelReranker } = await import('@tributary/reranking-model');
      return new ModelReranker({ name, model: settings.model, queues });
    }
    case 'transformers': {
      const { TransformersReranker } = await import('@tributary/reranking-transformers');
      return new TransformersReranker({ ...settings, name });
    }
    case 'http': {
      const { HttpReranker } = await import('@tributary/reranking-http');
      return new HttpReranker({ ...settings, name });
    }
  }
}
