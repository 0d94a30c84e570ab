import { CollectionStatistics } from '@tributary/contracts';
import { permanent, toErrorRecord } from '@tributary/kernel';
import { z } from 'zod';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';
import type { EcosystemSettings } from './ecosystem-settings.js';
import type { OpenedCollections } from './opened-collections.js';

const Statistics = CollectionStatistics.pick({
  name: true,
  vector_count: true,
  indexed_vectors_count: true,
  points_count: true,
  segments_count: true,
  vector_dimension: true,
  distance: true,
});
type Statistics = z.infer<typeof Statistics>;

const Output = z.object({ collections: z.array(Statistics), message: z.string().optional() });
type Output = z.infer<typeof Output>;

/** `qdrant_get_stats`: of one registered collection, or of all. */
export function statsTool({ collections }: EcosystemSettings, opened: OpenedCollections): Tool {
  const registered = Object.entries(collections);
  return defineDialectTool({
    name: 'qdrant_get_stats',
    title: 'Statistics of collections',
    description: 'Get statistics of the registered collections: points, vectors, segments, dimension and distance. Without a name: of all.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({ collection_name: z.string().optional() }),
    published: { collection_name: z.string().optional().describe('Name of a registered collection, or its alias.') },
    output: Output,
    run: async ({ collection_name: wanted }, call): Promise<Output> => {
      const names = [...new Set(registered.map(([, { collection }]) => collection))];
      const read = (collection: string) => statisticsOf(collection, opened, call);
      if (wanted !== undefined) return { collections: [await read(named(wanted, collections))] };
      return together(names, await Promise.allSettled(names.map(read)));
    },
    toResult: structuredResult,
  });
}

async function statisticsOf(collection: string, opened: OpenedCollections, call: ToolCall): Promise<Statistics> {
  await opened.open(collection, call);
  const { operations, context } = call;
  return Statistics.parse(await opened.guard({ collection, call }, () => operations.getStatistics(collection, context)));
}

/** One that cannot be read costs its own figures only. @throws the first failure where nothing could be read */
function together(names: readonly string[], told: readonly PromiseSettledResult<Statistics>[]): Output {
  const failures = told.filter((one) => one.status === 'rejected');
  const [first] = failures;
  if (first !== undefined && failures.length === told.length) throw first.reason;
  const collections = told.map((one, at) => (one.status === 'fulfilled' ? one.value : unknownFigures(names[at] ?? '')));
  if (failures.length === 0) return { collections };
  return { collections, message: [...new Set(failures.map(({ reason }) => toErrorRecord(reason).message))].join(' ') };
}

function unknownFigures(name: string): Statistics {
  const counts = { vector_count: null, indexed_vectors_count: null, points_count: null, segments_count: null };
  return { name, ...counts, vector_dimension: null, distance: null };
}

/** @throws `COLLECTION.NOT_FOUND` naming those there are */
function named(wanted: string, collections: EcosystemSettings['collections']): string {
  const registered = Object.entries(collections);
  const found = registered.find(([alias]) => alias === wanted) ?? registered.find(([, { collection }]) => collection === wanted);
  if (found !== undefined) return found[1].collection;
  const known = registered.map(([alias, { collection }]) => (alias === collection ? alias : `${collection} (${alias})`)).join(', ');
  throw permanent(
    'COLLECTION.NOT_FOUND',
    `Collection ${JSON.stringify(wanted.slice(0, 128))} is not registered. Registered: ${known === '' ? 'none' : known}`,
    { category: 'not_found' },
  );
}
