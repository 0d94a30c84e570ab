import { md5Uuid } from '@tributary/kernel/ids';
import { expect, it } from 'vitest';
import { foreignPointId, foreignPointIds } from './foreign-point-ids.js';

const UUID = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';

it('takes a UUID in lower case, and makes one of any other text', () => {
  expect(foreignPointId(UUID)).toBe(UUID.toLowerCase());
  expect(foreignPointId('notes/a.md')).toBe(md5Uuid('notes/a.md'));
});

it('knows a point by its id as it is written, and by what was made of it', () => {
  expect(foreignPointIds(UUID)).toEqual([UUID, UUID.toLowerCase(), md5Uuid(UUID)]);
  expect(foreignPointIds('notes/a.md')).toEqual(['notes/a.md', md5Uuid('notes/a.md')]);
});
