import { Readable } from 'node:stream';
import { startStandalone } from '@tributary/composition';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { AppPasswords } from '@tributary/sources-nextcloud';
import { startNotesServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { createCommandContext } from '../../program/command-context.js';
import { Terminal } from '../../terminal/terminal.js';
import { syncNotes } from './sync-notes.js';

it('ends with an error that says what to do where documents of others have ids of notes, and without one once they are gone', async () => {
  await using folder = await temporaryFolder();
  const cloud = await startNotesServer({ quinn: 'pass-of-quinn' });
  for (const id of [1, 2, 3])
    cloud.notes.get('quinn')?.set(id, { title: 'Plan', content: `Note ${id.toString()} of quinn.`, modified: id });
  const overrides = [
    { path: ['data', 'folder'], value: folder.path, flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
    { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
  ];
  await new AppPasswords(folder.path).put('quinn', { login: 'quinn', password: 'pass-of-quinn' });
  const server = await startStandalone({ configuration: await loadConfiguration({ environment: {}, overrides }), logger: silentLogger });
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const terminal = new Terminal({ stdin: Readable.from([]), stdout: output, stderr: output, env: {} });
  const options = { url: server.url, token: server.token };
  const context = createCommandContext({ terminal, options, env: {}, signal: new AbortController().signal });
  const collection = 'nextcloud-quinn-notes';
  try {
    const documents = [1, 2].map((id) => ({ v: 1 as const, collection, id: id.toString(), content: 'Of gerd.', user_id: 'gerd' }));
    await context.withConnection(({ operations }) => operations.ingestDocuments(documents, context.call));
    const incomplete = syncNotes(context, 'quinn', {});
    await expect(incomplete).rejects.toMatchObject({ code: 'INDEX.INCOMPLETE' });
    await expect(incomplete).rejects.toThrow(/^2 notes of quinn were left out: .* their ids in nextcloud-quinn-notes /);
    await expect(incomplete).rejects.toThrow(/: tributary delete -c nextcloud-quinn-notes 1 2$/);
    expect(said).toContain('1 document · skipped 2 id-taken');
    await context.withConnection(({ operations }) => operations.delete({ collection, ids: ['1', '2'], dry_run: false }, context.call));
    await expect(syncNotes(context, 'quinn', {})).resolves.toBeUndefined();
  } finally {
    await server.close();
    await cloud.stop();
  }
});
