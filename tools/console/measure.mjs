// Measures the console in a real Chromium over 20,000 passages: the first view, and the hits after the last key of a question. Runs as
// `npm run node -- tools/console/measure.mjs [PASSAGES]`; figures of a busy machine say little.
import { post, runConsole } from './running-console.mjs';

const WORDS =
  'lane deadline judge coverage tombstone lease fence ledger queue vector passage anchor harbour ferry lantern meadow orchard glacier timber copper'.split(
    ' ',
  );
const RUNS = 20;
/** As somebody types who types fast: a hundred words a minute. */
const KEY_MS = 120;
const BATCH = 500;

const passages = Number(process.argv[2] ?? 20_000);
const running = await runConsole();
try {
  await fill();
  report('first view (until what is indexed stands there)', await repeat(firstView));
  report('hits after the last key', await repeat(lastKey));
} finally {
  await running.close();
}

/** Documents of one passage, each with words and a number of its own. */
async function fill() {
  const word = (n) => WORDS[n % WORDS.length];
  for (let from = 0; from < passages; from += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, passages - from) }, (_, i) => {
      const n = from + i;
      const content = `Note ${n}: the ${word(n)} of the ${word(n * 7 + 3)} is kept with the ${word(n * 13 + 5)}, and number ${n} says when the ${word(n * 3 + 1)} ends.`;
      return JSON.stringify({ id: `note-${n}`, collection: `notes-${n % 5}`, title: `Note ${n}`, content });
    });
    await post(running, '/api/documents', { body: lines.join('\n'), type: 'application/x-ndjson' });
  }
  for (;;) {
    const answer = await fetch(`${running.url}/api/collections`);
    const { collections } = /** @type {{ collections: { chunks: number }[] }} */ (await answer.json());
    if (collections.reduce((sum, { chunks }) => sum + chunks, 0) >= passages) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function firstView() {
  const page = await running.browser.newPage();
  const from = performance.now();
  await page.goto(running.url);
  await page.getByText('passages of').waitFor();
  const ms = performance.now() - from;
  await page.close();
  return ms;
}

async function lastKey() {
  const page = await running.browser.newPage();
  await page.goto(running.url);
  await page.getByRole('searchbox').pressSequentially('when does the lantern of the harbour en', { delay: KEY_MS });
  // Evaluated by the debugger: the time from the key to the frame that shows the answer to the whole question.
  const measured = page.evaluate(`new Promise((resolve) => {
    addEventListener('input', () => {
      const from = performance.now();
      const look = () => {
        const isAsked = new URLSearchParams(location.search).get('q')?.endsWith('end');
        if (isAsked && document.querySelector('[aria-busy="false"] [data-hit]') !== null) resolve(performance.now() - from);
        else requestAnimationFrame(look);
      };
      look();
    }, { once: true, capture: true });
  })`);
  await page.getByRole('searchbox').press('d');
  const ms = Number(await measured);
  await page.close();
  return ms;
}

async function repeat(measure) {
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await measure());
  return times.sort((a, b) => a - b);
}

function report(what, times) {
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
  console.log(`${what}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, best ${at(0)} ms (${RUNS} runs, ${passages} passages)`);
}
