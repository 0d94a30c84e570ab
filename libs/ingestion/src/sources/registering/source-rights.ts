import { isDeepStrictEqual } from 'node:util';
import { registrantOf, type Principal } from '@tributary/contracts';
import { documentRecordKey, type Catalog, type SourceRecord } from '@tributary/engines-port';
import { decodeDocumentKey, permanent } from '@tributary/kernel';
import { inBatches } from '../../batching/in-batches.js';

/** What somebody may choose for a source that is there. */
export type SourceWishes = Pick<SourceRecord, 'ignore' | 'watch' | 'mask_secrets' | 'settings'>;

type Chosen = keyof SourceWishes;

const ROWS_PER_READ = 500;

/** What a setting is called where it is chosen, and what holds while nobody has. */
const SETTINGS: readonly (readonly [setting: Chosen, asked: string, otherwise: SourceRecord[Chosen]])[] = [
  ['ignore', 'ignore', []],
  ['watch', 'watch', false],
  ['mask_secrets', 'mask_secrets', undefined],
  ['settings', 'web', undefined],
];

/** Leaves the settings of a source, and its pause, to whoever registered it. @param writer who may change no others’; left out: any
 *  @throws `ACCESS.DENIED`, `SOURCE.PAUSED` */
export function requireOwnWishes(source: SourceRecord, wishes: SourceWishes, writer: Principal | undefined): void {
  requireOwnSettings(source, wishes, writer);
  requireUnpaused(source, writer);
}

/** Lets nobody have a source of somebody else go on that is paused. @throws `SOURCE.PAUSED` */
export function requireUnpaused(source: SourceRecord | undefined, writer: Principal | undefined): void {
  if (writer === undefined || source?.state !== 'paused' || isOwnSource(source, writer)) return;
  throw permanent(
    'SOURCE.PAUSED',
    `A paused source is not synced. Whoever registered ${source.name}, or a token with the scope admin, lets it go on: tributary sources resume ${source.id}`,
    { category: 'conflict' },
  );
}

/** A source as it is after somebody chose what he wishes for it. Who may change any takes it over with his choice: whoever registered it before does not undo that.
 *  @param writer left out: who may change any */
export function withWishes(source: SourceRecord, wishes: SourceWishes, writer: Principal | undefined): SourceRecord {
  const chosen = { ...source, ...wishes };
  if (writer !== undefined || SETTINGS.every(([setting]) => wishes[setting] === undefined)) return chosen;
  const { registered_by: _before, ...taken } = chosen;
  return taken;
}

function requireOwnSettings(source: SourceRecord, wishes: SourceWishes, writer: Principal | undefined): void {
  if (writer === undefined || isOwnSource(source, writer)) return;
  const changed = SETTINGS.filter(
    ([setting, , otherwise]) => wishes[setting] !== undefined && !isDeepStrictEqual(wishes[setting], source[setting] ?? otherwise),
  );
  if (changed.length === 0) return;
  const asked = changed.map(([, name]) => name).join(', ');
  throw permanent(
    'ACCESS.DENIED',
    `The settings of the source ${source.name} are changed by whoever registered it, or by a token with the scope admin: leave ${asked} out to have it synced as it is.`,
    { category: 'denied' },
  );
}

/** @throws `ACCESS.DENIED` where the source is another’s, from whose documents only he, or the scope admin, takes some out */
export async function requireOwnSource(catalog: Pick<Catalog, 'sources'>, id: string, writer: Principal | undefined): Promise<void> {
  const source = await ofOthers(catalog, id, writer);
  if (source !== undefined) throw othersDocuments(`What comes from the source ${source.name}`);
}

/** @throws `ACCESS.DENIED` where the source is another’s, which only he, or the scope admin, pauses and lets go on */
export async function requireOwnPause(catalog: Pick<Catalog, 'sources'>, id: string, writer: Principal | undefined): Promise<void> {
  const source = await ofOthers(catalog, id, writer);
  if (source === undefined) return;
  throw permanent(
    'ACCESS.DENIED',
    `The source ${source.name} is paused and resumed by whoever registered it, or by a token with the scope admin: ask one of them.`,
    { category: 'denied' },
  );
}

/** Refuses to take documents away that a source of somebody else shares with everybody.
 *  @param keys as stored @throws `ACCESS.DENIED` naming the first of them */
export async function requireOwnDocuments(
  { documents, sources }: Pick<Catalog, 'documents' | 'sources'>,
  { collection, keys }: { readonly collection: string; readonly keys: Iterable<string> },
  writer: Principal | undefined,
): Promise<void> {
  if (writer === undefined) return;
  for (const batch of inBatches([...keys], ROWS_PER_READ)) {
    const rows = await documents.getMany(batch.map((key) => documentRecordKey(collection, key)));
    const shared = rows.flatMap((row) => {
      if (row === undefined || row.source === '') return [];
      const isHisAlone = writer.user_id !== undefined && row.access?.user_id === writer.user_id;
      return isHisAlone ? [] : [{ key: row.key, ids: [row.source, ...(row.also ?? [])] }];
    });
    const ids = [...new Set(shared.flatMap((row) => row.ids))];
    const records = ids.length === 0 ? [] : await sources.getMany(ids);
    const others = new Set(records.flatMap((source) => (source !== undefined && !isOwnSource(source, writer) ? [source.id] : [])));
    const first = shared.find((row) => row.ids.some((id) => others.has(id)));
    if (first !== undefined) throw othersDocuments(`What comes from a source, as ${decodeDocumentKey(first.key)} in ${collection},`);
  }
}

/** The source where it is another’s. */
async function ofOthers(
  { sources }: Pick<Catalog, 'sources'>,
  id: string,
  writer: Principal | undefined,
): Promise<SourceRecord | undefined> {
  const source = writer && (await sources.get(id));
  return writer === undefined || source === undefined || isOwnSource(source, writer) ? undefined : source;
}

function isOwnSource({ registered_by: registrant, user_id: user }: SourceRecord, writer: Principal): boolean {
  return registrant === registrantOf(writer) || (user !== undefined && user === writer.user_id);
}

function othersDocuments(what: string) {
  return permanent(
    'ACCESS.DENIED',
    `${what} is taken out only by whoever registered the source, or by a token with the scope admin: nothing was deleted.`,
    { category: 'denied' },
  );
}
