import type { CollectionReader, CollectionRecord, Engine } from '@tributary/engines-port';
import { systemClock, type Clock } from '@tributary/kernel';
import { ANALYSER, analyseChunk } from '@tributary/ranking';
import { TextFeatures, type AnalyseText, type CommonModel } from '../analysis/text-features.js';
import { AdoptedReader } from './adopted-reader.js';
import { adoptedParts } from './adopted-parts.js';
import { madeOf } from './side-index-record.js';

export interface AdoptedOptions {
  /** The engine the collection lies in. */
  readonly engine: Engine;
  /** The engine of the catalog, which keeps the words. */
  readonly primary: Engine;
  readonly record: CollectionRecord;
  readonly common: CommonModel;
  readonly analyse?: AnalyseText;
  /** Name and version of that analysis: an index made by another one is stale. */
  readonly analyser?: string;
  readonly clock?: Clock;
}

/** An adopted collection with all its lanes: semantic from its own engine; keyword and fuzzy from the index, `stale` until that is complete.
 *  Keep the reader: it remembers texts it analysed. @throws `ENGINE.UNSUPPORTED`, `COLLECTION.NOT_ADOPTED` */
export function openAdopted(options: AdoptedOptions): CollectionReader {
  const { engine, primary, record, common, analyse = analyseChunk, analyser = ANALYSER, clock = systemClock } = options;
  return new AdoptedReader({
    ...adoptedParts({ engine, primary, record }),
    name: record.name,
    records: primary.records,
    made: madeOf(analyser, record.card),
    texts: new TextFeatures(analyse, common),
    clock,
  });
}
