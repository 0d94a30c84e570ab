import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let port: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  port = (await freePort()).toString();
  server = createServer((request, response) => response.writeHead(request.url === '/health/ready' ? 200 : 404).end());
  await once(server.listen(Number(port), '127.0.0.1'), 'listening');
});
afterEach(async () => {
  server.close();
  await folder.remove();
});

/** The exit code of the check in a container of this app. */
async function checked(app: string, env: Record<string, string>): Promise<number | null> {
  await writeFile(join(folder.path, 'package.json'), JSON.stringify({ app, type: 'module' }));
  await copyFile(fileURLToPath(new URL('health.mjs', import.meta.url)), join(folder.path, 'health.mjs'));
  const child = execFile(process.execPath, [join(folder.path, 'health.mjs')], { env: { TRIBUTARY_DATA__FOLDER: folder.path, ...env } });
  await once(child, 'exit');
  return child.exitCode;
}

it('asks a server where it listens, whether a variable or the configuration says so', async () => {
  for (const app of ['mcp-gateway', 'standalone']) expect(await checked(app, { TRIBUTARY_SERVER__PORT: port })).toBe(0);
  await writeFile(join(folder.path, 'server.json'), JSON.stringify({ url: `http://127.0.0.1:${port}` }));
  for (const app of ['mcp-gateway', 'standalone']) expect(await checked(app, {})).toBe(0);
});

it('asks a service at the port of its health', async () => {
  expect(await checked('embedder', { TRIBUTARY_HEALTH__PORT: port })).toBe(0);
  expect(await checked('embedder', { TRIBUTARY_HEALTH__PORT: (await freePort()).toString() })).toBe(1);
});
