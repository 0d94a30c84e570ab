import { describe, expect, it } from 'vitest';
import { strangeWords, withFunctionWordsAside } from './foreign-query.js';
import { withOtherWritings } from './other-writings.js';
import { parseQuery } from './parse-query.js';

const ENGLISH = new Set(['comment', 'debian', 'des', 'install', 'les', 'package', 'partitions', 'server', 'system', 'what']);
const read = (query: string) => withOtherWritings(parseQuery(query));
const strangeIn = (query: string) => strangeWords(read(query), (word) => ENGLISH.has(word));

describe('the strange words of a query', () => {
  it('are told where most of its words are strange to the model', () => {
    expect(strangeIn('Pakete automatisch aktualisieren')).toEqual(['pakete', 'automatisch', 'aktualisieren']);
    expect(strangeIn('Server sicher verschlüsseln')).toEqual(['sicher', 'verschlüsseln']);
    expect(strangeIn('Server verschlüsseln')).toBeUndefined();
    expect(strangeIn('install Kowalczyk server package')).toBeUndefined();
    expect(strangeIn('install package')).toBeUndefined();
    expect(strangeIn('日本語 2026')).toBeUndefined();
  });

  it('are told where the model has the function words of another language, as words of English texts', () => {
    expect(strangeIn('Comment chiffrer les partitions Debian ?')).toEqual(['chiffrer']);
    expect(strangeIn('Comment installer des partitions Debian')).toEqual(['installer']);
    expect(strangeIn('comment for the install package')).toBeUndefined();
  });

  it.each([
    ['Wann kommt die X400?', ['kommt']],
    ['Wie viel kostet E-17 in 2026', ['kostet']],
  ])('are told beside codes and numbers, which are of no language: %s', (query, words) => {
    expect(strangeIn(query)).toEqual(words);
  });

  it('are told by elided words, and not by letters that stand alone', () => {
    expect(strangeIn("l'imprimante d’un system server")).toEqual(['imprimante']);
    expect(strangeIn('carence vitamine D system server')).toBeUndefined();
    expect(strangeIn("what's Kowalczyk's system")).toBeUndefined();
    expect(strangeIn('imprimante E-26 des system')).toEqual(['imprimante']);
  });

  it('are not told by acronyms that are written like function words', () => {
    expect(strangeIn('des paquets Debian')).toEqual(['paquets']);
    expect(strangeIn('DES paquets Debian')).toBeUndefined();
    const { terms } = withFunctionWordsAside(read('DES verschlüsseln mit OpenSSL'));
    expect(terms.filter(({ matchWeight }) => matchWeight !== undefined).map(({ word }) => word)).toEqual(['mit']);
  });

  it('are no short words, function words and other writings', () => {
    expect(strangeIn('Uhr morgen stellen')).toEqual(['morgen', 'stellen']);
    expect(strangeIn('Welche Schlüssel erzeuge ich sofort')).toEqual(['schlüssel', 'erzeuge', 'sofort']);
  });
});

describe('function words of a foreign query', () => {
  it('count a fifth, their other writings too, but in full where they tell collections apart', () => {
    const { terms } = withFunctionWordsAside(read('Schlüssel während Start'));
    expect(terms.map(({ word, weight, placingWeight, matchWeight }) => [word, weight, placingWeight, matchWeight])).toEqual([
      ['schlüssel', 1, 1, undefined],
      ['während', 0.2, 1, 0.2],
      ['start', 1, 1, undefined],
      ['schlüsselwährend', 1, 1, undefined],
      ['währendstart', 1, 1, undefined],
      ['schlussel', 1, 1, undefined],
      ['schluessel', 1, 1, undefined],
      ['wahrend', 0.2, 1, 0.2],
      ['waehrend', 0.2, 1, 0.2],
    ]);
    const other = withFunctionWordsAside(read('Cómo está'));
    expect(other).toEqual(read('Cómo está'));
    expect(withFunctionWordsAside(read('podría después instalar')).terms.every(({ matchWeight }) => matchWeight === undefined)).toBe(true);
  });
});
