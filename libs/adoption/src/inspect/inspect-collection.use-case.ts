import { UNKNOWN_MODEL, type AdoptInput, type Card, type CardFields, type CardModel, type Finding } from '@tributary/contracts';
import type { EmbeddingProviders } from '@tributary/embedding-port';
import { foreignPayload, type Engine, type ForeignCollection, type ForeignCollections, type ForeignPoint } from '@tributary/engines-port';
import { permanent, type Clock } from '@tributary/kernel';
import { recogniseLayout } from '../layouts/recognise-layout.js';
import { aliasNotes } from './alias-notes.js';
import { describeContent } from './describe-content.js';
import { findVectors, madeBy, vectorNotes, type FoundVector } from './find-vector.js';
import { probeModels, type ProbedModel, type StoredPassage } from './probe-models.js';
import { hasOtherThan, samplePoints } from './sample-points.js';
import { unreadableAccess } from './unreadable-access.js';

/** What is known, and how surely, of a collection another program made. */
export interface Inspection {
  readonly collection: ForeignCollection;
  readonly card: Card;
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/** What the caller knows better than a look at the points tells. */
type Known = Pick<AdoptInput, 'model' | 'vector' | 'fields' | 'description'>;

interface InspectOptions {
  readonly known?: Known | undefined;
  /** The card of a collection that is adopted already: what it says stays where the caller says nothing else. */
  readonly kept?: Card | undefined;
  /** False embeds nothing, for a first look: the model is the one that is named, where its vectors are as long, else unknown. */
  readonly probe?: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface InspectCollaborators {
  readonly providers: EmbeddingProviders;
  readonly clock: Clock;
}

/** Looks at a collection another program made: which vector is searched, who laid it out, where everything stands, which model made its vectors. Reads only. */
export class InspectCollection {
  readonly #with: InspectCollaborators;

  constructor({ providers, clock }: InspectCollaborators) {
    this.#with = { providers, clock };
  }

  /** @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NO_VECTOR`, `COLLECTION.NO_TEXT`, `MODEL.MISMATCH`, `EMBEDDER.UNKNOWN`, what the engine throws */
  async run(engine: Engine, name: string, { known = {}, kept, probe = true, signal }: InspectOptions = {}): Promise<Inspection> {
    const foreign = foreignOf(engine);
    const options = signal ? { signal } : {};
    const collection = await foreign.inspect(name, options);
    if (collection === undefined) throw noSuchCollection(engine, name);
    const points = await samplePoints(foreign, { collection: name }, options);
    const vectors = keptFirst(findVectors(collection, points, known.vector), known.model === undefined ? kept : undefined);
    const [first] = vectors;
    if (first === undefined) throw noVector(engine, collection, { wanted: known.vector, isEmpty: points.length === 0 });
    const seen = {
      points,
      vectors: collection.vectors.map((field) => field.name),
      given: known.fields ?? {},
      kept: kept?.fields,
    };
    const sampleLayout = recogniseLayout(seen);
    const { onlyFile } = sampleLayout;
    const hasOthers = onlyFile !== undefined && (await hasOtherThan(foreign, { collection: name, ...onlyFile }, options));
    const layout = hasOthers ? recogniseLayout({ ...seen, severalFiles: onlyFile.place }) : sampleLayout;
    if (layout.fields === undefined) throw noText(engine, name, points);
    const sampled = { collection, points, fields: layout.fields, vector: first };
    const chosen = probe
      ? await this.#choose(sampled, { vectors, wanted: known.model, signal })
      : { vector: first, probed: await this.#believe(first, known.model, signal) };
    const { vector } = chosen;
    const probed = keptModel(chosen, known.model === undefined ? kept : undefined);
    const isDescribed = known.description === undefined && kept?.description_generated === false;
    const description = isDescribed ? kept.description : known.description;
    const card = this.#card({ ...sampled, vector }, { model: probed.model, layout: layout.layout, description });
    return {
      collection,
      card,
      findings: [vector.finding, ...layout.findings, probed.finding],
      notes: [
        ...(probe ? await aliasNotes(foreign, name, options) : []),
        ...(points.length === 0 ? [] : vectorNotes(vector, vectors)),
        ...layout.notes,
        ...(isDescribed ? ['Its description stays as it was written.'] : []),
        ...unreadableAccess(points, layout.fields),
        ...probed.notes,
        ...emptyNote(points),
      ],
    };
  }

  /** A model that does not answer, or makes other vectors, is not believed: the look that follows says why. */
  async #believe({ dimension }: FoundVector, wanted: string | undefined, signal: AbortSignal | undefined): Promise<ProbedModel> {
    if (wanted === undefined) return NOT_PROBED;
    const model = await this.#with.providers
      .get(wanted)
      .describe(signal)
      .catch(() => undefined);
    if (model?.dimension !== dimension) return NOT_PROBED;
    return { model, finding: { ...NOT_PROBED.finding, value: model.name, reason: 'as you said' }, notes: [] };
  }

