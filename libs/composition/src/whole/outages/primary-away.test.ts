import { SearchRequest, WhyNotRequest, localOwner } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Catalog, Engines } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { Search, WhyNot, type SearchCollaborators } from '@tributary/federation';
import { systemClock } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { freePort } from '@tributary/testing';
import { expect, it } from 'vitest';

const asked = { query: 'tides', deadline_ms: 3000 };
const context = { principal: localOwner };

it.each([
  ['a search', (parts: SearchCollaborators) => new Search(parts).run(SearchRequest.parse(asked), context)],
  [
    'why not',
    (parts: SearchCollaborators) => new WhyNot(parts).run(WhyNotRequest.parse({ ...asked, uri: 'tributary://notes/tides' }), context),
  ],
])('says, asked for %s while the server of the catalog is gone, what is gone and what to do, before the time is over', async (_, ask) => {
  const url = `http://127.0.0.1:${(await freePort()).toString()}`;
  const primary = QdrantEngine.open({ name: 'main', settings: { url } });
  const queues = LocalQueues.open({ memory: true });
  try {
    const catalog = new Catalog(primary.records);
    const error: unknown = await ask({
      engines: new Engines(primary),
      catalog,
      queues,
      common: new StaticEmbeddingProvider(),
      clock: systemClock,
    }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true });
    expect(String(error)).toContain('The engine main is down, and the catalog of all collections lies in it, so nothing can be searched');
    expect(String(error)).toContain('the server cannot be reached');
    expect(String(error)).toContain('Check that it is up');
  } finally {
    await queues.close();
    await primary.close();
  }
});
