import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const MANY = 40;

describe('what patterns of a source leave out', () => {
  let bed: Testbed;
  let id: string;
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
    for (let n = 0; n < MANY; n++) await bed.write(`shop/test/deep/${n.toString()}.md`, `Test number ${n.toString()}.`);
    for (let n = 0; n < MANY; n++) await bed.write(`shop/docs/${n.toString()}.md`, `Page number ${n.toString()}.`);
    await bed.write('shop/README.md', 'The shop.');
    ({ sourceId: id } = await index());
  });
  afterEach(() => bed.close());

  async function index(ignore?: readonly string[]) {
    const patterns = ignore === undefined ? {} : { ignore: [...ignore] };
    const added = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shop'), ...patterns });
    await bed.idle();
    return added;
  }
  const summary = () => new SummariseSource(bed.collaborators).run(id);

  it('goes without a confirmation, however many documents it is, and comes back without the patterns', async () => {
    await index(['test/**', '/docs']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
    expect((await bed.collaborators.catalog.sources.get(id))?.lost ?? []).toEqual([]);
    await index();
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
    await index([]);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 2 * MANY + 1 });
  });

  it('goes where nothing is left beside it', async () => {
    await index(['*']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 0 });
  });

  it('lets go what waited for a confirmation', async () => {
    for (const folder of ['test', 'docs']) await rm(join(bed.folder, 'shop', folder), { recursive: true });
    await bed.queues.add(syncLocalQueue, { source_id: id });
    await bed.idle();
    expect(await summary()).toMatchObject({ state: 'stale', documents: 2 * MANY + 1, unconfirmed: 2 * MANY });
    await index(['test/', 'docs/']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
  });

  it('does not excuse the loss of what they name and an ignore file of the folder takes back', async () => {
    // A document, too.
    await bed.write('shop/docs/.tributaryignore', '!*.md\n');
    await bed.write('shop/shop.ts', 'export const shop = 1;');
    await index(['*.md']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: MANY + 2 });
    await rm(join(bed.folder, 'shop/docs'), { recursive: true });
    await bed.queues.add(syncLocalQueue, { source_id: id });
    await bed.idle();
    expect(await summary()).toMatchObject({ state: 'stale', documents: MANY + 2, unconfirmed: MANY + 1 });
    await index(['*.md', '*.txt']);
    expect(await summary()).toMatchObject({ state: 'stale', documents: MANY + 2, unconfirmed: MANY + 1 });
    await index(['*.md', 'docs/']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
  });

  it('goes where it was excepted before', async () => {
    await index(['*.md', '!docs/**']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: MANY });
    await index(['*.md']);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 0 });
  });

  it('does not excuse what else is gone', async () => {
    await rm(join(bed.folder, 'shop/docs'), { recursive: true });
    await rm(join(bed.folder, 'shop/README.md'));
    await bed.write('shop/last.md', 'The last one.');
    await index(['*.ts', '!docs/']);
    expect(await summary()).toMatchObject({ state: 'stale', unconfirmed: MANY + 1 });
  });
});
