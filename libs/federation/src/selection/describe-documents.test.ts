import { localOwner } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { DescribeDocuments } from './describe-documents.use-case.js';

const context = { principal: localOwner, signal: new AbortController().signal };

it('describes a collection by what everybody may read of it', async () => {
  await using bed = await Testbed.open();
  await bed.collection('garden', [
    { key: 'a', title: 'Tomatoes', text: 'Tomatoes ripen in the greenhouse.' },
    { key: 'b', title: 'Beans', text: 'Beans climb up the trellis beside the greenhouse.', acl: ['*'] },
    { key: 'c', title: 'Surprise', text: 'The birthday marquee is hired from Zwingli.', user_id: 'anna' },
    { key: 'd', title: 'Payroll', text: 'The gardener earns plenty at Quarterman.', acl: ['group:board'] },
  ]);
  const description = await new DescribeDocuments(bed).run('garden', context);
  expect(description).toContain('greenhouse');
  expect(description).toContain('trellis');
  expect(description).not.toMatch(/marquee|zwingli|surprise|payroll|quarterman|gardener/i);
});

it('says where there is nothing to describe', async () => {
  await using bed = await Testbed.open();
  await bed.collection('mine', [{ key: 'c', text: 'The birthday marquee is hired.', user_id: 'anna' }]);
  await expect(new DescribeDocuments(bed).run('mine', context)).rejects.toMatchObject({ code: 'COLLECTION.NO_TEXT' });
  await expect(new DescribeDocuments(bed).run('unheard', context)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
});

it('quotes of an adopted collection what everybody may read, wherever its maker keeps whose a row is', async () => {
  await using bed = await Testbed.open();
  await bed.collection('garden', [{ key: 'a', text: 'Tomatoes ripen.' }]);
  const payloads = [
    { text: 'Beans climb up the trellis beside the greenhouse.', metadata: {} },
    { text: 'The birthday marquee is hired from Zwingli.', metadata: { owner: 'anna' } },
    { text: 'The gardener earns plenty at Quarterman.', metadata: { owner: { id: 'anna' } } },
  ];
  const points = payloads.map((payload, at) => ({ id: at.toString(), payload, vectors: new Map([['', new Float32Array(256)]]) }));
  const vectors = [{ name: '', kind: 'dense' as const, dimension: 256 }];
  bed.foreign.set('theirs', { name: 'theirs', vectors, metadata: {}, points });
  const template = await bed.catalog.collections.get('garden');
  if (!template) throw new Error('no record');
  const fields = { text: 'text', metadata: 'metadata', user_id: 'metadata.owner' };
  const card = { ...template.card, vectors: { dense: '' }, fields };
  await bed.catalog.collections.change('theirs', () => ({
    set: { ...template, name: 'theirs', engine: 'elsewhere', adopted: 'theirs', card },
  }));
  const description = await new DescribeDocuments(bed).run('theirs', context);
  expect(description).toContain('trellis');
  expect(description).not.toMatch(/marquee|zwingli|quarterman|gardener/i);
});
