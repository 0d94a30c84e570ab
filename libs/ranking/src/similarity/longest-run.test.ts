import { describe, expect, it } from 'vitest';
import { LongestRun } from './longest-run.js';

const share = (query: string, text: string, tells: Readonly<Record<string, number>> = {}) =>
  new LongestRun(query, (word) => tells[word] ?? 1).shareIn(text);

describe('what a text has of a query word for word', () => {
  it('is all of it, whatever stands between words and however they are written', () => {
    expect(share('wearing both of his watches', 'He came in WEARING both\nof his (watches), and sat down.')).toBe(1);
    expect(share('Über die Brücke gehen', 'Wir sahen sie über die Brücke gehen.')).toBe(1);
  });

  it('is the part that stands at one place', () => {
    expect(share('one two three four five', 'one two three, and later four five')).toBeCloseTo(3 / 5, 12);
    expect(share('one two three four five', 'one two x three four five')).toBeCloseTo(3 / 5, 12);
    expect(share('one two three four one two three', 'one two three one two three four')).toBeCloseTo(4 / 7, 12);
  });

  it('counts words by what they tell', () => {
    const tells = { missing: 3, lock: 2, for: 0, job: 1, '42': 6 };
    expect(share('missing lock for job 42', 'Error: Missing lock for job %s.', tells)).toBeCloseTo(6 / 12, 12);
  });

  it('is nothing where fewer than three words stand beside each other, or in another order', () => {
    expect(share('one two three', 'one two, then three')).toBe(0);
    expect(share('one two three', 'three two one')).toBe(0);
    expect(share('one two three', 'oneself two threefold')).toBe(0);
    expect(share('one', 'one')).toBe(0);
    expect(share('of the and', 'of the and', { of: 0, the: 0, and: 0 })).toBe(0);
  });
});

describe('two words that are all of a query', () => {
  it('count less than three, and only as they stand there', () => {
    expect(share('Villa Aurora', 'In the villa\n aurora, above the bay.')).toBe(0.8);
    expect(share('Villa Aurora', 'The aurora over a villa; aurora. Villa')).toBe(0);
    expect(share('search .NET', 'To search a net, search net.')).toBe(0);
    expect(share('search .NET', 'You may search .NET for it.')).toBe(0.8);
  });

  it('are no parts of longer words', () => {
    expect(share('log in', 'Catalog information, catalog in formation.')).toBe(0);
    expect(share('man page', 'Human pages.')).toBe(0);
    expect(share('1.5', 'It costs 11.52 and 1.55.')).toBe(0);
    expect(share('log in', 'Catalog information; log in here.')).toBe(0.8);
  });

  it.each([
    ...[
      'Villa Aurora?',
      '"Villa Aurora".',
      '¿Villa Aurora?',
      '*Villa Aurora*',
      '— Villa Aurora',
      '#Villa Aurora',
      '- [ ] Villa Aurora',
      '`Villa Aurora`',
    ],
    ...['<Villa Aurora>', '‹Villa Aurora›', '「Villa Aurora」', '**Villa Aurora!** 👍🏽'],
  ])('are asked for with signs around them as without: %s', (query) => {
    expect(share(query, 'In the Villa Aurora.')).toBe(0.8);
    expect(share(query, `He said: ${query}`)).toBe(0.8);
  });

  it('are asked for with the signs that are part of a name', () => {
    for (const query of ['is C#', '*is C#*', '“is C#?”', 'is C\\#', 'is C++,', 'is .NET'])
      expect(share(query, 'It is C. It is net.')).toBe(0);
    for (const query of ['is C#', '*is C#*', '“is C#?”']) expect(share(query, 'It is C#.')).toBe(0.8);
    for (const query of ['.NET streams', '(.NET streams)', '**.NET streams**']) {
      expect(share(query, 'Of net streams and ASP.NET streams.')).toBe(0);
      expect(share(query, 'Of .NET streams.')).toBe(0.8);
    }
  });

  it('keep the marks of their letters', () => {
    expect(share('cafe olé\u0301', 'A cafe olé.')).toBe(0);
    expect(share('"हिन्दी भाषा"', 'यह हिन्दी भाषा है')).toBe(0.8);
  });

  it('may have letters beside them in scripts that part no words by blanks', () => {
    expect(share('东京 大学', '我在东京 大学学习')).toBe(0.8);
    expect(share('JR 東京', '新JR 東京駅')).toBe(0.8);
    expect(share('東京 Bay', 'An東京 Bay')).toBe(0.8);
    expect(share('東京 Bay', '東京 Bayern')).toBe(0);
    expect(share('ชา เย็น', 'ดื่มชา เย็นๆ')).toBe(0.8);
    expect(share('ភាសា ខ្មែរ', 'នៃភាសា ខ្មែរនេះ')).toBe(0.8);
  });

  it('are found among signs without end in no time', () => {
    const signs = '*— #.'.repeat(40_000);
    const started = performance.now();
    expect(share(`${signs}Villa Aurora${signs}`, `${signs}Villa Aurora${signs}`)).toBe(0.8);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('count nothing where one of them tells hardly anything', () => {
    expect(share('the aurora', 'He saw the aurora once.', { the: 0 })).toBe(0);
    expect(share('das Boot', 'Er nahm das Boot.', { das: 0.2 })).toBe(0);
  });
});

describe('what a text has of a message into which values were filled', () => {
  const filled = (query: string, text: string, values: readonly string[]) => new LongestRun(query, () => 1, values).shareIn(text);

  it('is all of it where it has all but the values', () => {
    const thrown = 'throw new Error(`upstream answered ${status} for ${target.url} after ${attempts} attempts`)';
    expect(filled('upstream answered 503 for http://a.org/x after 3 attempts', thrown, ['503', 'http://a.org/x', '3'])).toBe(1);
    expect(filled("X: no adapters found for 'htp'", 'raise X(f"no adapters found for {url!r}")', ['X', "'htp'"])).toBe(1);
  });

  it('is no more than a part where other words than those of a placeholder stand between', () => {
    const far = 'no lock is held by any of the other workers for this job now';
    expect(filled('no lock is held by 7 for this job', far, ['7'])).toBeCloseTo(5 / 8, 12);
    expect(filled('no lock is held by 7 for this job', 'no lock was held', ['7'])).toBe(0);
  });

  it('is told of the whole query where little but values is left', () => {
    expect(filled('port 8080 taken', 'port 8080 taken', ['8080'])).toBe(1);
    expect(filled('port 8080 taken', 'port %d taken', ['8080'])).toBe(0);
  });
});

it('tells queries of which no text can have a run', () => {
  const may = (query: string, weight = 1) => new LongestRun(query, () => weight).mayBeSaid;
  expect([may('one two three'), may('one two'), may('one'), may('one two three', 0)]).toEqual([true, true, false, false]);
});
