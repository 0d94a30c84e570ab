import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingProofs } from './proofs.js';
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
    expect(missingProofs([row], [ended])).toEqual([]);
    expect(missingProofs([row], [])).toEqual(['000-1: no test of this title ran in a.test.ts: a > answers [000-1]']);
    expect(missingProofs([row], [{ ...ended, state: 'skipped' }])).toEqual(['000-1: its test skipped: a > answers [000-1]']);
    expect(missingProofs([{ ...row, title: 'a > answers' }], [])).toEqual([
      '000-1: the title of its test does not carry the id: a > answers',
    ]);
  });
});

/** Line breaks and the documents' marks for emphasis are not words. */
function plain(text: string): string {
  return text
    .replace(/[*`_#|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
