import { permanent, type TributaryError } from '@tributary/kernel';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { RecordStore } from '../records/record-store.js';
import { RecordTable } from './record-table.js';

const InstallationRecord = z.object({
  v: z.literal(1).default(1),
  id: z.string().min(1).describe('Written into what it makes on servers that others may use, too.'),
});

/** Its one record. */
const KEY = 'this';

/** Who owns a collection on a server that several installations may use; asked for once it matters. */
export type Owner = () => Promise<string>;

/** The id of the installation whose catalog these records are, made when it is first asked for. It lies in the catalog, so all its processes have the same one,
 *  and it goes along when the data folder is moved, backed up and restored. */
export function installationOwner(records: RecordStore): Owner {
  const table = new RecordTable(records, { kind: 'installation', schema: InstallationRecord, keepsUnknown: true });
  let known: Promise<string> | undefined;
  return () => {
    known ??= idIn(table).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/** The name of the machine says whose it is to people, the rest tells it apart. */
async function idIn(table: RecordTable<typeof InstallationRecord>): Promise<string> {
  const made = { id: `${hostname()}-${randomBytes(6).toString('hex')}` };
  const { id } = (await table.change(KEY, (present) => (present ? { keep: true } : { set: made }))) ?? made;
  return id;
}

/** True where a collection with this mark is ours. One without was made by a version that wrote none. */
export async function isOwnedBy(mark: string | undefined, owner: Owner | undefined): Promise<boolean> {
  return mark === undefined || mark === (await owner?.());
}

/** The refusal to make a collection under a name that another installation has on the same server. */
export function collectionOfAnother({
  engine,
  collection,
  owner,
}: {
  readonly engine: string;
  readonly collection: string;
  readonly owner: string;
}): TributaryError {
  return permanent(
    'COLLECTION.EXISTS',
    `The engine ${engine} has a collection ${collection} that another installation of Tributary made, "${owner}": choose another name, or give this installation a server or a database of its own.`,
    { category: 'conflict' },
  );
}
