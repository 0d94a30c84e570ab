import type { ForeignPoint } from '@tributary/engines-port';
import { z } from 'zod';
import type { OtherTool } from './other-tools.fixture.js';

interface Written {
  readonly collection: string;
  readonly tool: OtherTool;
  readonly points: readonly ForeignPoint[];
}

/** Writes a collection to a Qdrant as its tool does. */
export async function writeToQdrant(url: string, { collection, tool, points }: Written): Promise<void> {
  const size = points[0]?.vectors.get(tool.vector)?.length ?? 0;
  const field = { size, distance: 'Cosine' };
  await send('PUT', `${url}/collections/${collection}`, { vectors: tool.vector === '' ? field : { [tool.vector]: field } });
  const body = points.map(({ id, payload, vectors }) => {
    const vector = [...(vectors.get(tool.vector) ?? [])];
    return { id, payload, vector: tool.vector === '' ? vector : { [tool.vector]: vector } };
  });
  await send('PUT', `${url}/collections/${collection}/points?wait=true`, { points: body });
}

/** Writes a collection to a Chroma server as its tool does. */
export async function writeToChroma(url: string, { collection, tool, points }: Written): Promise<void> {
  const collections = `${url}/api/v2/tenants/default_tenant/databases/default_database/collections`;
  const metadata = Object.keys(tool.metadata).length === 0 ? undefined : tool.metadata;
  const made = await send('POST', collections, { name: collection, metadata });
  const id = typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';
  await send('POST', `${collections}/${id}/add`, {
    ids: points.map((point) => point.id),
    embeddings: points.map(({ vectors }) => [...(vectors.get('') ?? [])]),
    metadatas: points.map(({ payload }) => payload),
    documents: points.map(({ document }) => document),
  });
}

const Requests = z.object({ result: z.object({ requests: z.array(z.object({ method: z.string(), path: z.string() })) }) });

/** Requests a Qdrant stand-in has seen since they were last forgotten, such as `POST /collections/docs/points/query`. */
export async function requestsTo(url: string): Promise<readonly string[]> {
  const log = Requests.parse(await (await fetch(`${url}/oracle/requests`)).json());
  return log.result.requests.map(({ method, path }) => `${method} ${path}`);
}

/** Gives a collection of a Qdrant another name, which another collection may have had. */
export async function pointAlias(url: string, alias: string, collection: string): Promise<void> {
  const create = { create_alias: { alias_name: alias, collection_name: collection } };
  await send('POST', `${url}/collections/aliases`, { actions: [{ delete_alias: { alias_name: alias } }, create] });
}

/** From now on a Qdrant stand-in fails at requests whose path has this in it. */
export async function failOn(url: string, match: string): Promise<void> {
  await send('POST', `${url}/oracle/faults`, { match, status: 500, error: 'out of order' });
}

async function send(method: string, url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status.toString()} ${await response.text()}`);
  return response.json();
}
