import { readFile } from 'node:fs/promises';
import { EvaluationReport, compareReports } from '@tributary/evaluation';
import { describe, expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const folder = process.env['TRIBUTARY_TEST_EVAL_DIR'] ?? '';
/** Made by `npm run -s eval -- --collections DIR --only claude-docs,md-wikitexts --json FILE`, and made anew when the answers become better. */
const BASELINE = new URL('quality-baseline.json', import.meta.url);

describe('the quality of answers', { timeout: 240_000 }, () => {
  it('does not fall below what was reached before, on two judged collections', async (context) => {
    if (folder === '') return context.skip('no evaluation sets: name their folder in TRIBUTARY_TEST_EVAL_DIR');
    const baseline = EvaluationReport.parse(JSON.parse(await readFile(BASELINE, 'utf8')));
    const args = ['eval', '--collections', folder, '--only', 'claude-docs,md-wikitexts', '--in-process', '--json'];
    const { code, stdout, stderr } = await tributary(args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const compared = compareReports(EvaluationReport.parse(JSON.parse(stdout)), baseline);
    expect(compared.map(({ run, queries }) => [run, queries])).toEqual(
      ['claude-docs', 'md-wikitexts'].flatMap((name) =>
        ['semantic', 'keyword', 'fuzzy', 'hybrid'].map((lane) => [`${name}/${lane}`, name === 'claude-docs' ? 100 : 144]),
      ),
    );
    // Below it beyond chance: the 95 % interval of the difference by query ends below 0.
    expect(compared.filter(({ difference }) => difference.high < 0)).toEqual([]);
  });

  it('says of a few documents, too, whether they answer', async (context) => {
    if (folder === '') return context.skip('no evaluation sets: name their folder in TRIBUTARY_TEST_EVAL_DIR');
    const args = ['eval', '--collections', folder, '--documents', '10', '--relevance', '--in-process', '--json'];
    const { code, stdout, stderr } = await tributary(args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const { collections, relevance } = EvaluationReport.parse(JSON.parse(stdout));
    expect(collections.map(({ documents }) => documents)).toEqual(Array.from(collections, () => 10));
    // Where the number of passages does not count, a quarter of the right answers is doubted.
    expect(relevance?.nothing_relevant?.false_alarms).toBeLessThan(0.1);
    expect(relevance?.nothing_relevant?.recall).toBeGreaterThan(0.9);
  });
});
