import type { ListResourcesResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { isUnlistedEngine, type CallContext, type CollectionSummary, type Operations } from '@tributary/contracts';
import { counted } from '../tools/quoted-text.js';
import { toldDescription } from '../tools/told-description.js';
import { visibleJson } from '../tools/visible-text.js';

const PAGE = 200;

/** The collection whose own address this is: `tributary://<collection>`. */
export function collectionOf(uri: string): string | undefined {
  return /^tributary:\/\/([A-Za-z0-9][A-Za-z0-9._-]{0,127})\/?$/.exec(uri)?.[1];
}

/** Collections by name, 200 at once; the cursor is the last name. */
export async function listPage(
  operations: Pick<Operations, 'listCollections'>,
  cursor: string | undefined,
  context: CallContext,
): Promise<ListResourcesResult> {
  const listed = (await operations.listCollections(context)).filter((row) => !isUnlistedEngine(row));
  const all = listed.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rest = all.filter(({ name }) => cursor === undefined || name > cursor);
  const page = rest.slice(0, PAGE);
  const last = page.at(-1);
  return { resources: page.map(asResource), ...(rest.length > PAGE && last ? { nextCursor: last.name } : {}) };
}

/** A collection’s card and counts as JSON. @throws `COLLECTION.NOT_FOUND` */
export async function readCollection(
  operations: Pick<Operations, 'getCollection'>,
  { uri, collection, context }: { readonly uri: string; readonly collection: string; readonly context: CallContext },
): Promise<ReadResourceResult> {
  const summary = visibleJson(await operations.getCollection(collection, context));
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(summary, undefined, 2) }] };
}

function asResource(collection: CollectionSummary): Resource {
  const { name, documents } = collection;
  const description = toldDescription(collection, 200);
  const about = description === '' ? '' : `: ${description}`;
  return {
    uri: `tributary://${name}`,
    name,
    title: `Collection ${name}`,
    description: `${counted(documents, 'document')}${about}`,
    mimeType: 'application/json',
  };
}
