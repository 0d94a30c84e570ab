import {
  BegunCopies,
  firstNumbers,
  generationNamed,
  keptDocuments,
  lackingDocuments,
  lastGeneration,
  physicalName,
  writablePlaces,
  type CollectionRecord,
  type Engine,
} from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { FoundDrift } from './found-drift.js';
import type { Holder } from './take-over.js';

type Comparing = Pick<Collaborators, 'catalog' | 'engines'>;

interface Asked {
  /** Those that answer. */
  readonly up: readonly Engine[];
  readonly includes: (collection: string) => boolean;
  readonly signal: AbortSignal;
}

interface Held {
  readonly engine: Engine;
  /** Physical. */
  readonly name: string;
  readonly logical: string;
  readonly generation: number;
}

/** Generations an engine holds that nobody answers from, fills or keeps, and collections the catalog forgot. What one of them alone holds is taken over before it
 *  goes. A server may serve another installation, too: there, what no mark calls ours counts only as an older generation of our own collections. */
export async function compareGenerations(collaborators: Comparing, { up, includes, signal }: Asked): Promise<readonly FoundDrift[]> {
  const found: FoundDrift[] = [];
  for (const engine of up) {
    const listed = await engine.listCollections().catch((error: unknown) => {
      // What is away is a failed check, not drift.
      if (toErrorRecord(error).retryable) return [];
      throw error;
    });
    for (const { name, isMarked = engine.kind === 'embedded' } of listed) {
      const { name: logical, generation } = generationNamed(name) ?? {};
      if (logical === undefined || generation === undefined || !includes(logical)) continue;
      found.push(...(await compareOne(collaborators, { engine, name, logical, generation }, { up, isMarked, signal })));
    }
  }
  return found;
}

async function compareOne(
  collaborators: Comparing,
  held: Held,
  { up, isMarked, signal }: Pick<Asked, 'up' | 'signal'> & { readonly isMarked: boolean },
): Promise<readonly FoundDrift[]> {
  const { catalog, engines } = collaborators;
  const { engine, name, logical, generation } = held;
  // After the list: what was made by then is in the record by now, or noted as begun by a move.
  const record = await catalog.collections.get(logical);
  const isBegun = () => new BegunCopies(engines.primary.records).has({ collection: logical, engine: engine.name, generation });
  if (record === undefined) {
    const isRest = generation < (await firstNumbers(catalog)).generation && engine.kind !== 'embedded';
    return isMarked && !isRest && !(await isBegun()) ? [unlisted(engine.name, name)] : [];
  }
  // The purge of a removed collection takes its generations along.
  if (record.removed || isUsed(record, held)) return [];
  const isNewer = generation > lastGeneration(record);
  if (isNewer && (!isMarked || (await isBegun()))) return [];
  // What another program made is nobody's to write to; of an engine that is down it is not known what it lacks.
  if (record.adopted !== undefined) return isNewer ? [] : [stale(engine.name, name)];
  if (!up.some((one) => one.name === record.engine)) return [];
  const holder = { engine: engine.name, name, as: isNewer ? ('newer' as const) : ('stale' as const) };
  const documents = await lackingDocuments(collaborators, { record, engine, name, as: holder.as, signal });
  const lacking = documents.filter(({ isWhole }) => isWhole);
  if (lacking.length === 0) return [isNewer && documents.length > 0 ? inPart(holder, documents.length) : stale(engine.name, name)];
  const kind = isNewer ? 'newer-generation' : 'stale-generation';
  const since = isNewer ? ', which the catalog does not know, as after an older backup was restored' : '';
  const detail = `The engine ${engine.name} holds ${counted(lacking.length)} in it${since}, and ${record.engine} does not: taken over, then it is dropped.`;
  return [
    { drift: { kind, collection: name, detail }, repair: 'take-over', collection: record, holder, keys: lacking.map(({ key }) => key) },
  ];
}

/** Documents that only the generation holds that answered before the last move. */
export async function compareKept(
  collaborators: Comparing,
  record: CollectionRecord,
  { up, signal }: Pick<Asked, 'up' | 'signal'>,
): Promise<readonly FoundDrift[]> {
  const { previous, name } = record;
  if (previous === undefined || !up.some((engine) => engine.name === previous.engine)) return [];
  const kept = await keptDocuments(collaborators, record, signal);
  if (kept.length === 0) return [];
  const detail = `${record.engine} has lost ${counted(kept.length)} that ${previous.engine}, kept from before the last move, still holds: taken over from there. "tributary migrate ${name} --back" lets that one answer again.`;
  const holder = { engine: previous.engine, name: physicalName(name, previous.generation), as: 'kept' as const };
  const drift = { kind: 'missing-points' as const, collection: name, detail };
  return [{ drift, repair: 'take-over', collection: record, holder, keys: kept.map(({ key }) => key) }];
}

function isUsed(record: CollectionRecord, { engine, name }: Held): boolean {
  const isWritten = writablePlaces(record).some((place) => place.engine === engine.name && place.name === name);
  const { previous } = record;
  const isKept = previous?.engine === engine.name && physicalName(record.name, previous.generation) === name;
  return isWritten || isKept || record.adopted === name;
}

function counted(documents: number): string {
  return documents === 1 ? '1 document' : `${documents.toString()} documents`;
}

function stale(engine: string, name: string): FoundDrift {
  const detail = `The engine ${engine} holds a generation that nobody answers from any more: it is dropped.`;
  return { drift: { kind: 'stale-generation', collection: name, detail }, repair: 'drop', engine, name };
}

/** What is there in part cannot be taken over, and is dropped by nobody but its owner. */
function inPart({ engine, name }: Holder, documents: number): FoundDrift {
  const detail = `The engine ${engine} holds parts of ${counted(documents)} in it, which the catalog does not know, and the rest is lost: hand them in again, or drop that collection there.`;
  return { drift: { kind: 'newer-generation', collection: name, detail }, repair: 'by-hand' };
}

function unlisted(engine: string, name: string): FoundDrift {
  const detail = `The engine ${engine} holds a collection that the catalog does not list: it is listed again, with its documents, and only the owner and admins see it until a grant names it.`;
  return { drift: { kind: 'unlisted-collection', collection: name, detail }, repair: 'list', engine, name };
}
