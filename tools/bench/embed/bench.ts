// Speed of the static model and of a transformer on one thread, what a query waits beside documents, and what a second embedder process adds. The texts are cut
// from this repository's own documentation and sources.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { report, spread, type Spread } from '../figure.ts';
import { comparedFigures } from './against-python.ts';
import { batchingFigures } from './batching.ts';
import { queryFigures } from './queries.ts';
import { scaleOutFigures } from './scale-out.ts';
import { transformerFigures } from './transformers.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LENGTHS = [60, 250, 480, 1000];
const TEXTS = 4000;
const ROUNDS = 5;

const loads = Array.from({ length: ROUNDS }, timeOfLoad);
const provider = new StaticEmbeddingProvider();
const prose = repositoryText();
const speeds = LENGTHS.map((length) => ({ length, rate: rates(textsOf(length)) }));
const delay = await longestDelay(textsOf(1000));
const compared = await comparedFigures(textsOf(480));
const MIXED = [60, 480, 120, 1000, 250, 1500];
const batching = await batchingFigures(MIXED.flatMap((length) => textsOf(length).slice(0, 16)));
const transformer = await transformerFigures([
  { what: 'texts of 480 characters', texts: textsOf(480).slice(0, 96) },
  { what: 'texts of 60 to 1,500 characters, mixed', texts: MIXED.flatMap((length) => textsOf(length).slice(0, 12)) },
]);
const queries = await queryFigures(textsOf(480).slice(0, 200));
const scaleOut = await scaleOutFigures((count) => textsOf(480, count), prose);

report([
  {
    what: 'static model: load and embed a first text',
    unit: 'ms',
    ours: spread(loads),
    target: { text: '≤ 50', met: spread(loads).median <= 50 },
  },
  ...speeds.map(({ length, rate }) => ({
    what: `static model: texts of ${length.toString()} characters, one thread`,
    unit: 'texts/s',
    ours: rate,
    ...(length === 250 ? { target: { text: '≥ 5,000', met: rate.median >= 5000 } } : {}),
  })),
  { what: 'static model: longest wait of the event loop while it embeds', unit: 'ms', ours: spread([delay]) },
  ...transformer,
  ...compared,
  ...batching,
  ...queries,
  ...scaleOut,
]);

function timeOfLoad(): number {
  const start = performance.now();
  new StaticEmbeddingProvider().embedSync(['first text']);
  return performance.now() - start;
}

function rates(texts: readonly string[]): Spread {
  provider.embedSync(texts);
  return spread(
    Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      provider.embedSync(texts);
      return (texts.length / (performance.now() - start)) * 1000;
    }),
  );
}

/** How long a callback that is always due had to wait while `embed` worked. */
async function longestDelay(texts: readonly string[]): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isDone = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await provider.embed(texts, { kind: 'document' });
  isDone = true;
  return longest;
}

function textsOf(length: number, count = TEXTS): readonly string[] {
  return Array.from({ length: count }, (_, n) => {
    const start = (n * 7919) % Math.max(1, prose.length - length);
    // Cut through a character of two units, half of it would be no text to others.
    return prose.slice(start, start + length).toWellFormed();
  });
}

function repositoryText(): string {
  const files = ['docs', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|ts)$/.test(name) && !/node_modules|dist/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}
