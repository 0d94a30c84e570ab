import type { CreateCollectionInput, Principal } from '@tributary/contracts';
import { audienceOf, mayRead } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import { EnsureCollection } from './ensure-collection.use-case.js';

type CreateCollaborators = ConstructorParameters<typeof EnsureCollection>[0] & Pick<Collaborators, 'providers' | 'placement'>;

/** Names that other vectors of a collection have. */
const TAKEN_NAMES = new Set(['sparse', 'trigram', 'static']);

interface CreateOptions {
  readonly writer?: Principal | undefined;
}

/** Makes a collection that is not there, with the engine, the model and the vector somebody asks for. */
export class CreateCollection {
  readonly #with: CreateCollaborators;
  readonly #ensure: EnsureCollection;

  constructor(collaborators: CreateCollaborators) {
    this.#with = collaborators;
    this.#ensure = new EnsureCollection(collaborators);
  }

  /** @param writer who asks, where he may use only what he may know of
   *  @throws `ACCESS.DENIED`, `COLLECTION.EXISTS`, `COLLECTION.NAME_INVALID`, `ENGINE.UNKNOWN`, `EMBEDDER.UNKNOWN`, `MODEL.MISMATCH`, `COLLECTION.VECTOR_INVALID` */
  async run({ name, description, engine, model, vector }: CreateCollectionInput, { writer }: CreateOptions = {}): Promise<void> {
    if (vector !== undefined) await this.#requireMakes(vector, this.#modelOf(name, model));
    await this.#enter(name, writer);
    await this.#ensure.run(name, {
      ...(description === '' ? {} : { description }),
      ...(engine === undefined ? {} : { engine }),
      ...(model === undefined ? {} : { model }),
      ...(vector === undefined ? {} : { vectorName: vector.name }),
      writer,
      audience: audienceFor(writer),
      mustBeNew: true,
    });
  }

  /** Who names one that others made and keep to themselves comes to know of it, as if he stored something there: to him it is one that is there.
   *  A caller that is no user would make it known to everybody. */
  async #enter(name: string, writer: Principal | undefined): Promise<void> {
    if (writer?.user_id === undefined) return;
    const present = await this.#with.catalog.collections.get(name);
    if (present === undefined || present.removed || mayRead(writer, present)) return;
    await this.#ensure.run(name, { writer, audience: audienceFor(writer) });
  }

  #modelOf(name: string, model: string | undefined): string {
    const { placement, providers } = this.#with;
    return model ?? placement?.(name).model ?? providers.default.name;
  }

  /** @throws `MODEL.MISMATCH` naming the models that would do, `COLLECTION.VECTOR_INVALID` */
  async #requireMakes({ name, dimension, distance }: NonNullable<CreateCollectionInput['vector']>, model: string): Promise<void> {
    if (TAKEN_NAMES.has(name)) {
      throw permanent(
        'COLLECTION.VECTOR_INVALID',
        `Every collection has a vector ${name} already: name this one otherwise, such as dense.`,
      );
    }
    const fits = (made: { readonly dimension: number; readonly distance: string }) =>
      (dimension === undefined || made.dimension === dimension) && (distance === undefined || made.distance === distance);
    const made = await this.#with.providers.get(model).describe();
    if (fits(made)) return;
    const others = await Promise.all(this.#with.providers.all().map((provider) => describeIfUp(provider)));
    const fitting = others.filter((other) => other !== undefined).filter(fits);
    const remedy =
      fitting.length === 0
        ? 'configure a model that makes them (models.<name>), or ask for what this one makes'
        : `pass model: ${fitting.map((other) => other.name).join(' or ')}`;
    const wanted = [dimension === undefined ? '' : `${dimension.toString()} dimensions`, distance ?? '']
      .filter((part) => part !== '')
      .join(', ');
    throw permanent(
      'MODEL.MISMATCH',
      `The model ${model} makes vectors of ${made.dimension.toString()} dimensions compared by ${made.distance}, and ${wanted} were asked for: ${remedy}.`,
      { category: 'conflict' },
    );
  }
}

/** Who reads what he stores there and says nothing of its readers. */
function audienceFor(writer: Principal | undefined): readonly string[] {
  return audienceOf({ user_id: writer?.user_id });
}

/** What a model says of itself; undefined of one that is down, which must not hide those that would do. */
async function describeIfUp(provider: Collaborators['common']) {
  try {
    return await provider.describe();
  } catch {
    return undefined;
  }
}
