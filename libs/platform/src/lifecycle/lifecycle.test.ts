import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasCode } from '@tributary/kernel';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readServerArguments } from './arguments.js';

const PLATFORM = new URL('../../dist/index.js', import.meta.url).href;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program over the built platform; `started` resolves when it says `up`. */
async function run(program: string): Promise<{ child: ChildProcess; started: Promise<unknown>; ended: Promise<Ended> }> {
  const file = join(folder.path, 'program.mjs');
  const prelude = `import { createLogger, runMain, shutDownOnSignal, loadConfiguration } from '${PLATFORM}';
const logger = createLogger({ level: 'info', format: 'json' }, { component: 'test' });\n`;
  await writeFile(file, prelude + program);
  // Without the options of this process, which reads workspace packages from their sources.
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: {} });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const ended = once(child, 'exit').then(async ([code]: unknown[]) => ({
    code: typeof code === 'number' ? code : null,
    output: `${(await stdout) ?? ''}${(await stderr) ?? ''}`,
  }));
  return { child, started: once(child, 'message'), ended };
}

const server = (close: string, graceMs = 5000) =>
  `shutDownOnSignal({ close: ${close}, graceMs: ${graceMs.toString()}, logger }); setInterval(() => undefined, 1000); process.send('up');`;
const drains = `async () => { console.log('draining'); await new Promise((r) => setImmediate(r)); console.log('drained'); }`;
const hangs = `() => new Promise(() => undefined)`;

describe('shutdown', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('drains on %s and ends with 0', async (signal) => {
    const { child, started, ended } = await run(server(drains));
    await started;
    child.kill(signal);
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('drained') as string });
  });

  it('ends with 1 when the grace time is over', async () => {
    const { child, started, ended } = await run(server(hangs, 50));
    await started;
    child.kill('SIGTERM');
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await ended).toMatchObject({ code: 1, output: expect.stringContaining('did not drain in time') as string });
  });

  it('ends at once on a second signal', async () => {
    const { child, started, ended } = await run(server(`() => { process.send('draining'); return new Promise(() => undefined); }`, 60_000));
    await started;
    child.kill('SIGINT');
    await once(child, 'message');
    child.kill('SIGINT');
    expect((await ended).code).toBe(1);
  });

  it('drains when the process that started it is gone', async () => {
    const { child, started, ended } = await run(server(drains));
    await started;
    child.disconnect();
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('drained') as string });
  });
});

describe('the outermost frame', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'ends on %s before it is ready, also as the first process of a container, which no signal ends by itself',
    async (signal, expected) => {
      const { child, started, ended } = await run(
        `runMain(async () => { process.send('up'); setInterval(() => undefined, 60_000); await new Promise(() => undefined); });`,
      );
      await started;
      child.kill(signal);
      expect((await ended).code).toBe(expected);
    },
  );

  it('leaves the signals to what ends the process in order, once that is there', async () => {
    const { child, started, ended } = await run(`runMain(async () => { ${server(drains)} });`);
    await started;
    child.kill('SIGTERM');
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('drained') as string });
  });

  it('ends with 78 and the sentences of an invalid configuration, without a stack', async () => {
    const { ended } = await run(`runMain(async () => { await loadConfiguration({ environment: { TRIBUTARY_SERVER__PORT: 'x' } }); });`);
    const { code, output } = await ended;
    expect(code).toBe(78);
    expect(output).toMatch(/^TRIBUTARY_SERVER__PORT: expected number, received string\. Write a whole number .*\.\n$/);
  });

  it('ends with a line of JSON where the log is to have no others', async () => {
    const fails = `() => Promise.reject(Object.assign(new Error('Nothing listens.'), { code: 'X' }))`;
    const start = (format: string) =>
      `runMain(async (logsBy) => { logsBy({ logger, configuration: { log: { level: 'info', format: '${format}' } } }); await (${fails})(); });`;
    const { code, output } = await (await run(start('json'))).ended;
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ level: 'error', component: 'test', msg: 'the start failed', code: 'INTERNAL' });
    expect((await (await run(start('auto'))).ended).output).toMatch(/^Error: Nothing listens\.\n/);
  });

  it('ends with 1 and the stack of a surprise', async () => {
    const { ended } = await run(`runMain(() => Promise.reject(new TypeError('surprise')));`);
    // safe: Vitest types its matchers as any, which stands for a string here
    expect(await ended).toMatchObject({ code: 1, output: expect.stringMatching(/TypeError: surprise\n +at /) as string });
  });
});

describe('arguments', () => {
  it('become overrides of the configuration and paths', () => {
    const read = readServerArguments(['--port', '8000', 'notes', '--data=/srv/x', '--config', 'c.yaml', 'code']);
    expect(read).toEqual({
      file: 'c.yaml',
      paths: ['notes', 'code'],
      overrides: [
        { path: ['data', 'folder'], value: '/srv/x', flag: '--data' },
        { path: ['server', 'port'], value: 8000, flag: '--port' },
      ],
    });
  });

  it('that are unknown are a matter of usage', () => {
    let failure: unknown;
    try {
      readServerArguments(['--prot', '1']);
    } catch (error) {
      failure = error;
    }
    expect(hasCode(failure, 'USAGE.ARGUMENTS')).toBe(true);
  });
});
