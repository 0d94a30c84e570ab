import { generationNamed, lastGeneration, physicalName, writablePlaces, type CollectionRecord, type Engine } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { FoundDrift } from './found-drift.js';

/** Generations an engine holds that nobody answers from, fills or keeps; and in a store that is ours alone, collections the catalog forgot.
 *  A server may serve another installation, too: there, only generations of our own collections count. */
export async function compareGenerations(
  engines: readonly Engine[],
  known: ReadonlyMap<string, CollectionRecord>,
  includes: (collection: string) => boolean,
): Promise<readonly FoundDrift[]> {
  const found: FoundDrift[] = [];
  for (const engine of engines) {
    const held = await engine.listCollections().catch((error: unknown) => {
      // What is away is a failed check, not drift.
      if (toErrorRecord(error).retryable) return [];
      throw error;
    });
    for (const { name } of held) {
      const { name: logical, generation } = generationNamed(name) ?? {};
      if (logical === undefined || generation === undefined || !includes(logical)) continue;
      const record = known.get(logical);
      if (record === undefined && engine.kind === 'embedded') found.push(unlisted(engine.name, name));
      else if (record !== undefined && isStale(record, { engine: engine.name, name, generation })) found.push(stale(engine.name, name));
    }
  }
  return found;
}

function isStale(record: CollectionRecord, { engine, name, generation }: { engine: string; name: string; generation: number }): boolean {
  // The purge of a removed collection takes its generations along.
  if (record.removed || generation > lastGeneration(record)) return false;
  const isWritten = writablePlaces(record).some((place) => place.engine === engine && place.name === name);
  const { previous } = record;
  const isKept = previous?.engine === engine && physicalName(record.name, previous.generation) === name;
  return !isWritten && !isKept && record.adopted !== name;
}

function stale(engine: string, name: string): FoundDrift {
  const detail = `The engine ${engine} holds a generation that nobody answers from any more: it is dropped.`;
  return { drift: { kind: 'stale-generation', collection: name, detail }, repair: 'drop', engine, name };
}

function unlisted(engine: string, name: string): FoundDrift {
  const detail = `The engine ${engine} holds a collection that the catalog does not list: it is listed again, with its documents, and only the owner and admins see it until a grant names it.`;
  return { drift: { kind: 'unlisted-collection', collection: name, detail }, repair: 'list', engine, name };
}
