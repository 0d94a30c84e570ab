import type { SearchAnswer } from '@tributary/contracts';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { printHits } from '../commands/search/search.output.js';
import { Pace } from './pace.js';
import { ProgressDisplay } from './progress.js';
import { alignColumns } from './table.js';
import { Terminal } from './terminal.js';

function open({ isTTY, columns = 80, env = {} }: { isTTY: boolean; columns?: number; env?: Record<string, string> }) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    isTTY,
    columns,
    write: (text: string) => {
      written[name] += text;
    },
  });
  return { written, terminal: new Terminal({ stdin: process.stdin, stdout: stream('out'), stderr: stream('err'), env }) };
}

const ESCAPE = '\u001b';

describe('colour', () => {
  it.each([
    ['on a terminal', { isTTY: true }, true],
    ['not off a terminal', { isTTY: false }, false],
    ['not with NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }, false],
    ['not on a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }, false],
  ])('%s', (...[, setting, isColoured]) => {
    const { terminal } = open(setting);
    expect(terminal.style('bold', 'x').includes(ESCAPE)).toBe(isColoured);
    expect(terminal.styleRemark('red', 'x').includes(ESCAPE)).toBe(isColoured);
  });
});

it.each([
  [undefined, 80],
  [0, 80],
  [1, 20],
  [132, 132],
])('of a terminal that says %s columns has %i', (columns, width) => {
  const output = { isTTY: true, write: () => undefined, ...(columns === undefined ? {} : { columns }) };
  const terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
  expect([terminal.width, terminal.remarkWidth]).toEqual([width, width]);
});

it('waits for input no longer once the user has interrupted', async () => {
  const interruption = new AbortController();
  const output = { write: () => undefined };
  const terminal = new Terminal({ stdin: new PassThrough(), stdout: output, stderr: output, env: {}, signal: interruption.signal });
  const read = terminal.input[Symbol.asyncIterator]().next();
  interruption.abort();
  await expect(read).rejects.toMatchObject({ name: 'AbortError' });
});

describe('progress', () => {
  const states = [0, 25, 50].map((done) => ({ label: 'Indexing', done, total: 50, unit: 'documents' }));

  it('is a bar in one line on a terminal, gone at the end', () => {
    const { terminal, written } = open({ isTTY: true, columns: 90 });
    let now = 0;
    const progress = new ProgressDisplay(terminal, () => now);
    for (const state of states) {
      progress.show(state);
      now += 1_000;
    }
    progress.end();
    const frames = written.err.split('\r').slice(1);
    expect(frames[1]).toBe(`${ESCAPE}[2K${'█'.repeat(12)}${'░'.repeat(12)} Indexing: 25/50 documents, 25/s, 1 s left · 1 s`);
    expect(frames.at(-1)).toBe(`${ESCAPE}[2K`);
    expect(written.err).not.toContain('\n');
  });

  it('is plain lines off a terminal, at most one in two seconds', () => {
    const { terminal, written } = open({ isTTY: false });
    let now = 0;
    const progress = new ProgressDisplay(terminal, () => now);
    for (let done = 0; done <= 50; done += 1) {
      progress.show({ label: 'Indexing', done, total: 50, unit: 'documents' });
      now += 100;
    }
    progress.end();
    expect(written.err).toBe(
      'Indexing: 0/50 documents\nIndexing: 20/50 documents, 10/s, 3 s left\nIndexing: 40/50 documents, 10/s, 1 s left\n',
    );
  });
});

describe('pace', () => {
  const at = (now: number, done: number, share?: number) => ({ label: 'x', now, done, share });

  it('says a rate once there is one, and the time left by the share of the work that is done', () => {
    const pace = new Pace();
    expect(pace.at(at(0, 0, 0))).toEqual([]);
    expect(pace.at(at(500, 900, 0.01))).toEqual([]);
    expect(pace.at(at(10_000, 12_000, 0.01))).toEqual(['1,200/s', '17 min left']);
    expect(pace.at(at(20_000, 24_000))).toEqual(['1,200/s']);
  });

  it('follows the last half minute, and begins anew with another stage', () => {
    const pace = new Pace();
    for (let s = 0; s <= 60; s += 1) pace.at(at(s * 1_000, s * 100));
    for (let s = 61; s <= 120; s += 1) pace.at(at(s * 1_000, 6_000 + (s - 60)));
    expect(pace.at(at(121_000, 6_061))).toEqual(['1.0/s']);
    expect(pace.at({ ...at(122_000, 5), label: 'y' })).toEqual([]);
  });
});

it('aligns columns, numbers to the right', () => {
  expect(
    alignColumns([
      ['NAME', 'N', 'TEXT'],
      ['a', '1,204', 'x'],
      ['bcdef', '7', ''],
    ]),
  ).toEqual(['NAME       N  TEXT', 'a      1,204  x', 'bcdef      7']);
});

it('shows a hit within the width of the terminal and without what a terminal would obey', () => {
  const { terminal, written } = open({ isTTY: true, columns: 40, env: { NO_COLOR: '1' } });
  const answer: SearchAnswer = {
    hits: [
      {
        id: '1',
        uri: 'tributary://web/p#0',
        collection: 'web',
        title: `Evil${ESCAPE}]0;title\u0007`,
        relevance: 0.5,
        content: `${'long '.repeat(20)}\n${ESCAPE}[2Jcleared\n${'line\n'.repeat(9)}`,
        metadata: {},
      },
    ],
    coverage: [],
    notes: [`A note${ESCAPE}[31m`],
    took_ms: 3.4,
  };
  printHits(terminal, answer, { query: 'evil' });
  expect(written.out).not.toContain(ESCAPE);
  const passage = written.out.split('\n').slice(2, 9);
  expect(passage.every((line) => line.length <= 40)).toBe(true);
  expect(passage.at(-1)).toBe('   … 7 more lines');
});
