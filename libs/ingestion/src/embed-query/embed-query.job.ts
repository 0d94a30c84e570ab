import { embedQueryQueue } from '@tributary/contracts';
import { HandlesJob, type Job } from '@tributary/messaging-port';
import type { Collaborators } from '../collaborators/collaborators.js';

/** Handles `embed-query`: vectors of query texts by one configured model. */
export class EmbedQueryJob {
  readonly #providers: Collaborators['providers'];

  constructor({ providers }: Pick<Collaborators, 'providers'>) {
    this.#providers = providers;
  }

  @HandlesJob(embedQueryQueue)
  async handle({ data, signal }: Job<typeof embedQueryQueue>) {
    const vectors = await this.#providers.get(data.model).embed(data.texts, { kind: 'query', signal });
    return { vectors: vectors.map((vector) => [...vector]) };
  }
}
