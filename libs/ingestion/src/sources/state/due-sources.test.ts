import { syncWebQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { DueSources, isComparedAtStart } from './due-sources.js';
import { MemoryPages } from '../memory-pages.fixture.js';
import { noteSourceState } from './source-state.js';

let bed: Testbed;
const pages = new MemoryPages();
beforeEach(async () => {
  bed = await Testbed.open();
  pages.pages.set('https://example.org/', 'A page.');
  await bed.start({ readers: { web: pages } });
});
afterEach(() => bed.close());

const add = async (web?: { recheck_minutes: number }) => {
  const location = 'https://example.org/';
  await new AddSource({ ...bed.collaborators, readers: { web: pages } }).run({ location, web });
  await bed.idle();
};

it('asks for a sync when its minutes have gone by, once', async () => {
  await add({ recheck_minutes: 10 });
  const due = new DueSources(bed.collaborators);
  expect(await due.run()).toBe(0);
  bed.clock.moveOn(9 * 60_000);
  expect(await due.run()).toBe(0);
  bed.clock.moveOn(61_000);
  expect([await due.run(), await due.run()]).toEqual([1, 0]);
  await bed.idle();
  bed.clock.moveOn(10 * 60_000 + 1000);
  expect(await due.run()).toBe(1);
});

it('asks for a sync of what was synced, or asked for, while the clock was a year ahead', async () => {
  const yearMs = 365 * 86_400_000;
  bed.clock.moveOn(yearMs);
  await add({ recheck_minutes: 10 });
  const due = new DueSources(bed.collaborators);
  bed.clock.moveOn(11 * 60_000);
  expect(await due.run()).toBe(1);
  await bed.idle();
  bed.clock.moveOn(-yearMs);
  expect(await due.run()).toBe(1);
  await bed.idle();
  expect(await due.run()).toBe(0);
});

it('asks for a sync of what was left as being synced, once nothing syncs', async () => {
  await add({ recheck_minutes: 10 });
  const due = new DueSources(bed.collaborators);
  for await (const { id } of bed.catalog.sources.list()) await noteSourceState(bed.catalog, id, { state: 'syncing' });
  expect(await due.run()).toBe(0);
  bed.clock.moveOn(11 * 60_000);
  const { id: other } = await bed.queues.add(syncWebQueue, { source_id: 'another' }, { delayMs: 60_000 });
  expect(await due.run()).toBe(0);
  await bed.queues.cancel(other);
  expect(await due.run()).toBe(1);
  await bed.idle();
  for await (const source of bed.catalog.sources.list()) expect(source.state).toBe('idle');
});

it('leaves pages alone that nobody wants looked at again, also when a server starts', async () => {
  await add();
  bed.clock.moveOn(30 * 86_400_000);
  expect(await new DueSources(bed.collaborators).run()).toBe(0);
  for await (const source of bed.catalog.sources.list()) {
    expect(isComparedAtStart(source)).toBe(false);
    expect(isComparedAtStart({ ...source, state: 'stale' })).toBe(true);
    expect(isComparedAtStart({ ...source, kind: 'folder' })).toBe(true);
  }
});
