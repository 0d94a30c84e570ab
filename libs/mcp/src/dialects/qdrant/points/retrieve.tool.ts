import type { PointView } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { defineDialectTool, type Tool, type ToolCall } from '../../../tools/tool.js';
import { CollectionArgument, inKnownCollection, namedCollection, nameHere, publishedCollection } from '../collection-argument.js';
import { entryText } from '../entry.js';
import type { QdrantSettings } from '../qdrant-settings.js';
import { writtenIds } from './written-ids.js';

const DESCRIPTION =
  'Read one point by its exact id: nothing is searched or embedded. Use it with an id that qdrant-find or qdrant-store gave.';

const Input = z.strictObject({ point_id: z.string().max(2048), collection_name: CollectionArgument });

/** A point, and what was left out of it. */
interface Retrieved {
  readonly point: PointView;
  readonly collection: string;
  readonly remarks: readonly string[];
}

export function retrieveTool(settings: QdrantSettings): Tool {
  return defineDialectTool({
    name: 'qdrant-retrieve',
    title: 'Read a point',
    description: DESCRIPTION,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: Input,
    published: {
      point_id: z.string().describe('The exact id of the point'),
      collection_name: publishedCollection(settings, 'The collection to read from'),
    },
    run: ({ point_id: id, collection_name: named }, call) => retrieve(id, namedCollection(named, settings), call),
    toResult: ({ point, collection, remarks }) => ({
      content: [pointText(point, collection), ...remarks].map((text) => ({ type: 'text', text })),
    }),
    reductions: [
      { count: ({ point }) => (isMostlyMetadata(point) ? 1 : 0), least: 0, take: withoutMetadata },
      { count: ({ point }) => point.content.length, least: 0, take: takeContent },
      { count: ({ point }) => Object.keys(point.metadata).length, least: 0, take: withoutMetadata },
    ],
  });
}

async function retrieve(id: string, named: string, call: ToolCall): Promise<Retrieved> {
  if (id.trim() === '') throw permanent('REQUEST.INVALID', 'The point_id is empty: give the id of a point.');
  const collection = nameHere(named);
  const { points } = await inKnownCollection([named], call, async () => {
    const ids = await writtenIds({ collection, ids: [id] }, call);
    return call.operations.getPoints({ collection, ids: [...ids], limit: 1 }, call.context);
  });
  const [point] = points;
  if (point !== undefined) return { point, collection, remarks: [] };
  throw permanent('POINT.NOT_FOUND', `Point ${id} not found in collection ${named}`, { category: 'not_found' });
}

function pointText({ id, content, title, path, source, tags, modified_at, metadata }: PointView, collection: string): string {
  const isOwnTitle = !content.trimStart().startsWith(title.replace(/…$/, '').trim());
  const provenance = { ...(isOwnTitle ? { title } : {}), path, source, tags, modified_at };
  return entryText({ id, content, metadata: { ...provenance, ...metadata, collection } });
}

function isMostlyMetadata({ metadata, content }: PointView): boolean {
  return JSON.stringify(metadata).length > content.length;
}

function withoutMetadata(answer: Retrieved): Retrieved {
  return { ...answer, point: { ...answer.point, metadata: {} }, remarks: [...answer.remarks, 'The metadata of the point is left out.'] };
}

function takeContent(answer: Retrieved, n: number): Retrieved {
  const { point, remarks } = answer;
  const line = `The content of the point is cut: read the resource ${point.uri} for the rest.`;
  return { ...answer, point: { ...point, content: point.content.slice(0, n) }, remarks: [...remarks, line] };
}
