import { liveCollections, type CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { MigrationCollaborators } from '../collaborators.js';
import { parseSource } from './parse-place.js';

/** The collection that is to be moved or embedded anew. @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NOT_ADOPTED` for one that was merely found */
export async function findSource(
  { catalog, found }: Pick<MigrationCollaborators, 'catalog' | 'found'>,
  from: string,
): Promise<CollectionRecord> {
  const { collection, engine } = parseSource(from);
  const isMeant = (record: CollectionRecord) => record.name === collection && (engine === undefined || record.engine === engine);
  const record = await catalog.collections.get(collection);
  if (record?.removed === false && isMeant(record)) return record;
  const others = await found?.beside(await liveCollections(catalog));
  const other = others?.records.find(isMeant);
  if (other !== undefined) throw notAdopted(other);
  throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${from}: \`tributary collections\` shows the ones there are.`, {
    category: 'not_found',
  });
}

function notAdopted({ name, engine, adopted = name }: CollectionRecord) {
  return permanent(
    'COLLECTION.NOT_ADOPTED',
    `The collection ${name} on the engine ${engine} was made by another program and was merely found: adopt it first, so that its fields and its model are known: tributary adopt ${engine} --collection ${adopted}`,
    { category: 'conflict' },
  );
}
