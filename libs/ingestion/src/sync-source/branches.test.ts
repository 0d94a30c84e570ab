import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const MANY = 40;

describe('documents of a repository', () => {
  let bed: Testbed;
  let id: string;
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
    for (let n = 0; n < MANY; n++) await bed.write(`notes/app/${n.toString()}.md`, `Note number ${n.toString()}.`);
    await bed.write('notes/beside.md', 'Beside it.');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'all');
    ({ sourceId: id } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') }));
    await bed.idle();
  });
  afterEach(() => bed.close());

  function git(...args: readonly string[]): void {
    const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    execFileSync('git', ['-C', join(bed.folder, 'notes/app'), ...settings, ...args], { stdio: 'pipe' });
  }

  const summary = () => new SummariseSource(bed.collaborators).run(id);

  async function sync(more: { paths?: string[] } = {}): Promise<void> {
    await bed.queues.add(syncLocalQueue, { source_id: id, ...more });
    await bed.idle();
  }

  it.each([
    ['as a whole comparison finds it', {}],
    ['as a watcher tells of it', { paths: ['app'] }],
  ])('go with the branch that has them, however many they are: %s', async (_, how) => {
    git('checkout', '-q', '--orphan', 'site');
    git('rm', '-qrf', '.');
    await sync(how);
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
    // Nothing of it counts as lost afterwards.
    expect((await bed.collaborators.catalog.sources.get(id))?.lost ?? []).toEqual([]);
    git('checkout', '-q', '-f', 'main');
    await sync();
    expect(await summary()).toMatchObject({ state: 'idle', documents: MANY + 1 });
  });

  it('wait for a confirmation where their files alone are gone', async () => {
    for (let n = 0; n < MANY; n++) await rm(join(bed.folder, `notes/app/${n.toString()}.md`));
    await sync();
    expect(await summary()).toMatchObject({ state: 'stale', documents: MANY + 1, unconfirmed: MANY });
    git('add', '-A');
    await sync();
    expect(await summary()).toMatchObject({ state: 'idle', documents: 1 });
  });
});
