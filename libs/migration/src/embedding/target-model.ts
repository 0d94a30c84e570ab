import { makesSameVectors, type CardModel } from '@tributary/contracts';
import type { EmbeddingProvider } from '@tributary/embedding-port';
import { permanent } from '@tributary/kernel';
import type { MigrationCollaborators } from '../collaborators.js';
import type { MigrationRecord } from '../record/migration-record.js';

/** What makes the vectors of a target that cannot take over all those of the source. */
export interface TargetModel {
  readonly provider: EmbeddingProvider;
  /** As the card of the target says it. */
  readonly model: CardModel;
  /** True where the vectors that the source has are by this very model and need not be made again. */
  readonly reuses: boolean;
  /** True where the source has its vectors by this very model and they are not to be taken again, from wherever they are kept. */
  readonly isAnew: boolean;
}

/** Undefined where vectors are copied as they are. @throws `EMBEDDER.UNKNOWN` */
export async function targetModel(
  { catalog, providers }: Pick<MigrationCollaborators, 'catalog' | 'providers'>,
  move: MigrationRecord,
  generation: number,
): Promise<TargetModel | undefined> {
  const [source, record] = await Promise.all([catalog.collections.get(move.from.collection), catalog.collections.get(move.collection)]);
  const target = record?.places?.find((place) => place.generation === generation)?.card ?? source?.card;
  if (source === undefined || target === undefined) return undefined;
  const isSame = areComparable(source.card.model, target.model);
  if (move.embed === undefined && isSame) return undefined;
  const isAll = move.embed?.texts === 'all';
  return { provider: providers.get(target.model.name), model: target.model, reuses: isSame && !isAll, isAnew: isSame && isAll };
}

/** @throws `COLLECTION.MODEL_CHANGED` when the model is no longer the one the target was begun with */
export async function requirePresent({ provider, model }: TargetModel, signal: AbortSignal): Promise<void> {
  if (areComparable(await provider.describe(signal), model)) return;
  throw permanent(
    'COLLECTION.MODEL_CHANGED',
    `The model ${model.name} is another revision by now than the one these vectors were begun with: start again with \`tributary reembed\`.`,
    { category: 'conflict' },
  );
}

/** True where vectors of both may be compared. */
function areComparable(a: CardModel, b: CardModel): boolean {
  return a.name === b.name && makesSameVectors(a, b);
}
