import { eventually, temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from '../../running/server.fixture.js';
import { finish, startTributary, tributary } from '../../running/tributary.fixture.js';

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${JSON.stringify({ id: n.toString(), content: `${n.toString()} ${'x'.repeat(3_000)}` })}\n`,
  ).join('');

// A whole server in the process, twice.
it('ends after the batch under way, says what was accepted, and --resume takes the rest', { timeout: 90_000 }, async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'big.jsonl');
  await writeFile(file, linesOf(2_000));
  const args = ['import', file, '--data', join(folder.path, 'data')];
  const child = startTributary(args);
  child.stderr.once('data', () => child.kill('SIGTERM'));
  const { code, stderr } = await finish(child);
  const accepted = /\nInterrupted: ([\d,]+) documents? accepted: safe\. The same command with --resume goes on there\.\n$/.exec(
    stderr,
  )?.[1];
  expect([code, stderr]).toEqual([130, expect.stringContaining('Interrupted: ')]);
  expect(Number(accepted?.replace(',', ''))).toBeLessThan(2_000);
  const resumed = await tributary([...args, '--resume']);
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringMatching(/goes on at line [\d,]+; everything before it was taken/)]);
});

it('ends while it waits for more on standard input', async () => {
  const server = await startTestServer();
  try {
    const child = startTributary(['import', '-', '--data', server.data]);
    // It does not read all of it.
    child.stdin.on('error', () => undefined);
    child.stdin.write(linesOf(300));
    const ended = finish(child);
    await eventually(() => server.operations.documents.list().length === 200);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted: 200 documents accepted: safe. The same command again takes what is missing.\n');
    child.stdin.destroy();
  } finally {
    await server.stop();
  }
});
