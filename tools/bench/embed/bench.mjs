// Speed of the static model on one thread: node tools/bench/embed/bench.mjs [--json]  (after `tsc -b libs/embedding/static/tsconfig.lib.json`)
// Texts are cut from this repository's own documentation and sources, 4,000 of each length, five rounds, median and range.
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LENGTHS = [60, 250, 480, 1000];
const TEXTS = 4000;
const ROUNDS = 5;

const residentBefore = process.memoryUsage.rss();
const importStart = performance.now();
const { StaticEmbeddingProvider } = await import('@tributary/embedding-static');
const importMs = performance.now() - importStart;
const loadStart = performance.now();
const provider = new StaticEmbeddingProvider();
provider.embedSync(['first text']);
const loadMs = performance.now() - loadStart;
const residentMb = (process.memoryUsage.rss() - residentBefore) / 1e6;

const prose = repositoryText();
const speeds = LENGTHS.map((length) => ({ length, ...measure(texts(length)) }));
const slices = await longestSlice(texts(1000));

const report = {
  node: process.version,
  cpu: cpus()[0]?.model,
  import_ms: round(importMs),
  load_and_first_text_ms: round(loadMs),
  resident_mb: round(residentMb),
  texts_per_second: speeds,
  longest_event_loop_delay_ms: round(slices),
};
if (process.argv.includes('--json')) console.log(JSON.stringify(report));
else print(report);

function measure(batch) {
  provider.embedSync(batch);
  const rates = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    provider.embedSync(batch);
    return Math.round((batch.length / (performance.now() - start)) * 1000);
  }).sort((a, b) => a - b);
  return { median: rates[Math.floor(ROUNDS / 2)], lowest: rates[0], highest: rates.at(-1) };
}

/** How long a timer that is always due had to wait while `embed` worked. */
async function longestSlice(batch) {
  const long = Buffer.from(batch.join('\n')).toString();
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
  await provider.embed([...batch, long], { kind: 'document' });
  isDone = true;
  return longest;
}

function texts(length) {
  return Array.from({ length: TEXTS }, (_, i) => {
    const start = (i * length) % (prose.length - length);
    return prose.slice(start, start + length);
  });
}

function repositoryText() {
  const files = ['docs', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map(String)
      .filter((name) => /\.(md|ts)$/.test(name) && !/node_modules|dist/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function print({ texts_per_second: rows, ...rest }) {
  for (const [name, value] of Object.entries(rest)) console.log(`${name}: ${value}`);
  console.log('characters  texts/s (median, range)');
  for (const { length, median, lowest, highest } of rows) console.log(`${String(length).padStart(10)}  ${median} (${lowest}-${highest})`);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
