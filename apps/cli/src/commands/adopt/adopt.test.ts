import { AdoptAnswer, CollectionSummary } from '@tributary/contracts';
import { findChromaProgram, startChromaServer, temporaryFolder, type ChromaServer } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tributary } from '../../running/tributary.fixture.js';

const COLLECTIONS = '/api/v2/tenants/default_tenant/databases/default_database/collections';
const Made = z.object({ id: z.string() });
const Printed = z.object({ engines: z.array(AdoptAnswer) });
const Listed = z.object({ collections: z.array(CollectionSummary) });

const supply = findChromaProgram();

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return response.json();
}

const HOUSE = [
  ['The boiler is drained every spring.', 'boiler.md'],
  ['The cat takes a worming tablet.', 'cat.md'],
] as const;

/** Vectors of a model nobody has. @param passages texts and what each is of */
async function writeCollection(url: string, name: string, passages: readonly (readonly [string, string])[] = HOUSE): Promise<void> {
  const { id } = Made.parse(await post(url + COLLECTIONS, { name, metadata: { description: 'Notes about the house' } }));
  await post(`${url}${COLLECTIONS}/${id}/add`, {
    ids: passages.map((_, at) => `row-${at.toString()}`),
    embeddings: passages.map((_, at) => [at + 1, 1, 0]),
    documents: passages.map(([text]) => text),
    metadatas: passages.map(([, source]) => ({ source })),
  });
}

if (supply.kind === 'none') {
  it('is not tested with Chroma here', (context) => context.skip(supply.reason));
} else {
  // Every command starts a whole server and ends it: on a busy machine that takes its time.
  describe('tributary adopt', { timeout: 90_000 }, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let chroma: ChromaServer;
    let general: readonly string[];
    beforeAll(async () => {
      folder = await temporaryFolder();
      chroma = await startChromaServer(supply.command);
      await writeCollection(chroma.url, 'house');
      const config = join(folder.path, 'tributary.yaml');
      await writeFile(config, `engines:\n  main: { type: embedded }\n  shelf: { type: chroma, url: "${chroma.url}" }\nprimary: main\n`);
      general = ['--data', join(folder.path, 'data'), '--config', config];
    }, 90_000);
    afterAll(async () => {
      await chroma.remove();
      await folder.remove();
    });

    const collections = async () => Listed.parse(JSON.parse((await tributary(['collections', '--json', ...general])).stdout)).collections;

    it('shows what it found and how sure that is, and binds nothing unasked', async () => {
      const { code, stdout, stderr } = await tributary(['adopt', 'shelf', ...general]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('shelf/house: 2 points');
      expect(stdout).toMatch(/FOUND +VALUE +HOW SURE +WHY/);
      expect(stdout).toMatch(/text +\$document +certain +100 % of the points have it/);
      expect(stdout).toMatch(/model +unknown +certain +no configured model has 3 dimensions; there are static \(256\)/);
      expect(stdout).toContain('Notes about the house');
      expect(stdout).toContain('Nothing was bound: add --yes to bind.');
      expect(await collections()).toMatchObject([{ name: 'house', foreign: 'found' }]);
    });

    it('binds by the URL of the engine and under the name it is told, and removing that takes the card only', async () => {
      const bound = await tributary(['adopt', chroma.url, '-c', 'house', '--as', 'notes', '--yes', '--json', ...general]);
      expect(bound.code).toBe(0);
      const [answer] = Printed.parse(JSON.parse(bound.stdout)).engines;
      expect(answer).toMatchObject({ engine: 'shelf', collections: [{ name: 'notes', collection: 'house', adopted: true }] });
      expect(await collections()).toMatchObject([{ name: 'notes', foreign: 'adopted', engine: 'shelf', chunks: 2 }]);
      expect((await tributary(['collections', 'remove', 'notes', '--confirm', 'notes', ...general])).code).toBe(0);
      expect(await collections()).toMatchObject([{ name: 'house', foreign: 'found', chunks: 2 }]);
    });

    it('lets every passage of it be exported, also where several are of one file', async () => {
      const more = ['It is refilled with soft water.', 'boiler.md'] as const;
      await writeCollection(chroma.url, 'manual', [...HOUSE, more]);
      expect((await tributary(['adopt', 'shelf', '-c', 'manual', '--yes', ...general])).stdout).toMatch(/document +source/);
      const { code, stdout, stderr } = await tributary(['export', 'manual', ...general]);
      expect([code, stderr]).toEqual([0, 'Exported 3 documents of manual.\n']);
      for (const [text] of [...HOUSE, more]) expect(stdout).toContain(text);
    });

    it('says what to do when the engine is not configured, or has no such collection', async () => {
      const elsewhere = await tributary(['adopt', 'http://127.0.0.1:6333', ...general]);
      expect(elsewhere.code).toBe(1);
      expect(elsewhere.stderr).toContain('type: qdrant');
      const missing = await tributary(['adopt', 'shelf', '-c', 'attic', ...general]);
      expect(missing).toMatchObject({ code: 1, stdout: '' });
      expect(missing.stderr).toContain('The engine shelf (chroma) has no collection attic');
      expect((await tributary(['adopt', 'shelf', '-c', 'a,b', '--as', 'x', ...general])).code).toBe(2);
    });
  });
}
