import type { DocumentInput } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { MemoryOperations, eventually, temporaryFolder } from '@tributary/testing';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { finish, startTributary, tributary } from '../../running/tributary.fixture.js';

const LINES = 2_000;
const lineOf = (n: number, text = 'x'.repeat(1_000)) => `${JSON.stringify({ id: n.toString(), content: text })}\n`;

let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
/** Ids of what was sent since the last look. */
let sent: string[] = [];
/** After so many documents the server takes no more; what it does then. */
let most = Infinity;
let whenFull: () => Promise<never>;

beforeEach(async () => {
  const operations = new MemoryOperations();
  const take = operations.ingestDocuments.bind(operations);
  operations.ingestDocuments = (documents: readonly DocumentInput[]) => {
    if (sent.length + documents.length > most) return whenFull();
    sent.push(...documents.map(({ id }) => id));
    return take(documents);
  };
  server = await startTestServer(operations);
  folder = await temporaryFolder();
  file = join(folder.path, 'big.jsonl');
  await writeFile(file, Array.from({ length: LINES }, (_, n) => lineOf(n)).join(''));
  sent = [];
  most = Infinity;
  whenFull = () => Promise.reject(permanent('ENGINE.BROKEN', 'The engine is broken.'));
});
afterEach(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const run = (...args: string[]) => tributary(['import', file, '--data', server.data, ...args]);

/** An import that ends after some hundred documents. */
async function breakOff(): Promise<void> {
  most = 1_200;
  expect((await run()).code).toBe(1);
  expect(server.operations.documents.list().length).toBeGreaterThan(500);
  most = Infinity;
  sent = [];
}

describe('import --resume', () => {
  it('goes on where the server failed, and counts lines as the file does', async () => {
    await appendFile(file, '{ no json\n');
    await breakOff();
    const { stdout, stderr } = await run('--resume', '--json');
    expect(stderr).toMatch(/big\.jsonl: goes on at line [\d,]+; everything before it was taken\./);
    expect(JSON.parse(stdout)).toMatchObject({ refused_lines: [{ line: LINES + 1 }], resumed_at_line: LINES - sent.length + 1 });
    expect(sent.length).toBeLessThan(LINES - 500);
    expect(server.operations.documents.list()).toHaveLength(LINES);
  });

  it('goes on after the process was killed', async () => {
    let isStuck = false;
    whenFull = () => {
      isStuck = true;
      return new Promise(() => undefined);
    };
    most = 1_200;
    const child = startTributary(['import', file, '--data', server.data]);
    const ended = finish(child);
    await eventually(() => isStuck);
    child.kill('SIGKILL');
    await ended;
    most = Infinity;
    sent = [];
    expect((await run('--resume')).code).toBe(0);
    expect(sent.length).toBeLessThan(LINES);
    expect(server.operations.documents.list()).toHaveLength(LINES);
  });

  it('does not try again for ever where the disk takes nothing more', async () => {
    whenFull = () => Promise.reject(retryable('ENGINE.DISK_FULL', 'No space is left: nothing was written.', { category: 'overloaded' }));
    most = 1_200;
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /: nothing was written\. [\d,]+ documents accepted before: safe\. The same command again takes what is missing\.\n$/,
      ),
    ]);
  });

  it('begins anew where the file is another one, and once it is through', async () => {
    await breakOff();
    await writeFile(file, Array.from({ length: LINES }, (_, n) => lineOf(n, n === 3 ? 'edited' : undefined)).join(''));
    const changed = await run('--resume');
    expect(changed.stderr).toContain('begins at its first line, as it is not the file any more whose import broke off');
    expect(sent).toHaveLength(LINES);
    expect((await run('--resume')).stderr).toContain('begins at its first line, as no import of it broke off');
  });

  it('begins anew where what it had filled is gone', async () => {
    await breakOff();
    await server.operations.removeCollection('big');
    const { stderr } = await run('--resume');
    expect(stderr).toContain('as a collection that it had filled is gone');
    expect(server.operations.documents.list()).toHaveLength(LINES);
  });

  it('needs a file', async () => {
    const { code, stderr } = await tributary(['import', '-', '--resume', '--data', server.data]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('standard input cannot be read again')]);
  });
});
