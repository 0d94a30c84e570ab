import { UNKNOWN_MODEL, embedQueryQueue, type CardModel } from '@tributary/contracts';
import type { WordModel } from '@tributary/embedding-port';
import { permanent, type Deadline, within } from '@tributary/kernel';
import type { SearchCollaborators } from '../search/collaborators.js';
import { BoundedCache } from './bounded-cache.js';

const CACHED_VECTORS = 10_000;

interface EmbedOptions {
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
}

/** Embeds query texts: by the common model in this process, by every other over `embed-query`. */
export class QueryEmbedder {
  readonly #common: SearchCollaborators['common'];
  readonly #queues: SearchCollaborators['queues'];
  readonly #onVector: SearchCollaborators['onQueryVector'];
  readonly #cache = new BoundedCache<Float32Array>(CACHED_VECTORS);

  constructor({ common, queues, onQueryVector }: Pick<SearchCollaborators, 'common' | 'queues' | 'onQueryVector'>) {
    this.#common = common;
    this.#queues = queues;
    this.#onVector = onQueryVector;
  }

  /** What the common model can say of single words. */
  get words(): WordModel | undefined {
    return this.#common.words;
  }

  /** The vector of a text by the common model. */
  async embedCommon(text: string, options: EmbedOptions): Promise<Float32Array | undefined> {
    const [vector] = await within(options, (signal) => this.#common.embed([text], { kind: 'query', signal }));
    return vector;
  }

  /** The vector of a text by a collection's own model. @throws `MODEL.MISMATCH` when such vectors cannot be compared with the collection's */
  async embed(text: string, model: CardModel, options: EmbedOptions): Promise<Float32Array> {
    if (model.name === UNKNOWN_MODEL) throw unknownModel(model);
    const vector = await (this.isCommon(model) ? this.#embedHere(text, model, options) : this.#embedElsewhere(text, model, options));
    if (vector?.length === model.dimension) return vector;
    throw mismatch(model, `it gives ${(vector?.length ?? 0).toString()} dimensions, the collection has ${model.dimension.toString()}`);
  }

  isCommon({ name }: Pick<CardModel, 'name'>): boolean {
    return name === this.#common.name;
  }

  async #embedHere(text: string, model: CardModel, options: EmbedOptions): Promise<Float32Array | undefined> {
    const { revision } = await within(options, (signal) => this.#common.describe(signal));
    if (model.revision !== undefined && revision !== model.revision)
      throw mismatch(model, 'the collection was made with another revision of it');
    return this.embedCommon(text, options);
  }

  async #embedElsewhere(text: string, { name, revision, dimension }: CardModel, options: EmbedOptions): Promise<Float32Array | undefined> {
    // Not every revision changes with the dimension.
    const key = `${name}@${revision ?? ''} ${dimension.toString()}\n${text}`;
    const data = { model: name, texts: [text], ...(revision === undefined ? {} : { revision }) };
    const known = this.#cache.get(key);
    this.#onVector?.(known ? 'hit' : 'miss');
    if (known) return known;
    const { vectors } = await within(options, (signal) =>
      this.#queues.request(embedQueryQueue, data, { deadline: options.deadline, signal }),
    );
    const vector = vectors[0] && Float32Array.from(vectors[0]);
    // What says nothing, or is not what was expected, may be otherwise the next time.
    if (vector?.length === dimension && vector.some((element) => element !== 0)) this.#cache.set(key, vector);
    return vector;
  }
}

function unknownModel({ dimension }: CardModel) {
  const what = `No configured model makes its vectors (${dimension.toString()} dimensions)`;
  return permanent('MODEL.UNKNOWN', `${what}: configure the one that made them and adopt the collection again.`);
}

function mismatch({ name }: CardModel, why: string) {
  return permanent('MODEL.MISMATCH', `The model ${name} does not fit: ${why}. Re-embed the collection.`);
}
