import { answeringName, type CollectionReader, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { EngineReader } from './engine-reader.js';

/** What collections are read through. */
export interface ReaderSources {
  readonly engines: Engines;
  /** Reads a collection that another program made, together with the index of its words; left out: such collections are not read. */
  readonly openAdopted?: (record: CollectionRecord) => CollectionReader;
}

/** The reader of a collection, whoever made it. @throws `ENGINE.UNKNOWN`, `ENGINE.UNSUPPORTED` */
export function openCollection(record: CollectionRecord, { engines, openAdopted }: ReaderSources): CollectionReader {
  const engine = engines.get(record.engine);
  if (record.adopted === undefined) return new EngineReader(engine, answeringName(record));
  if (openAdopted !== undefined) return openAdopted(record);
  throw permanent('ENGINE.UNSUPPORTED', `This process does not read collections that another program made, such as ${record.name}.`);
}