  /** Of vectors that many points have, the one whose model is known, rather than one that is near a model that was named; else the one most have. */
  async #choose(sampled: Sampled, { vectors, wanted, signal }: Choice): Promise<ChosenVector> {
    const dimension = wanted === undefined ? undefined : (await this.#with.providers.get(wanted).describe(signal)).dimension;
    const fitting = vectors.filter((vector) => dimension === undefined || vector.dimension === dimension);
    let first: ChosenVector | undefined;
    let near: ChosenVector | undefined;
    for (const vector of fitting.length === 0 ? [sampled.vector] : fitting) {
      const probed = await this.#probe({ ...sampled, vector }, wanted, signal);
      first ??= { vector, probed };
      if (probed.model === undefined || probed.finding.certainty === 'guess') continue;
      const made = { vector: vectors.length === 1 ? vector : madeBy(vector, probed.finding.value), probed };
      if (probed.near === undefined) return made;
      near ??= made;
    }
    return near ?? first ?? { vector: sampled.vector, probed: NOT_PROBED };
  }

  async #probe(
    { points, fields, vector, collection }: Sampled,
    wanted: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ProbedModel> {
    const { providers } = this.#with;
    const passages = points.flatMap((point) => passageOf(point, { name: collection.name, fields, vector: vector.name }));
    const candidates = wanted === undefined ? providers.all() : [providers.get(wanted)];
    const probed = await probeModels({ passages, providers: candidates, dimension: vector.dimension, signal });
    if (wanted === undefined || probed.model !== undefined) return probed;
    const model = await providers.get(wanted).describe(signal);
    if (model.dimension !== vector.dimension) throw wrongDimension(model, { collection: collection.name, vector });
    return { ...asNamed(model, probed), model };
  }

  #card({ collection, points, fields, vector }: Sampled, { model, layout, description }: Chosen): Card {
    const { dimension, distance, name } = vector;
    return {
      v: 1,
      ...(description === undefined ? describeContent(collection, points, fields) : { description, description_generated: false }),
      model: { ...(model ?? unknownModel(dimension)), distance },
      vectors: { dense: name },
      fields,
      payload_layout: layout,
      chunker: '',
      analyser: '',
      created_at: this.#createdAt(collection),
    };
  }

