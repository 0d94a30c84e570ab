import { expect, it } from 'vitest';
import { documentNames, type CalledDocument } from './document-names.js';

const names = (document: Partial<CalledDocument>) => documentNames({ title: '', source: 'vault', type: 'note', ...document });

it('a document is called by its title and by its file without the ending', () => {
  expect(names({ title: 'What Anna likes', path: 'people/Anna.md' })).toEqual(['What Anna likes', 'Anna']);
  expect(names({ title: 'Anna.md', path: 'people\\Anna.md' })).toEqual(['Anna']);
  expect(names({ title: 'ipaddr.js' })).toEqual(['ipaddr.js']);
});

it.each([
  ['0042-retries.md', ['0042-retries', 'retries']],
  ['2024-05-01 Anna.md', ['2024-05-01 Anna', 'Anna']],
  ['3. Installation.md', ['3. Installation', 'Installation']],
  ['1) First.md', ['1) First', 'First']],
  ['3D printing.md', ['3D printing']],
  ['2024-05-01.md', ['2024-05-01']],
])('by %s also without the number or the day in front', (path, expected) => {
  expect(names({ path })).toEqual(expected);
});

it('by the names that its author gives it besides', () => {
  expect(names({ title: 'Anna', metadata: { aliases: ['Anni', ' Nan ', 7, ''] } })).toEqual(['Anna', 'Anni', 'Nan']);
  expect(names({ title: 'Anna', metadata: { alias: 'Anni, Nan' } })).toEqual(['Anna', 'Anni', 'Nan']);
  expect(names({ metadata: { aliases: Array.from({ length: 30 }, (_, n) => `name ${n.toString()}`) } })).toHaveLength(20);
});

it('a file that says nothing by its name is called as its folder, or its source', () => {
  expect(names({ title: 'Fast', path: 'packages/fastify/README.md' })).toEqual(['Fast', 'README', 'fastify']);
  expect(names({ title: 'Fast', path: 'readme.md' })).toEqual(['Fast', 'readme', 'vault']);
});

it('a page is called by its title, not by its address, and code by none of these', () => {
  expect(names({ title: 'Operations', path: 'https://docs.example.com/kafka/ops.html' })).toEqual(['Operations']);
  expect(names({ title: 'retry.ts', path: 'src/retry.ts', type: 'code' })).toEqual([]);
});
