import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner, type CallContext } from '@tributary/contracts';
import { eventually, readServer, startApp, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });

it('does not take in its own data folder from a folder it watches, nor from one it is asked for', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  const work = join(folder.path, 'work');
  const data = join(work, 'share/tributary');
  await mkdir(work);
  await writeFile(join(work, 'a.md'), 'The ferry leaves at seven.');
  const app = startApp('standalone', { args: ['--data', data, '--port', '0'] });
  try {
    await app.ready();
    const server = await readServer(data);
    const operations = new HttpOperations(new HttpConnection(server));
    await operations.addSource({ location: work, trusted_path: true, watch: true, wait_ms: 0 }, context());
    const untilIndexed = (documents: number) =>
      eventually(async () => {
        const [source] = await operations.listSources(context());
        expect(source).toMatchObject({ state: 'idle', documents, pending: 0, skipped: { ignored: 1 }, watched: {} });
      }, 30_000);
    await untilIndexed(1);
    const { hits } = await operations.search(SearchRequest.parse({ query: server.token, deadline_ms: 30_000 }), context());
    expect(hits.filter(({ content }) => content.includes(server.token))).toEqual([]);
    await writeFile(join(work, 'b.md'), 'The bus leaves at eight.');
    await untilIndexed(2);
    const asked = operations.addSource({ location: data, mask_secrets: false, trusted_path: true, wait_ms: 0 }, context());
    await expect(asked).rejects.toMatchObject({ code: 'SOURCE.DATA_FOLDER' });
  } finally {
    await app.end('SIGKILL');
  }
});
