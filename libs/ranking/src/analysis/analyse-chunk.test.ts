import { describe, expect, it } from 'vitest';
import { analyseChunk } from './analyse-chunk.js';
import { termId } from './term-id.js';
import { termIdsOf } from './tokens.js';

function counts(content: string, heading = ''): Record<string, readonly [number, number]> {
  const { terms, words } = analyseChunk({ heading, content });
  const at = (id: number) => terms.ids.indexOf(id);
  return Object.fromEntries(
    words.map((word) => [word, [terms.body[at(termId(word))] ?? -1, terms.title[at(termId(word))] ?? -1] as const]),
  );
}

const has = (content: string, term: string) => termIdsOf(content).has(termId(term));

describe('analyseChunk', () => {
  it('counts each term of the content and of the title apart, sorted by id, and every token in the length', () => {
    expect(counts('red blue red', 'red sky')).toEqual({ red: [2, 1], blue: [1, 0], sky: [0, 1] });
    const { terms } = analyseChunk({ heading: 'red sky', content: 'red blue red' });
    expect(terms.length).toBe(5);
    expect([...terms.ids]).toEqual([...terms.ids].sort((a, b) => a - b));
  });

  it('leaves out the lines before and behind a word, however many stand within it', () => {
    const line = '_'.repeat(1_000_000);
    expect(analyseChunk({ heading: '', content: `${line}moon${line} a${line}b` }).words).toEqual(['moon']);
  });

  it('indexes an identifier whole and in its parts', () => {
    const { words } = analyseChunk({ heading: '', content: 'getHTTPServer_v2 snake_case_name sha256 __init__' });
    expect(words).toEqual([
      'gethttpserver_v2',
      'get',
      'http',
      'server',
      'snake_case_name',
      'snake',
      'case',
      'name',
      'sha256',
      'sha',
      'init',
    ]);
    expect(has('sha256', '256')).toBe(true);
  });

  it('stems words of ASCII letters and no others', () => {
    expect(has('Connections', 'connect')).toBe(true);
    expect(has('réunions', 'réunions')).toBe(true);
    expect(has('running2', 'running2')).toBe(true);
  });

  it('folds case and compatibility forms: ﬁ, full width, sharp s, final sigma, soft hyphen', () => {
    expect(has('ﬁle ＡＢＣ', 'file')).toBe(true);
    expect(has('ＡＢＣ', 'abc')).toBe(true);
    expect(termIdsOf('STRASSE')).toEqual(termIdsOf('Straße'));
    expect(termIdsOf('ΟΔΟΣ')).toEqual(termIdsOf('οδος'));
    expect(has('con\u00adtainer', 'contain')).toBe(true);
  });

  it('indexes Han, Kana, Thai and Hangul as overlapping pairs, apart from the Latin words between them', () => {
    expect([...termIdsOf('东京都')]).toEqual(['东京', '京都'].map(termId));
    expect([...termIdsOf('データ')]).toEqual(['デー', 'ータ'].map(termId));
    expect([...termIdsOf('Node入门')]).toEqual(['node', '入门'].map(termId));
    expect(has('한국어', '국어') && has('ภาษา', 'าษ') && has('猫', '猫')).toBe(true);
  });

  it('keeps Arabic words whole and their marks with them', () => {
    expect(has('قاعدة البيانات', 'البيانات')).toBe(true);
    expect(has('कंप्यूटर', 'कंप्यूटर')).toBe(true);
  });

  it('keeps stop words in the index and numbers out of the vocabulary', () => {
    expect(has('to be', 'be')).toBe(true);
    expect(analyseChunk({ heading: '', content: '2026 a x86 to' }).words).toEqual(['x86', 'to']);
  });

  it('caps a count at 255 and keeps a word of a million letters whole', () => {
    const { terms } = analyseChunk({ heading: '', content: 'word '.repeat(1000) });
    expect([...terms.body]).toEqual([255]);
    expect(terms.length).toBe(1000);
    expect(analyseChunk({ heading: '', content: 'aB'.repeat(500_000) }).terms.length).toBe(1);
  });

  it('survives text that is no text', () => {
    for (const content of ['', '🎉👨‍👩‍👧', '\ud800 \udfff', '\u0000\u0001', '____', '( ) + - && ||']) {
      expect(analyseChunk({ heading: content, content }).terms.length).toBe(0);
    }
  });
});
