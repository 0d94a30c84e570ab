import { SourceSummary } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

let bed: AccessBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  bed = await openAccessBed({
    clerk: { scopes: ['search:read'], collections: ['shop-docs'] },
    both: { scopes: ['search:read'], collections: ['shop-*'] },
  });
  const shop = join(folder.path, 'shop');
  await mkdir(join(shop, 'payroll'), { recursive: true });
  await writeFile(join(shop, 'README.md'), '# A shop');
  await writeFile(join(shop, 'payroll', 'wages.ts'), 'export const wages = 1;');
  await writeFile(join(shop, 'payroll', 'bonus.ts'), 'export const bonus = 2;');
  await writeFile(join(shop, 'payroll', '.env'), 'KEY=1');
  const answer = await bed.call(bed.owner, '/api/sources', { location: shop, trusted_path: true, wait_ms: 30_000 });
  expect(answer.text).toContain('"finished":true');
});
afterAll(async () => {
  await bed.close();
  await folder.remove();
});

const Sources = z.object({ sources: z.array(SourceSummary) });
const sourceOf = async (token: string, path: string) => Sources.parse(JSON.parse((await bed.call(token, path)).text)).sources[0];

it.each(['/api/sources', '/api/status'])('says in %s nothing of the collection of a source that a token does not open', async (path) => {
  expect(await sourceOf(tokenOf('both'), path)).toMatchObject({
    collections: ['shop-code', 'shop-docs'],
    documents: 3,
    last_sync: { added: 3, examples: { secret: ['payroll/.env'] } },
  });
  const seen = await sourceOf(tokenOf('clerk'), path);
  expect(seen).toMatchObject({ collections: ['shop-docs'], documents: 1, pending: 0, failed: 0, skipped: {} });
  expect(seen).not.toHaveProperty('last_sync');
  expect(seen?.last_synced_at).toBeDefined();
  expect((await bed.call(tokenOf('clerk'), path)).text).not.toMatch(/payroll|shop-code/);
});
