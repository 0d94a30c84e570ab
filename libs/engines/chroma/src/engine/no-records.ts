import type { RecordStore } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';

/** The catalog cannot be kept in Chroma, which has no compare-and-set. */
export function noRecords(engine: string): RecordStore {
  const refuse = () =>
    Promise.reject(
      permanent(
        'ENGINE.UNSUPPORTED',
        `The engine ${engine} is a Chroma server and cannot keep the catalog: let an embedded or Qdrant engine be the primary one.`,
      ),
    );
  return { get: refuse, put: refuse, delete: refuse, list: refuse, count: refuse };
}
