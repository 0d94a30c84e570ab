import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cloneRepository, npmStart, type NpmStart } from './fresh-clone.fixture.js';

const Server = z.object({ url: z.string(), token: z.string() });
const Jobs = z.object({ jobs: z.array(z.object({ id: z.string() })) });

const PATIENCE_MS = 240_000; // it compiles and indexes the repository, beside other tests

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let clone: string;
const running: NpmStart[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  clone = join(folder.path, 'clone');
  cloneRepository(clone);
}, 60_000);
afterAll(async () => {
  await Promise.all(running.map((one) => one.interrupt()));
  await folder.remove();
}, 60_000);

function start(...args: readonly string[]): NpmStart {
  const started = npmStart(clone, args);
  running.push(started);
  return started;
}

/** Waits for the question and its answer, which come last. */
async function answered(started: NpmStart): Promise<string> {
  await eventually(() => {
    if (started.exitCode() !== null) throw new Error(`It ended: ${started.stderr()}`);
    return started.stdout().includes('Interrupt (Ctrl-C) to stop.');
  }, PATIENCE_MS);
  return started.stdout();
}

/** What the command says through a link on the PATH, called elsewhere. */
function linked(...args: readonly string[]): string {
  const link = join(folder.path, 'tributary');
  symlinkSync(join(clone, 'tools/tributary.mjs'), link);
  return execFileSync(link, args, { cwd: folder.path, encoding: 'utf8' });
}

const serverFile = (): string => join(clone, '.tributary', 'server.json');

async function ask(path: string): Promise<z.infer<typeof Jobs>> {
  const { url, token } = Server.parse(JSON.parse(readFileSync(serverFile(), 'utf8')));
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return Jobs.parse(await response.json());
}

/** A server that ends as it should takes its address away; npm itself ends by the signal. */
async function endInOrder(started: NpmStart): Promise<void> {
  await started.interrupt();
  expect([existsSync(serverFile()), started.stderr()]).toEqual([false, expect.not.stringMatching(/error|^ +at /im)]);
}

/** Ids of the newest jobs that read, cut and embedded something. */
async function indexed(): Promise<readonly string[]> {
  return (await ask('/api/jobs?queue=read-local&limit=20')).jobs.map(({ id }) => id);
}

/** What the console's link that was printed is answered, the first and the second time. */
async function signIns(printed: string): Promise<readonly number[]> {
  const [, origin = '', code = ''] = /Console +(\S+)\/sign-in#(\w+)/.exec(printed) ?? [];
  expect(await (await fetch(`${origin}/sign-in`)).text()).toContain('<title>Tributary');
  const request = { method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify({ code }) };
  const first = await fetch(`${origin}/api/session`, request);
  return [first.status, (await fetch(`${origin}/api/session`, request)).status];
}

describe('npm start in a fresh clone', { timeout: 2 * PATIENCE_MS }, () => {
  it('builds, indexes the repository, and shows the addresses and a question with its real answer; again, it indexes nothing', async () => {
    const first = start('--port', '0');
    const printed = await answered(first);
    expect(first.stderr()).toMatch(/Building …[\s\S]*build \d+\.\d s/);
    expect(printed).toMatch(
      /is ready after \d+\.\d s\.\n +Console +http:\/\/127\.0\.0\.1:\d+\/sign-in#\w+\n +MCP +http:\/\/127\.0\.0\.1:\d+\/mcp\n/,
    );
    expect(await signIns(printed)).toEqual([200, 401]); // the link signs in once
    expect(printed).toMatch(/^Searchable: .*clone → tributary-code, tributary-docs · [\d,]+ documents/m);
    expect(printed).toMatch(/^npm run -s tributary -- search ".*"\n 1 [01]\.\d\d \S/m);
    expect(printed).toMatch(/tributary:\/\/tributary-(docs|code)\//);
    expect(linked('sources', '--json')).toContain('tributary-docs');
    const made = await indexed();
    expect(made).toHaveLength(20);
    await endInOrder(first);

    const second = start('--port', '0');
    expect(await answered(second)).toMatch(/^Searchable: .*clone → /m);
    expect(second.stderr()).not.toContain('Building');
    expect(await indexed()).toEqual(made);
    expect((await ask('/api/jobs?queue=sync-local&limit=5')).jobs.length).toBeGreaterThan(1); // it did look for changes
    await endInOrder(second);
  });

  it('says in one sentence that the port is taken, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port.toString() : '';
    const refused = start('--port', port);
    expect([await refused.ended, refused.stdout()]).toEqual([1, '']);
    expect(refused.stderr().trim()).toMatch(new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken by another program: choose .*$`));
    other.close();
  });

  it('says in one sentence that a folder is missing, and ends with 1', async () => {
    const refused = start('/no/such/folder', '--port', '0');
    expect([await refused.ended, refused.stdout()]).toEqual([1, '']);
    expect(refused.stderr()).toBe('/no/such/folder is not there or cannot be read: give a folder or a file that exists.\n');
  });
});
