import { join } from 'node:path';
import { analyseChunk } from '@tributary/ranking';
import { expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

it('front matter is kept and found by its words, and does not blur the meaning of the passage it begins', async () => {
  await using bed = await Testbed.open();
  await bed.start();
  const head = '---\ncreated: 2024-03-01\naliases: [levain]\n---\n';
  await bed.write('kitchen/bread.md', `${head}\nFeed the starter twice a day.\n`);
  await bed.write('kitchen/only.md', head);
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'kitchen'), collection: 'kitchen' });
  await bed.idle();
  const [bread, only] = await bed.points('kitchen');
  expect(bread?.payload).toMatchObject({ content: `${head}\nFeed the starter twice a day.`, chunk_type: 'front_matter', total_chunks: 1 });
  const [levain = 0] = analyseChunk({ heading: '', content: 'levain' }).terms.ids;
  expect(bread?.features.terms.ids).toContain(levain);
  expect(only?.payload.content).toBe(head.trim());
  expect([...bed.provider.texts].sort()).toEqual(['bread.md\nFeed the starter twice a day.', `only.md\n${head.trim()}`]);
});
