import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { readEvidence } from './evidence.ts';

const relevance = (signals: Record<string, number>) => {
  return { set: 'a', query: '1', home: [{ signals, gain: 1 }], wrong: [], allWrong: [], gains: [1] };
};
const joint = { set: 'b', heterogeneity: 1, cut: 'all', query: '2', joint: [], gains: [] };

async function written(lines: readonly object[]) {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'evidence.jsonl');
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { path, [Symbol.asyncDispose]: () => folder.remove() };
}

it('reads lists of both kinds by set', async () => {
  await using file = await written([relevance({ query_terms: 3 }), joint]);
  const evidence = readEvidence(file.path);
  expect([...evidence.relevance.keys()]).toEqual(['a']);
  expect([...evidence.joint.keys()]).toEqual(['b']);
});

it('takes nothing that does not say how many terms a query has, and says what to do', async () => {
  await using file = await written([relevance({ document: 0.5 })]);
  expect(() => readEvidence(file.path)).toThrow('Write the file again');
});
