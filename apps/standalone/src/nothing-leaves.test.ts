import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import { SearchRequest, localOwner } from '@tributary/contracts';
import { readServer, startApp, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';

const GUARD = new URL('fixtures/loopback-only.mjs', import.meta.url).href;

it('reaches for no other machine while it indexes, stores and searches', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  await writeFile(
    join(notes, 'links.md'),
    '# Links\n\nSee https://example.org/guide and ![a picture](https://example.org/a.png) for more.\n',
  );
  const data = join(folder.path, 'data');
  const app = startApp('standalone', { args: ['--data', data, '--port', '0', notes], nodeArgs: ['--import', GUARD] });
  try {
    await app.ready();
    const operations = new HttpOperations(new HttpConnection(await readServer(data)));
    const context = { principal: localOwner, signal: AbortSignal.timeout(30_000) };
    const { finished } = await operations.addSource({ location: notes, trusted_path: true, wait_ms: 30_000 }, context);
    await operations.store({ text: 'https://example.org/never', collection: 'memory' }, context);
    const { hits } = await operations.search(SearchRequest.parse({ query: 'guide picture' }), context);
    expect([finished, hits.length > 0]).toEqual([true, true]);
  } finally {
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await app.end('SIGTERM')).toMatchObject({ code: 0, output: expect.not.stringContaining('NETWORK') as string });
  }
});

it.each([
  ['TCP', `import('node:net').then((net) => net.connect(80, '192.0.2.1'))`],
  ['fetch', `fetch('http://192.0.2.1/').catch(() => undefined)`],
  ['a name', `fetch('http://example.invalid/').catch(() => undefined)`],
  ['UDP', `import('node:dgram').then((dgram) => dgram.createSocket('udp4').send('x', 53, '192.0.2.1'))`],
])('is watched by a guard that notices %s', async (_, program) => {
  const child = spawn(process.execPath, ['--import', GUARD, '--input-type=module', '-e', program], { stdio: 'ignore', env: {} });
  await once(child, 'exit');
  expect(child.exitCode).toBe(99);
});
