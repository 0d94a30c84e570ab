import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../files/temporary-folder.js';
import { hasDockerEngine, startContainerServer } from './container-server.js';

/** A program that takes docker's commands and runs a small HTTP server in place of a container, so that the lifecycle is seen without an engine. */
const DOCKER = `#!/bin/sh
here=$(dirname "$0"); echo "$@" >> "$here/calls"
serve() { "$NODE" -e 'require("http").createServer((q,r)=>r.end("ok")).listen(+process.argv[1],"127.0.0.1")' "$(cat "$here/port")" >/dev/null 2>&1 & echo $! > "$here/pid"; }
case "$1" in
  version) echo 29.0 ;;
  run) for word in "$@"; do case "$word" in 127.0.0.1:*:*) echo "$word" | cut -d: -f2 > "$here/port" ;; esac; done; serve ;;
  start) serve ;;
  kill|rm) kill -9 "$(cat "$here/pid")" 2>/dev/null || true ;;
esac
`;

it('starts a container on loopback, kills it, serves it again on its port and removes it', async () => {
  await using folder = await temporaryFolder();
  const bin = join(folder.path, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'docker'), DOCKER);
  await chmod(join(bin, 'docker'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, NODE: process.execPath, DOCKER_HOST: 'unix:///nowhere' };
  expect(hasDockerEngine(env)).toBe(true);
  const server = await startContainerServer({ image: 'qdrant/qdrant:v1', port: 6333, readyPath: '/readyz', env: { A: 'b' } }, env);
  const answers = () =>
    fetch(server.url).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  await server.crash();
  expect(await answers()).toBe(false);
  await server.restart();
  expect(await answers()).toBe(true);
  await server.remove();
  expect(await answers()).toBe(false);
  const [, ran = '', ...rest] = (await readFile(join(bin, 'calls'), 'utf8')).trim().split('\n');
  expect(ran).toMatch(/^run --detach --name tributary-test-\S+ --publish 127\.0\.0\.1:\d+:6333 --env A=b qdrant\/qdrant:v1$/);
  expect(rest.map((call) => call.split(' ')[0])).toEqual(['kill', 'start', 'rm']);
});

it('takes a client without an engine for no engine', () => {
  expect(hasDockerEngine({ PATH: '/nowhere', DOCKER_HOST: 'unix:///nowhere' })).toBe(false);
});
