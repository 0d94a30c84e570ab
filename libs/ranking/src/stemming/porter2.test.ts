import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { porter2 } from './porter2.js';

const require = createRequire(import.meta.url);
// safe: the package has no types of its own; this is what its README documents
const snowball = require('snowball-stemmers') as { newStemmer(language: 'english'): { stem(word: string): string } };

/** Lower-case words of the declarations and documents that come with the development tools: real technical English, the same for one lock file. */
function realWords(): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of ['typescript', 'eslint/package.json', 'zod', '@types/node/package.json'].flatMap((name) =>
    textsBeside(require.resolve(name)),
  )) {
    for (const word of readFileSync(file, 'utf8')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [])
      words.add(word);
  }
  return words;
}

function textsBeside(entry: string): string[] {
  return readdirSync(dirname(entry), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(d\.ts|md|js)$/.test(name))
    .map((name) => join(dirname(entry), name));
}

describe('porter2', () => {
  it('stems tens of thousands of real words as the reference implementation does', () => {
    const reference = snowball.newStemmer('english');
    const words = [...realWords()];
    const different = words
      .filter((word) => porter2(word) !== reference.stem(word))
      .map((word) => `${word}: ${porter2(word)} / ${reference.stem(word)}`);
    expect(words.length).toBeGreaterThan(20_000);
    expect(different).toEqual([]);
  });

  it('keeps the exceptions of the published algorithm', () => {
    expect(['skies', 'dying', 'news', 'early', 'proceed', 'generously', 'communication'].map(porter2)).toEqual([
      'sky',
      'die',
      'news',
      'earli',
      'proceed',
      'generous',
      'communic',
    ]);
  });
});
