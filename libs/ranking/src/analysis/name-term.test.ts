import { expect, it } from 'vitest';
import { analyseChunk } from './analyse-chunk.js';
import { isSameName, nameTerms, withNameTerms } from './name-term.js';
import { termId } from './term-id.js';

it.each([
  ['Chapter 01', 'chapter_01'],
  ['Chapter 01', '"Chapter 01"'],
  ['Gäste', 'GASTE'],
  ['Straße', 'STRASSE'],
  ['Zoë Müller', 'zoe mueller'],
  ['Mueller', 'Müller'],
  ['what is new', 'What’s new'.replace('’s', ' is')],
  ['日記', '「日記」'],
  ['Артём', 'артем'],
  ['ПЁТР', 'Петр'],
  ['Арте\u0308м', 'Артём'],
  ['שָׁלוֹם', 'שלום'],
  ['\ufb2a\ufb35', 'שו'],
  ['מִרְיָם־לֵאָה', 'מרים לאה'],
  ['مُحَمَّد', 'محمد'],
  ['محـــمد', 'محمد'],
  ['الرَّحْمٰن', 'الرحمن'],
  ['learn-c++', 'Learn C++'],
  ['c#_basics', 'C# basics'],
  ['intro-to-c#', 'intro to C#'],
  ['intro.to.c#', 'intro to C#'],
  ['R&D_plan', 'R&D plan'],
  ['I-O model', 'I/O model'],
  ['A*_search', 'a* search'],
  ['learn-.NET-core', 'learn .net core'],
])('%j and %j are one name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
  expect(nameTerms(one).some((id) => nameTerms(other).includes(id))).toBe(true);
});

it.each([
  ['C', 'C#'],
  ['C', 'C++'],
  ['C++', 'C#'],
  ['learn-c++', 'learn c#'],
  ['learn-c++', 'learn c'],
  ['Chapter 01', 'Chapter 1'],
  ['Plan', 'Plans'],
  ['パス', 'バス'],
  ['мой', 'мои'],
  ['की', 'का'],
  ['Андрій', 'Андріи'],
  ['Київ', 'Киів'],
  ['أحمد', 'احمد'],
  ['مؤمن', 'مومن'],
  ['אדם', 'אדמ'],
  ['Müller', 'Moller'],
])('%j and %j are two', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
  expect(nameTerms(one).some((id) => nameTerms(other).includes(id))).toBe(false);
});

it.each([
  ['A*', 'A'],
  ['.NET', 'Net'],
  ['A*_search', 'a_search'],
  ['learn-.net', 'learn-net'],
])('%j and %j are two, though one term stands for both', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
  expect(isSameName(one, one)).toBe(true);
});

it.each(['', ' … ', 'x'.repeat(121)])('%j is none', (name) => {
  expect(nameTerms(name)).toEqual([]);
  expect(isSameName(name, name)).toBe(false);
});

it('is no term of a text that says the word', () => {
  expect(nameTerms('anna')).not.toContain(termId('anna'));
});

it('stands in order beside the terms of a passage, once, in its title, and adds nothing to its length', () => {
  const { terms } = analyseChunk({ heading: 'people', content: 'Anna is tall. Anna is old.' });
  const named = withNameTerms(terms, ['Anna', 'ANNA', 'Nan']);
  const further = [...nameTerms('anna'), ...nameTerms('nan')];
  expect([...named.ids]).toEqual([...terms.ids, ...further].sort((a, b) => a - b));
  expect(named.length).toBe(terms.length);
  const countsOf = ({ ids, body, title }: typeof terms, id: number) => [body[ids.indexOf(id)], title[ids.indexOf(id)]];
  for (const id of terms.ids) expect(countsOf(named, id)).toEqual(countsOf(terms, id));
  for (const id of further) expect(countsOf(named, id)).toEqual([0, 1]);
  expect(withNameTerms(terms, [' '])).toBe(terms);
});
