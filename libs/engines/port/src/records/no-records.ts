import { permanent } from '@tributary/kernel';
import type { RecordStore } from './record-store.js';

/** The records of an engine that cannot be the primary one: every call is refused with `ENGINE.UNSUPPORTED`. @param engine its name and kind, as a message says them */
export function noRecords(engine: string): RecordStore {
  const refuse = (): Promise<never> =>
    Promise.reject(
      permanent(
        'ENGINE.UNSUPPORTED',
        `${engine} cannot keep the catalog: it has no compare-and-set. Let an embedded store or a Qdrant be the primary engine.`,
      ),
    );
  return { get: refuse, put: refuse, delete: refuse, list: refuse, listRevisions: refuse, count: refuse };
}
