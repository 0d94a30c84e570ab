import { eventually, startSource, withMoreTime } from '@tributary/testing';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { DocumentCutter } from './document-cutter.js';

const cutters: DocumentCutter[] = [];
afterEach(async () => {
  await Promise.all(cutters.splice(0).map((cutter) => cutter.close()));
});

/** A thread that parses everything but what says "hang" or "break". */
const MOODY = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ document: { text }, byLines }) => {
       if (!byLines && text.includes('hang')) for (;;);
       if (!byLines && text.includes('break')) throw new Error('broken');
       parentPort.postMessage({ title: text, chunks: [], notes: [byLines ?? 'parsed'] });
     });
     parentPort.postMessage('ready');`,
  )}`,
);
const BROKEN = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('cannot start')")}`);

function make(options?: ConstructorParameters<typeof DocumentCutter>[0]): DocumentCutter {
  const cutter = new DocumentCutter(options);
  cutters.push(cutter);
  return cutter;
}

const code = (text: string, path = 'src/a.ts') => ({ text, type: 'code' as const, path });

it('parses code in a thread, and cuts short prose without one', async () => {
  const cutter = make();
  expect(await cutter.cut({ text: '# Title\n\nwords', type: 'doc', path: 'a.md' })).toMatchObject({ title: 'Title' });
  expect(cutter.hasThread).toBe(false);
  const cut = await cutter.cut(code('/** Adds. */\nexport function add(a: number) {\n  return a + 1;\n}\n'));
  expect(cutter.hasThread).toBe(true);
  expect(cut).toMatchObject({
    lang: 'typescript',
    chunks: [
      {
        sym: 'add',
        chunk_type: 'function',
        signature: 'function add(a: number)',
        heading: 'src/a.ts › function add',
        range: { start: [1, 1], end: [4, 1] },
      },
    ],
  });
  expect(cut.chunks[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect((await cutter.cut(code('select 1;', 'a.sql'))).notes).toEqual(['cut by lines: no grammar for sql']);
});

it('answers each of many documents with its own passages', async () => {
  const cutter = make();
  const cuts = await Promise.all(
    Array.from({ length: 40 }, (_, i) => cutter.cut(code(`export function f${i.toString()}() {}`, i % 2 === 0 ? 'a.ts' : 'a.js'))),
  );
  expect(cuts.map(({ chunks }) => chunks[0]?.sym)).toEqual(Array.from({ length: 40 }, (_, i) => `f${i.toString()}`));
});

it('ends a thread that takes too long over a document: that one is cut by its lines, the others are parsed', async () => {
  await withMoreTime(200, async (limitMs) => {
    const cutter = make({ entry: MOODY, limitMs });
    const cuts = await Promise.all(['one', 'hang', 'two', 'three'].map((text) => cutter.cut(code(text))));
    expect(cuts.map(({ title, notes }) => [title, ...(notes ?? [])])).toEqual([
      ['one', 'parsed'],
      ['hang', 'parsing takes too long'],
      ['two', 'parsed'],
      ['three', 'parsed'],
    ]);
  });
});

it('goes on after a document that breaks the parser', async () => {
  const cutter = make({ entry: MOODY });
  const cuts = await Promise.all(['break', 'one'].map((text) => cutter.cut(code(text))));
  expect(cuts.map(({ notes }) => notes)).toEqual([['the parser ended over it'], ['parsed']]);
});

it('cuts by lines when no thread can be started', async () => {
  const cutter = make({ entry: BROKEN });
  const cut = await cutter.cut(code('export function add() {}'));
  expect(cut).toMatchObject({ notes: [expect.stringMatching(/^cut by lines: /)], chunks: [{ sym: 'add' }] });
  expect((await cutter.cut(code('export function two() {}'))).notes).toEqual(['cut by lines: the parser cannot be started']);
  await eventually(() => !cutter.hasThread);
});

it('takes little memory for the grammars of many languages', { timeout: 60_000 }, async () => {
  const files = fileURLToPath(new URL('../../../chunking/src/syntax/fixtures', import.meta.url));
  const cutting = startSource(new URL('./cutting-process.fixture.ts', import.meta.url), [files, '5']);
  expect(await cutting.line('cut')).toBe('cut 21 by-lines 0');
  const most = Number((await cutting.line('most')).split(' ')[1]);
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThan(700);
});
