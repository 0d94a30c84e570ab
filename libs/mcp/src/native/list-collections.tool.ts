import { CollectionSummary } from '@tributary/contracts';
import { z } from 'zod';
import { counted, oneLine } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';

const Output = z.object({
  collections: z.array(CollectionSummary),
  omitted: z.number().int().positive().optional().describe('Collections that are left out to keep the answer short.'),
});
/** Folders of a collection that are shown. */
const MOST_FOLDERS = 3;

type Output = z.infer<typeof Output>;

export const listCollectionsTool = defineTool({
  name: 'list_collections',
  title: 'List the collections',
  description:
    'What can be searched: each collection with its description, number of documents and chunks, embedding model and whether it is ready. search looks into all of them unless you name some, so call this only to choose, or to see whether something is indexed.',
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  input: z.strictObject({}),
  output: Output,
  async run(_input, { operations, context }) {
    return { collections: [...(await operations.listCollections(context))] };
  },
  toText: listText,
  reductions: [
    {
      count: ({ collections }) => collections.length,
      least: 0,
      take: ({ collections }, n) => ({ collections: collections.slice(0, n), omitted: collections.length - n }),
    },
  ],
});

function listText({ collections, omitted }: Output): string {
  if (collections.length === 0 && omitted === undefined) return 'There is no collection yet: ingest a folder, or store a text.';
  const rest = omitted === undefined ? [] : [`And ${omitted.toString()} more: search them by name or pattern.`];
  return [...collections.map((summary) => `${collectionLine(summary)}${placeOf(summary)}`), ...rest].join('\n');
}

/** The first folders, since a hit names its own. */
function placeOf({ folders = [] }: CollectionSummary): string {
  if (folders.length === 0) return '';
  const more = folders.length > MOST_FOLDERS ? ' and more' : '';
  const shown = folders.slice(0, MOST_FOLDERS).map(({ location }) => oneLine(location, 600));
  return ` · files in ${shown.join(', ')}${more}`;
}

/** One collection on one line. */
export function collectionLine(summary: CollectionSummary): string {
  const { name, description, documents, chunks, model, status, status_reason: reason } = summary;
  const state = status === 'ready' && reason === undefined ? 'ready' : `${status}${reason === undefined ? '' : ` (${oneLine(reason)})`}`;
  const about =
    description === '' ? '' : `: ${oneLine(description, 300)}${summary.description_generated ? ' (made from its content)' : ''}`;
  return `- ${name}${about} · ${counted(documents, 'document')}, ${counted(chunks, 'chunk')} · model ${model.name} · ${state}`;
}
