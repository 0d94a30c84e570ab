import { keptDocuments } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { MigrationCollaborators } from '../collaborators.js';

/** A move leaves one older generation, and so drops the one before: not while that holds what the one that answers has lost.
 *  @throws `MIGRATION.KEPT_NEEDED` */
export async function requireNothingKept(
  { catalog, engines }: Pick<MigrationCollaborators, 'catalog' | 'engines'>,
  collection: string,
  signal: AbortSignal,
): Promise<void> {
  const record = await catalog.collections.get(collection);
  if (record?.previous === undefined || record.removed) return;
  const { length } = await keptDocuments({ catalog, engines }, record, signal);
  if (length === 0) return;
  const documents = length === 1 ? '1 document' : `${length.toString()} documents`;
  throw permanent(
    'MIGRATION.KEPT_NEEDED',
    `${record.previous.engine}/${collection}, kept from before the last move, still holds ${documents} that ${record.engine}/${collection} has lost: "tributary migrate ${collection} --back" lets it answer again, "tributary doctor --repair" brings them over. Move it after that.`,
    { category: 'conflict' },
  );
}
