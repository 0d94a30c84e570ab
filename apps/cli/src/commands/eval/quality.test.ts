import { readFile } from 'node:fs/promises';
import { EvaluationReport, compareReports } from '@tributary/evaluation';
import { describe, expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

const folder = process.env['TRIBUTARY_TEST_EVAL_DIR'] ?? '';
/** Made by `npm run -s eval -- --collections DIR --only claude-docs,md-wikitexts --in-process --json FILE`, and made anew when the answers become better. */
const BASELINE = new URL('quality-baseline.json', import.meta.url);
const PAGE = new URL('../../../../../docs/quality.md', import.meta.url);
/** Of nDCG@10, on the mean of a set: what nobody gives up unawares, though the queries be too few to tell it from chance. */
const MOST_LOST = 0.01;

async function readBaseline(): Promise<EvaluationReport> {
  return EvaluationReport.parse(JSON.parse(await readFile(BASELINE, 'utf8')));
}

/** nDCG@10 of `hybrid` by the table of the shipped model. */
async function publishedHybrid(collection: string): Promise<number> {
  const row = new RegExp(`^\\| ${collection} +\\|(?:[^|]+\\|){3} (?<hybrid>[\\d.]+) `, 'm').exec(await readFile(PAGE, 'utf8'));
  return Number(row?.groups?.['hybrid']);
}

describe('the quality of answers', { timeout: 240_000 }, () => {
  it('does not fall below what was reached before, on two judged collections', async (context) => {
    if (folder === '') return context.skip('no evaluation sets: name their folder in TRIBUTARY_TEST_EVAL_DIR');
    const baseline = await readBaseline();
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
    expect(compared.filter(({ run, ours, theirs }) => run.endsWith('/hybrid') && ours < theirs - MOST_LOST)).toEqual([]);
  });

  it('is compared with what docs/quality.md says of today', async () => {
    for (const { name, hybrid } of (await readBaseline()).collections)
      expect(Math.abs(hybrid['ndcg@10'] - (await publishedHybrid(name))), name).toBeLessThan(0.005);
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