  #createdAt({ metadata }: ForeignCollection): string {
    const { created_at: written } = metadata;
    const moment = typeof written === 'string' || typeof written === 'number' ? new Date(written) : undefined;
    const isMoment = moment !== undefined && !Number.isNaN(moment.getTime());
    return (isMoment ? moment : new Date(this.#with.clock.now())).toISOString();
  }
}

interface Sampled {
  readonly collection: ForeignCollection;
  readonly points: readonly ForeignPoint[];
  readonly fields: CardFields;
  readonly vector: FoundVector;
}

interface Choice {
  readonly vectors: readonly FoundVector[];
  readonly wanted: string | undefined;
  readonly signal: AbortSignal | undefined;
}

interface ChosenVector {
  readonly vector: FoundVector;
  readonly probed: ProbedModel;
}

interface Chosen {
  readonly model: CardModel | undefined;
  readonly layout: string;
  readonly description: string | undefined;
}

/** The vector that the card has, while it can be searched; else all that can. */
function keptFirst(vectors: readonly FoundVector[], kept: Card | undefined): readonly FoundVector[] {
  const same = vectors.find(({ name }) => name === kept?.vectors.dense);
  if (same === undefined || vectors.length === 1) return vectors;
  return [{ ...same, finding: { ...same.finding, certainty: 'likely', reason: 'as its card had it' } }];
}

/** The model that the card has, where none is found that makes these vectors. */
function keptModel({ vector, probed }: ChosenVector, kept: Card | undefined): ProbedModel {
  const model = kept?.model;
  if (probed.model !== undefined || model === undefined || model.name === UNKNOWN_MODEL || model.dimension !== vector.dimension)
    return probed;
  const reason = `as its card had it, but ${probed.finding.reason}`;
  return { ...probed, model, finding: { ...probed.finding, value: model.name, certainty: 'guess', reason } };
}

/** What is said of a model that was named, though its vectors are not those stored. */
function asNamed({ name }: CardModel, { finding, near, notes }: ProbedModel): Pick<ProbedModel, 'finding' | 'near' | 'notes'> {
  if (near === undefined) {
    const doubt = `The vectors do not look like those of ${name}: a search by meaning may find nonsense.`;
    return {
      finding: { ...finding, value: name, certainty: 'guess', reason: `as you said, but ${finding.reason}` },
      notes: [...notes, doubt],
    };
  }
  const reason = `as you said: median cosine ${near.toFixed(2)}, made from other text than the stored one`;
  return { finding: { ...finding, value: name, certainty: 'likely', reason }, near, notes };
}

const NOT_PROBED: ProbedModel = {
  model: undefined,
  finding: { what: 'model', name: '', value: UNKNOWN_MODEL, certainty: 'guess', reason: 'its texts were not embedded yet' },
  notes: [],
};

function unknownModel(dimension: number): CardModel {
  return { name: UNKNOWN_MODEL, dimension, distance: 'cosine', query_prefix: '', document_prefix: '' };
}

function passageOf(
  point: ForeignPoint,
  { name, fields, vector: field }: { readonly name: string; readonly fields: CardFields; readonly vector: string },
): readonly StoredPassage[] {
  const vector = point.vectors.get(field);
  if (vector === undefined) return [];
  const { title, content } = foreignPayload(point, name, fields);
  return [{ title, text: content, vector }];
}

function emptyNote(points: readonly ForeignPoint[]): readonly string[] {
  return points.length > 0 ? [] : ['It is empty: look again when it holds something.'];
}

/** @throws `ENGINE.UNSUPPORTED` */
export function foreignOf(engine: Engine): ForeignCollections {
  if (engine.foreign !== undefined) return engine.foreign;
  throw permanent('ENGINE.UNSUPPORTED', `The engine ${engine.name} (${engine.kind}) holds no collections that another program made.`);
}

function noSuchCollection({ name, kind }: Engine, collection: string) {
  const why = 'or Tributary made it itself, so that there is nothing to adopt';
  return permanent('COLLECTION.NOT_FOUND', `The engine ${name} (${kind}) has no collection ${collection}, ${why}.`, {
    category: 'not_found',
  });
}

function noVector(
  { name }: Engine,
  { name: collection, vectors }: ForeignCollection,
  { wanted, isEmpty }: { readonly wanted: string | undefined; readonly isEmpty: boolean },
) {
  if (isEmpty && wanted === undefined) return permanent('COLLECTION.NO_VECTOR', isEmptyYet(name, collection));
  const there = vectors.map(
    (field) => `${field.name === '' ? '(unnamed)' : field.name} (${field.kind}, ${field.distance ?? 'no distance'})`,
  );
  const isAny = findVectors({ vectors }, [], undefined).length > 0;
  const what = wanted === undefined || !isAny ? 'has no dense vector that can be searched' : `has no dense vector ${wanted}`;
  const instead = isAny
    ? ''
    : ' Without one a collection is not adopted: its texts can be brought in by "tributary import" (docs/migrating.md).';
  return permanent(
    'COLLECTION.NO_VECTOR',
    `The collection ${collection} on ${name} ${what}. ${there.length === 0 ? 'It has none.' : `There are: ${there.join(', ')}.`}${instead}`,
  );
}

function noText({ name }: Engine, collection: string, points: readonly ForeignPoint[]) {
  const [first] = points;
  if (first === undefined) return permanent('COLLECTION.NO_TEXT', isEmptyYet(name, collection));
  const seen = `A point has: ${Object.keys(first.payload).join(', ') || 'nothing'}.`;
  return permanent(
    'COLLECTION.NO_TEXT',
    `No text was found in the points of ${collection} on ${name}. ${seen} Say where it stands: --text FIELD (dots lead into objects).`,
  );
}

function isEmptyYet(engine: string, collection: string): string {
  return `The collection ${collection} on ${engine} is empty: what it is made of is seen once it holds a point.`;
}

function wrongDimension(
  { name, dimension }: CardModel,
  { collection, vector }: { readonly collection: string; readonly vector: FoundVector },
) {
  const there = vector.dimension.toString();
  return permanent(
    'MODEL.MISMATCH',
    `The model ${name} has ${dimension.toString()} dimensions, the vectors of ${collection} have ${there}: name another model, or leave it out.`,
  );
}
