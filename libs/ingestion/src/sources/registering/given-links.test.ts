import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from './add-source.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  for (const release of ['rel1', 'rel2']) await bed.write(`${release}/a.md`, `Of ${release}.`);
});
afterEach(() => bed.close());

const place = (name: string) => join(bed.folder, name);
const add = (name: string) => new AddSource(bed.collaborators).run({ location: place(name) });

async function lead(target: string): Promise<void> {
  await rm(place('current'), { force: true });
  await symlink(target, place('current'));
}

it('of a link is told what it leads to, and which source it led to before', async () => {
  await lead('rel1');
  const one = await add('current');
  expect(one.link).toEqual({ path: place('current'), leadsTo: place('rel1'), before: [] });
  expect((await add('current')).link).toEqual({ path: place('current'), before: [] });
  await lead('rel2');
  const two = await add('current');
  expect(two.sourceId).not.toBe(one.sourceId);
  expect(two.link).toEqual({ path: place('current'), leadsTo: place('rel2'), before: [one.sourceId] });
  await lead('rel1');
  expect((await add('current')).link).toEqual({ path: place('current'), before: [two.sourceId] });
});

it('of a place itself, and of a source that was given by another name, nothing is told', async () => {
  expect((await add('rel1')).link).toBeUndefined();
  await lead('rel2');
  expect((await add('current')).link?.before).toEqual([]);
  expect((await add('rel2')).link).toBeUndefined();
});
