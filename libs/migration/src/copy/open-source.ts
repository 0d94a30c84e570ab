import { documentRecordKey, physicalName } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { MigrationCollaborators } from '../collaborators.js';
import type { MigrationRecord } from '../record/migration-record.js';
import { KeptSource } from './kept-source.js';
import { ForeignSource } from './foreign-source.js';
import type { MigrationSource } from './migration-source.js';
import { OwnSource } from './own-source.js';

/** What a move reads. @throws `COLLECTION.NOT_FOUND` when another program's collection can no longer be read */
export async function openSource(
  { catalog, engines, common }: Pick<MigrationCollaborators, 'catalog' | 'engines' | 'common'>,
  { collection: as, from, to, back }: MigrationRecord,
): Promise<MigrationSource> {
  const engine = engines.get(from.engine);
  const { collection, adopted, generation } = from;
  if (adopted === undefined) {
    const present = new OwnSource({ engine, name: physicalName(collection, generation), catalog, collection, as });
    if (!back || to.generation === undefined) return present;
    const target = { engine: engines.get(to.engine), name: physicalName(collection, to.generation) };
    return new KeptSource({ present, kept: new OwnSource({ ...target, catalog, collection, as }), catalog, collection });
  }
  const card = (await catalog.collections.get(collection))?.card;
  const { foreign } = engine;
  if (foreign === undefined || card?.fields === undefined) {
    throw permanent('COLLECTION.NOT_FOUND', `${from.engine}/${adopted} can no longer be read: adopt it again.`, { category: 'not_found' });
  }
  return new ForeignSource({
    foreign,
    reader: foreign.open(adopted, card),
    name: adopted,
    fields: card.fields,
    vector: card.vectors.dense,
    as,
    common,
    versionsOf: async (keys) => {
      const rows = await catalog.documents.getMany(keys.map((key) => documentRecordKey(collection, key)));
      return rows.map((row) => row?.version);
    },
  });
}
