import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inOwnWords } from './own-words.js';

const LIBRARIES = join(import.meta.dirname, '../../../../libs');
/** A string or template of one line that is a sentence to people. */
const SENTENCE = /'([^'\n]{1,400}\.)'|`((?:[^`\\\n]|\\.){1,400}\.)`/g;
const ADVICE =
  /list_collections|max_collections|min_relevance|per_document|deadline_ms|wait_ms|start_line|"collapse"|`after`|`collection`|raise limit|(?:by|try) algorithm|store or ingest|leave out filter/;
/** What is said of the request itself, and to servers and assistants alone. */
const NOT_ADVISED = /\.describe\(|description: |^\s*(?:\*|\/)|Answers at once with a job id|Give it longer in rerankers/;

/** The sentences of the operations that name what a request has, with values put in. */
async function advices(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('{federation,gateway,ingestion,kernel}/src/**/*.ts', { cwd: LIBRARIES })) {
    if (file.endsWith('.test.ts')) continue;
    for (const line of (await readFile(join(LIBRARIES, file), 'utf8')).split('\n')) {
      if (NOT_ADVISED.test(line)) continue;
      const said = [...line.matchAll(SENTENCE)].map(
        ([, plain, template]) => plain ?? template?.replaceAll(/\$\{[^}]*\}/g, '7').replaceAll('\\`', '`') ?? '',
      );
      found.push(...said.filter((sentence) => ADVICE.test(sentence)));
    }
  }
  return found;
}

it('every advice of the operations is said in options and commands', async () => {
  const all = await advices();
  expect(all.length).toBeGreaterThanOrEqual(20);
  expect(all.map((sentence) => inOwnWords(sentence)).filter((sentence) => ADVICE.test(sentence))).toEqual([]);
});

describe('a name stays as it was given', () => {
  const names = [
    'list_collections',
    'list_collections (tributary collections)',
    'max_collections',
    'min_relevance',
    'per_document',
    'per_document-docs',
    'deadline_ms',
    'wait_ms',
    '`collection`',
    '"collapse": false',
    'raise limit',
    'raise token_budget',
    'by algorithm hybrid',
    'store or ingest something first',
    'leave out filter, since and until',
  ];
  it.each(names)('%s', (name) => {
    for (const sentence of [
      `No collection fits ${name}: did you mean ${name}? There are: ${name}.`,
      `/srv/notes/${name}/none is not there: name a file or folder.`,
      `Nothing there has a field "${name}": there are ${name} and ${name}.`,
      `Every passage found lacks "${name}": leave out the quotation marks to look for the words.`,
    ])
      expect(inOwnWords(sentence)).toBe(sentence);
    expect(inOwnWords(`There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`)).toBe(
      `There is no collection ${name}: "tributary collections" shows the ones there are.`,
    );
    expect(inOwnWords(`${name} is behind: no time. Search again in a moment, or with a longer wait_ms.`)).toBe(
      `${name} is behind: no time. Search again in a moment, or with a longer --wait.`,
    );
  });
});
