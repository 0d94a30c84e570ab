import { z } from 'zod';
import type { Kind } from '../whole/outages/outage-bed.fixture.js';

const Named = z.object({ name: z.string() });
const ChromaCollections = z.array(Named.extend({ id: z.string() }));
const ChromaRecords = z.object({ ids: z.array(z.string()) });
const QdrantCollections = z.object({ result: z.object({ collections: z.array(Named) }) });
const QdrantPoints = z.object({ result: z.object({ points: z.array(z.object({ id: z.string(), payload: z.looseObject({}) })) }) });

/** Takes one passage out of the collection `there`, as another program would. */
export function removePoint(kind: Kind, url: string): Promise<void> {
  return kind === 'Chroma' ? removeFromChroma(url) : removeFromQdrant(url);
}

async function removeFromChroma(url: string): Promise<void> {
  const all = `${url}/api/v2/tenants/default_tenant/databases/default_database/collections`;
  const { id } = theOne(ChromaCollections.parse(await call(all)), ({ name }) => name.endsWith('there__g1'));
  const { ids } = ChromaRecords.parse(await call(`${all}/${id}/get`, { include: [], limit: 1 }));
  await call(`${all}/${id}/delete`, { ids });
}

async function removeFromQdrant(url: string): Promise<void> {
  const { collections } = QdrantCollections.parse(await call(`${url}/collections`)).result;
  const { name } = theOne(collections, (one) => one.name.endsWith('there__g1'));
  const { points } = QdrantPoints.parse(await call(`${url}/collections/${name}/points/scroll`, { limit: 100, with_payload: true })).result;
  const passage = theOne(points, ({ payload }) => 'chunk_index' in payload);
  await call(`${url}/collections/${name}/points/delete?wait=true`, { points: [passage.id] });
}

async function call(url: string, body?: object): Promise<unknown> {
  const sent = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, sent);
  if (!response.ok) throw new Error(`${url}: ${response.status.toString()} ${await response.text()}`);
  return response.json();
}

function theOne<T>(items: readonly T[], fits: (item: T) => boolean): T {
  const found = items.find(fits);
  if (found === undefined) throw new Error('There is none.');
  return found;
}
