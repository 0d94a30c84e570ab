import { makesSameVectors, type CardModel } from '@tributary/contracts';
import type { EmbeddingProvider } from '@tributary/embedding-port';
import { writablePlaces, type CollectionRecord, type Place } from '@tributary/engines-port';
import { isAbort, isFresh, permanent, toErrorRecord } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';

type ModelCollaborators = Pick<Collaborators, 'engines' | 'providers' | 'clock'>;

/** A generation that takes writes, and the model of its vectors. */
export interface Target extends Place {
  /** Absent while another generation is being built because this one's model is gone: what is written here then has no vectors. */
  readonly provider?: EmbeddingProvider;
}

const DESCRIBED_FOR_MS = 60_000;

/** Knows which model fills each generation of a collection, and refuses one that is no longer the model the collection was made with. */
export class CollectionModels {
  readonly #with: ModelCollaborators;
  readonly #described = new Map<string, { readonly at: number; readonly model: CardModel }>();

  constructor(collaborators: ModelCollaborators) {
    this.#with = collaborators;
  }

  /** The generations to write, the one that answers first. @throws `EMBEDDER.UNKNOWN`, `COLLECTION.MODEL_CHANGED` */
  async targets(collection: CollectionRecord): Promise<readonly Target[]> {
    const targets: Target[] = [];
    let failure: unknown;
    for (const place of writablePlaces(collection)) {
      try {
        targets.push({ ...place, provider: await this.#providerOf(collection, place) });
      } catch (error) {
        // While a generation by another model is built, neither model holds up what the other one can take.
        if (isAbort(error) || (place.answers && toErrorRecord(error).retryable)) throw error;
        failure ??= error;
        targets.push(place);
      }
    }
    if (targets.every(({ provider }) => provider === undefined)) throw failure;
    return targets;
  }

  async #providerOf(collection: CollectionRecord, place: Place): Promise<EmbeddingProvider> {
    const model = place.answers ? collection.card.model : await this.#modelOf(collection, place);
    const provider = this.#with.providers.get(model.name);
    requireSameModel(collection.name, model, await this.describe(provider));
    return provider;
  }

  /** The model of a collection that another program made. @throws `EMBEDDER.UNKNOWN`, `COLLECTION.MODEL_CHANGED` */
  async ofAdopted({ name, card }: CollectionRecord): Promise<EmbeddingProvider> {
    const provider = this.#with.providers.get(card.model.name);
    requireSameModel(name, card.model, await this.describe(provider));
    return provider;
  }

  /** What a provider says of its model, asked at most once a minute. */
  async describe(provider: EmbeddingProvider): Promise<CardModel> {
    const now = this.#with.clock.now();
    const known = this.#described.get(provider.name);
    if (known !== undefined && isFresh(known.at, now, DESCRIBED_FOR_MS)) return known.model;
    const model = await provider.describe();
    this.#described.set(provider.name, { at: now, model });
    return model;
  }

  /** The engine is asked only where the record does not say: it may be away, and a generation being built must not hold up writes. */
  async #modelOf(collection: CollectionRecord, { generation, engine, name }: Place): Promise<CardModel> {
    const noted = collection.places?.find((place) => place.generation === generation);
    if (noted) return (noted.card ?? collection.card).model;
    const building = await this.#with.engines.get(engine).getCollection(name);
    return building?.card.model ?? collection.card.model;
  }
}

function requireSameModel(collection: string, made: CardModel, present: CardModel): void {
  if (makesSameVectors(made, present)) return;
  throw permanent(
    'COLLECTION.MODEL_CHANGED',
    `The collection ${collection} was made with another revision of the model ${made.name}; vectors of both must not be mixed. Re-embed it: tributary reembed ${collection}`,
    { category: 'conflict' },
  );
}
