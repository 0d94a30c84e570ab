import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sortRows, summaryOf } from './proofs.js';
import { readRows } from './rows.js';

const documents = process.env['TRIBUTARY_TEST_REQUIREMENTS_DIR'] ?? '';

describe('the table of requirements', () => {
  it('quotes the documents word for word', async (context) => {
    if (documents === '') return context.skip('no requirement documents: name their folder in TRIBUTARY_TEST_REQUIREMENTS_DIR');
    const names = await readdir(documents);
    for (const [number, rows] of await readRows()) {
      const name = names.find((one) => one.startsWith(`${number}_`)) ?? '';
      const text = plain(await readFile(join(documents, name), 'utf8'));
      expect(rows.filter(({ quote }) => !text.includes(plain(quote))).map(({ id, quote }) => `${id}: ${quote}`)).toEqual([]);
    }
  });

  it('takes a test for a proof only where it ran, passed and carries the id', () => {
    const row = { id: '000-1', quote: 'It answers.', test: 'a.test.ts', title: 'a > answers [000-1]' };
    const ended = { file: 'a.test.ts', title: 'a > answers [000-1]', state: 'passed' };
    expect(sortRows([row], [ended])).toEqual({ proved: [row], measured: [], missing: [] });
    const missing = (given: typeof row, ...tests: (typeof ended)[]) => sortRows([given], tests).missing;
    expect(missing(row)).toEqual(['000-1: no test of this title ran in a.test.ts: a > answers [000-1]']);
    expect(missing(row, { ...ended, state: 'skipped' })).toEqual(['000-1: its test skipped: a > answers [000-1]']);
    expect(missing({ ...row, title: 'a > answers' })).toEqual(['000-1: the title of its test does not carry the id: a > answers']);
  });

  it('tells what was measured some day from what a test proves, with that day and commit', async () => {
    const row = { id: '000-1', quote: 'It answers.', test: 'a.test.ts', title: 'a > answers [000-1]' };
    const measured = { ...row, id: '000-2', title: 'a > is quick [000-2]', measured: 'search' };
    const later = { id: '000-3', quote: 'It flies.', later: 'no wings' };
    const tests = [row, measured].map(({ test: file, title }) => ({ file, title, state: 'passed' }));
    const sorted = sortRows([row, measured, later], tests);
    expect(sorted).toEqual({ proved: [row], measured: [measured], missing: [] });
    expect(await summaryOf(sorted)).toMatch(/^1 proved, 1 measured \(search \d{4}-\d\d-\d\d at [\da-f]+\), 0 not$/);
  });

  it('calls measured exactly what reads figures that are kept', async () => {
    const rows = [...(await readRows()).values()].flat();
    const measured = rows.filter((row) => row.measured !== undefined).map(({ id }) => id);
    expect(measured).toEqual(['002-40', '004-46', '004-47', '004-48', '004-49', '004-64', '004-66', '004-67']);
  });
});

/** Line breaks and the documents' marks for emphasis are not words. */
function plain(text: string): string {
  return text
    .replace(/[*`_#|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
