// What MCP adds to a search: the same queries in process, over HTTP in both eras and over stdio; and how soon a started server answers.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { report, spread, type Figure } from '../figure.ts';

const Rounds = z.record(z.string(), z.array(z.number()));
const Measured = z.object({ searches: Rounds, starts: Rounds });
const IN_PROCESS = 'in process';
/** More than this on top of the search itself would be felt. */
const MOST_ADDED_MS = 25;
const MOST_TO_START_MS = 1000;

// The server is the built one, so the measurement runs without the source condition.
const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1024 * 1024 });
const { searches, starts } = Measured.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
const inProcess = searches[IN_PROCESS] ?? [];
report([
  ...Object.entries(searches)
    .filter(([name]) => name !== IN_PROCESS)
    .map(([name, ours]): Figure => {
      const added = spread(ours.map((ms, round) => ms - (inProcess[round] ?? Number.NaN)));
      return {
        what: `tools/call search, ${name}`,
        unit: 'ms, median of 8 queries',
        ours: spread(ours),
        peer: { name: 'the same search in process', spread: spread(inProcess) },
        ratio: spread(ours.map((ms, round) => ms / (inProcess[round] ?? Number.NaN))),
        target: { text: `at most ${MOST_ADDED_MS.toString()} ms more`, met: added.median <= MOST_ADDED_MS },
      };
    }),
  ...Object.entries(starts).map(([name, ours]): Figure => ({
    what: `tributary mcp, from its start to the answer to initialize, ${name}`,
    unit: 'ms',
    ours: spread(ours),
    target: { text: `≤ ${MOST_TO_START_MS.toLocaleString('en')}`, met: spread(ours).median <= MOST_TO_START_MS },
  })),
]);
