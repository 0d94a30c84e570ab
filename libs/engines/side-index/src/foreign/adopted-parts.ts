import type { CardFields } from '@tributary/contracts';
import type { CollectionRecord, Engine, ForeignCollections, ForeignReader } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { SideCollections } from '../engine/side-collections.js';
import type { ForeignPlace } from './foreign-documents.js';

/** What an adopted collection is read through. */
export interface AdoptedParts {
  readonly place: ForeignPlace;
  readonly foreign: ForeignCollections;
  readonly reader: ForeignReader;
  readonly side: SideCollections;
  readonly fields: CardFields;
}

/** @throws `ENGINE.UNSUPPORTED` where the engine has no collections of others, `COLLECTION.NOT_ADOPTED` */
export function adoptedParts({
  engine,
  primary,
  record,
}: {
  readonly engine: Engine;
  readonly primary: Engine;
  readonly record: CollectionRecord;
}): AdoptedParts {
  const collection = adoptedName(record);
  const { fields } = record.card;
  if (!fields) throw notAdopted(record);
  if (!engine.foreign) {
    throw permanent('ENGINE.UNSUPPORTED', `The engine ${engine.name} (${engine.kind}) has no collections that other programs made.`);
  }
  return {
    place: { engine: engine.name, collection },
    foreign: engine.foreign,
    reader: engine.foreign.open(collection, record.card),
    side: new SideCollections(primary, engine.name),
    fields,
  };
}

/** The engine's own name of an adopted collection. @throws `COLLECTION.NOT_ADOPTED` */
export function adoptedName(record: CollectionRecord): string {
  if (record.adopted === undefined) throw notAdopted(record);
  return record.adopted;
}

function notAdopted({ name }: CollectionRecord) {
  return permanent('COLLECTION.NOT_ADOPTED', `${name} was not adopted: adopt it first, so that its fields are known.`);
}
