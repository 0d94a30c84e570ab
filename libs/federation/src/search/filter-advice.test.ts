import type { Filter } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { filterAdvice } from './filter-advice.js';

const by = (key: string, value: string): Filter => ({ must: [{ key, match: { value } }] });

it.each<readonly [string, Filter, readonly string[]]>([
  [
    'a field that no passage has',
    { should: [{ key: 'colour', match: { value: 'red' } }, { is_empty: { key: 'shape' } }] },
    [
      'No passage has a field "colour", "shape": the fields are title, path, source, lang, type, tags, created_at, modified_at, metadata.<name>.',
    ],
  ],
  [
    'a field as hits show it',
    by('metadata.lang', 'css'),
    ['What a hit shows under metadata as lang is filtered by "lang", not "metadata.lang".'],
  ],
  [
    'a type that there is not',
    { must: { must: [{ key: 'type', match: { any: ['Code', 'doc'] } }] } },
    ['A type is one of code, doc, web, note, memory, not "Code".'],
  ],
  ['a language in capitals', by('lang', 'TypeScript'), ['Languages are written small and in full, such as "typescript".']],
  ['a language by its ending', by('lang', 'py'), ['Languages are written small and in full, such as "python".']],
  [
    'the folder of a path',
    by('path', 'src/auth'),
    ['A path is compared whole: {"key":"path","match":{"text":"src/auth"}} looks for its words.'],
  ],
  [
    'the path of a file, which may be whole',
    by('path', 'notes/empty.md'),
    [
      'A path is compared whole, as hits show it, and a file without text has no passage: {"key":"path","match":{"text":"notes/empty.md"}} looks for its words.',
    ],
  ],
  [
    'a repository, which few passages have',
    { must: [{ key: 'repo', match: { any: ['gin', 'cobra'] } }] },
    ['Few passages have a repo: {"key":"source","match":{"value":"gin"}} asks for what was indexed under that name.'],
  ],
  [
    'addresses in place of ids',
    { must: [{ has_id: ['tributary://notes/a#0'] }] },
    ['Of a hit, has_id takes the id; its uri is for fetch.'],
  ],
  [
    'nothing, where passages may meet it',
    { must: [...['type', 'lang'].map((key) => ({ key, match: { value: 'code' } })), { key: 'metadata.edition', range: { gt: 3 } }] },
    [],
  ],
])('tells of a filter that admitted nothing: %s', (_, filter, advice) => {
  expect(filterAdvice(filter)).toEqual(advice);
});

it('is part of the answer that is empty, and of no other', async () => {
  await using bed = await Testbed.open();
  await bed.collection('notes', [{ key: 'tides', title: 'Tides', text: 'A report about tides.' }]);
  const { notes } = await bed.run({ query: 'tides', filter: by('type', 'Doc') });
  expect(notes).toEqual([expect.stringMatching(/^No passage that the filter .* A type is one of code, .*, not "Doc"\.$/)]);
  expect(await bed.run({ query: 'tides', filter: { should: [by('type', 'Doc'), by('type', 'doc')] } })).toMatchObject({
    hits: [{ title: 'Tides' }],
    notes: [],
  });
});
