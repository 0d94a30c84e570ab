import { MemoryOperations, eventually, temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVISIONS, connectClient, type TestClient } from './clients.fixture.js';
import { startHttp, type HttpFixture } from './http-server.fixture.js';
import { fillWithTexts } from './texts.fixture.js';

const TOOLS = ['search', 'fetch', 'list_collections', 'store', 'ingest', 'delete', 'status'];

describe.each(['http', 'stdio'] as const)('over %s', (way) => {
  describe.each(REVISIONS)('a client of %s', (revision) => {
    const operations = new MemoryOperations();
    let server: HttpFixture | undefined;
    let client: TestClient;

    beforeAll(async () => {
      if (way === 'http') {
        await fillWithTexts(operations);
        server = await startHttp(operations);
      }
      client = await connectClient(revision, server ? { http: server.url } : { stdio: true });
    });
    afterAll(async () => {
      await client.close();
      await server?.stop();
    });

    it('lists the seven native tools', async () => {
      expect((await client.listTools()).map(({ name }) => name)).toEqual(TOOLS);
    });

    it('is told at the start how to search and what there is', () => {
      expect(client.instructions).toContain('Start with search');
      expect(client.instructions).toContain('- notes (2 chunks), described as “Texts of notes');
    });

    it('searches and gets text and structured hits with provenance and coverage', async () => {
      const answer = await client.call('search', { query: 'nightly backup' });
      expect(answer.isError).toBe(false);
      expect(answer.structured).toMatchObject({
        hits: [{ collection: 'notes', uri: 'tributary://notes/backup.md#0', title: 'Backups', relevance: 1 }, {}, {}],
        coverage: [{ status: 'searched' }, { status: 'searched' }, { collection: 'slow', status: 'timed_out' }],
      });
      expect(answer.text).toContain(
        '1. Backups (relevance 1.00)\n   ops/backup.md:1-2 · notes · tributary://notes/backup.md#0\n| The nightly backup runs at three.',
      );
      expect(answer.text).toContain('Coverage: 2 searched, 1 timed out (slow: no answer within 800 ms)');
    });

    it('fetches a range of a document', async () => {
      const answer = await client.call('fetch', { uri: 'tributary://notes/backup.md#0', start_line: 2 });
      expect(answer.structured).toMatchObject({ content: 'It keeps seven days.', range: { start: [2, 1] }, truncated: false });
    });

    it('stores a text and finds it at once', async () => {
      const stored = await client.call('store', { text: 'The staging password rotates weekly.', metadata: { by: 'me' } });
      expect(stored.structured).toMatchObject({ collection: 'memory', searchable: true });
      const found = await client.call('search', { query: 'staging rotates', collections: ['memory'] });
      expect(found.structured).toMatchObject({ hits: [{ content: 'The staging password rotates weekly.', metadata: { by: 'me' } }] });
    });

    it('lists collections, counts before deleting, deletes, and shows the status', async () => {
      await client.call('store', { text: 'Short-lived.', id: 'gone', collection: 'scratch' });
      expect((await client.call('list_collections', {})).text).toContain('- scratch: Texts of scratch · 1 document, 1 chunk');
      expect((await client.call('delete', { ids: ['tributary://scratch/gone'], dry_run: true })).text).toBe(
        'Would delete 1 document (1 chunk). Nothing was changed.',
      );
      expect((await client.call('delete', { ids: ['tributary://scratch/gone'] })).structured).toEqual({
        documents: 1,
        chunks: 1,
        dry_run: false,
      });
      expect((await client.call('status', {})).structured).toMatchObject({ mode: 'standalone', engines: [{ status: 'up' }] });
    });

    it('hears how far an ingest is while it waits', async () => {
      await using folder = await temporaryFolder();
      for (const name of ['a.md', 'b.md', 'c.md']) await writeFile(join(folder.path, name), `Text of ${name}`);
      const heard: string[] = [];
      const answer = await client.call(
        'ingest',
        { location: folder.path, collection: 'fresh', wait_ms: 10_000 },
        { onprogress: ({ progress, total }) => heard.push(`${progress.toString()}/${(total ?? 0).toString()}`) },
      );
      expect(answer.structured).toMatchObject({ finished: true, source: { documents: 3, pending: 0 } });
      // A client drops the last one when it reads it together with the answer.
      expect(['1/3 2/3', '1/3 2/3 3/3']).toContain(heard.join(' '));
    });

    it('reads a document as a resource, also by a URL-encoded address', async () => {
      expect(await client.listTemplates()).toEqual(['tributary://{collection}/{+document}']);
      expect(await client.read('tributary://notes/backup.md')).toContain('nightly backup');
      expect(await client.read('tributary://notes/Gr%C3%B6%C3%9Fe%20b.md')).toContain('How large');
      await expect(client.read('tributary://notes/nothing')).rejects.toThrow(/not found/i);
    });

    it('gets an error with code and next step for a wrong argument, and goes on', async () => {
      const answer = await client.call('search', { query: 'backup', limit: 500, colections: ['notes'] });
      expect(answer.isError).toBe(true);
      expect(answer.structured).toMatchObject({ error: { code: 'REQUEST.INVALID', next_step: 'Correct the arguments and call again.' } });
      expect(answer.text).toContain('limit: must be at most 100.');
      expect(answer.text).toContain('Unknown field "colections"');
      expect((await client.call('search', { query: 'backup' })).isError).toBe(false);
    });

    it('is told that there is no such tool', async () => {
      await expect(client.call('find', { query: 'backup' })).rejects.toThrow(/find/);
    });

    it('gets a clear refusal of a query of 10 MB, and goes on', async () => {
      const answer = await client.call('search', { query: 'x'.repeat(10_000_000) });
      expect(answer.text).toContain('REQUEST.INVALID: query: The query is longer than 20,000 characters: ask a shorter question.');
      expect((await client.call('search', { query: 'backup' })).isError).toBe(false);
    });

    // The 2025 revisions have no session here, so over HTTP a cancel that comes as a request of its own reaches nobody.
    if (way === 'stdio' || revision === '2026-07-28') {
      it('cancels a call, and goes on', async () => {
        const controller = new AbortController();
        const call = client.call('search', { query: 'wait for cancel' }, { signal: controller.signal });
        const refusal = expect(call).rejects.toThrow();
        await client.call('status', {});
        controller.abort('enough');
        await refusal;
        const cancelled = () => (way === 'http' ? operations.cancelled.length : client.said().match(/cancelled: wait/g)?.length);
        await eventually(() => cancelled() === 1);
        expect((await client.call('search', { query: 'backup' })).isError).toBe(false);
      });
    }
  });
});
