import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { FIGURES, measured } from './measured.js';

/** What the played week says of each series: its name, and whether it rises. */
async function weekSeries(): Promise<readonly { readonly name: string; readonly told: string }[]> {
  const page = await readFile(new URL('../week.md', FIGURES), 'utf8');
  const rows = [...page.matchAll(/^\| (?<name>[^|]+: [^|]+) \|(?:[^|]+\|){4} (?<told>never moves|level|\*\*rises\*\*) \|$/gm)];
  return rows.map(({ groups }) => ({ name: groups?.['name'] ?? '', told: groups?.['told'] ?? '' }));
}

/** Missed, and why 004-71 is left to later: a week in which it is level makes that a measured row. */
const RISES = ['search-federation: resident memory, MB', 'ingest-worker: resident memory, MB'];

describe('the figures that are kept', () => {
  it('tell of each series of memory, heap, handles and keys whether it rises in a week of traffic, played in an hour [004-66]', async () => {
    const series = await weekSeries();
    for (const service of ['search-federation', 'ingest-worker', 'embedder', 'mcp-gateway'])
      expect(series.filter(({ name }) => name.startsWith(`${service}: `)).map(({ name }) => name)).toHaveLength(4);
    expect(series.filter(({ told }) => told === '**rises**').map(({ name }) => name)).toEqual(RISES);
  });

  it('hold each algorithm over 100,000 chunks to its time [002-40] [004-64]', async () => {
    const p95 = (algorithm: string) =>
      measured('search', new RegExp(`^(?:in process, )?100,000 chunks: algorithm ${algorithm}, 1 client, p95$`));
    expect(await p95('semantic')).toBeLessThanOrEqual(200);
    expect(await p95('keyword')).toBeLessThanOrEqual(50);
    expect(await p95('fuzzy')).toBeLessThanOrEqual(100);
    expect(await p95('hybrid')).toBeLessThanOrEqual(300);
  });

  it('hold a search of 100,000 chunks over HTTP to 120 ms, and to 350 ms with its head reranked as far as that goes [004-46]', async () => {
    expect(await measured('search', /^HTTP, hybrid over [\d,]+ chunks in one collection, 1 client, p95$/)).toBeLessThanOrEqual(120);
    expect(await measured('search', /^HTTP, hybrid over [\d,]+ chunks, head reranked by MiniLM .*, 1 client, p95$/)).toBeLessThanOrEqual(
      350,
    );
  });

  it('hold an ingest of files to 300 chunks a second, in one process and in four [004-47]', async () => {
    for (const place of ['standalone', 'services'])
      expect(await measured('ingest', new RegExp(`^${place}.* from the request to searchable`))).toBeGreaterThanOrEqual(300);
  });

  it('hold a file that is saved to two seconds until it is found, also while others are indexed [004-48]', async () => {
    expect(await measured('watch', /nothing else to do: the same, p99$/)).toBeLessThanOrEqual(2000);
    expect(await measured('watch', /^the same while a tree of [\d,]+ files is indexed: the same, p99$/)).toBeLessThanOrEqual(2000);
  });

  it('hold a server that watches 20,000 files to 200 MB, and tell the processor time it takes [004-49] [004-67]', async () => {
    expect(await measured('watch', /^resident memory of the process then, 20,000 chunks$/)).toBeLessThanOrEqual(200);
    expect(await measured('watch', /^processor time while 20,000 files are watched/)).toBeLessThanOrEqual(1);
  });
});
