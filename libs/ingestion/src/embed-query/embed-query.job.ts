import { embedQueryQueue, type CardModel } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';

/** Handles `embed-query`: vectors of query texts, or of passages that are reranked, by one configured model. */
export class EmbedQueryJob {
  readonly #providers: Collaborators['providers'];

  constructor({ providers }: Pick<Collaborators, 'providers'>) {
    this.#providers = providers;
  }

  @HandlesJob(embedQueryQueue)
  async handle({ data, signal }: Job<typeof embedQueryQueue>) {
    const provider = this.#providers.get(data.model);
    const model = await provider.describe(signal);
    if (data.revision !== undefined) requireRevision(model, data.revision);
    const vectors = await provider.embed(data.texts, { kind: data.kind, isUrgent: true, signal });
    const { revision } = model;
    return { vectors: vectors.map((vector) => [...vector]), ...(revision === undefined ? {} : { revision }) };
  }
}

/** Vectors of two revisions say nothing about each other, also where they have the same length. */
function requireRevision({ name, revision }: CardModel, wanted: string): void {
  if (revision === undefined || revision === wanted) return;
  throw permanent(
    'MODEL.MISMATCH',
    `The collection was made with another revision of the model ${name}. Re-embed it (tributary reembed), or configure models.${name} as it was.`,
    { category: 'conflict' },
  );
}
