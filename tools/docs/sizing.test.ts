import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measured } from '../requirements/measured.js';
import { docsFolder } from './pages.js';

const [, after = ''] = readFileSync(new URL('operations.md', docsFolder), 'utf8').split('\n## How big\n');
const chapter = after.split('\n## ')[0] ?? '';

const SMALL = 20_000;
const LARGE = 100_000;
const engineMb = (chunks: number): Promise<number> =>
  measured('engine', new RegExp(`^memory \\(RSS\\) of a process after 400 searches, ${chunks.toLocaleString('en')} chunks$`));
const mb = (value: number): string => `${value.toFixed(0)} MB`;

describe('the chapter "How big" of docs/operations.md', () => {
  it('reckons the memory of the embedded store by what the bench measured last', async () => {
    const [small, large] = [await engineMb(SMALL), await engineMb(LARGE)];
    const bytesEach = ((large - small) * 1e6) / (LARGE - SMALL);
    const each = (Math.round(bytesEach / 10) * 10).toLocaleString('en');
    expect(chapter).toContain(
      `a process of ${mb(small)} at 20,000 chunks and ${mb(large)} at 100,000 ([figures.md](figures.md), \`engine\`): ${each} more a chunk`,
    );
    expect(chapter).toContain(`about ${mb(Math.round((small - (bytesEach * 10_000) / 1e6) / 5) * 5)} memory, the engine alone`);
    expect(chapter).toContain(`up to ${((small + (bytesEach * (1_000_000 - SMALL)) / 1e6) / 1000).toFixed(1)} GB memory`);
    expect(chapter).toContain(`to ${mb(large)} memory (measured), the engine alone`);
  });

  it('tells the memory of a server as it was measured last', async () => {
    const tells = [
      `${mb(await measured('search', /^HTTP, resident memory after 1,000 searches$/))} at 200,000 in 17 collections`,
      `${mb(await measured('search', /^HTTP, 1,000,000 chunks: resident memory of the server after them/))} at 1,000,000`,
      `${mb(await measured('search', /^in process, 1,000,000 chunks: resident memory after 600 searches, 5 processes/))} measured where passages are much alike`,
      `${mb(await measured('end-to-end', /^standalone: resident memory after 1,000 searches without a pause$/))} to `,
    ].map((figure) => figure.replace(' MB to ', ' to '));
    expect(tells.filter((figure) => !chapter.includes(figure))).toEqual([]);
  });
});
