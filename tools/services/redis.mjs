// The Redis of `npm run services`: the one that is given, or one of our own under the data folder.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';
import { isServing, shutDown } from './redis-protocol.mjs';
import { findProgram, hasDocker, installCommand, isRootlessDocker } from './redis-programs.mjs';

const SERVERS = ['redis-server', 'valkey-server'];
const IMAGE = 'redis:7-alpine';
const START_LIMIT_MS = 20_000;

/**
 * @typedef {{ url: string, from: string, close: () => Promise<void> }} Redis `close` ends what was started here and nothing else
 * @param {{ folder: string, isSure: boolean, log: (line: string) => void }} options
 * @returns {Promise<Redis>}
 */
export async function provideRedis({ folder, isSure, log }) {
  const given = process.env.REDIS_URL;
  if (given) return { url: given, from: 'REDIS_URL', close: async () => undefined };
  const data = join(folder, 'redis');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const running = await stillRunning(data);
  if (running) return running;
  const program = findProgram(SERVERS) ?? (hasDocker() ? undefined : await install(isSure, log));
  return program === undefined ? start(data, docker) : start(data, (server) => native(program, server));
}

/** One that an earlier run left behind, because it was killed before it could end it. */
async function stillRunning(data) {
  const file = join(data, 'server.json');
  if (!existsSync(file)) return undefined;
  const server = JSON.parse(readFileSync(file, 'utf8'));
  return (await isServing(server)) ? asRedis(data, server, 'an earlier run') : undefined;
}

async function start(data, launch) {
  const server = { port: await freePort(), password: randomBytes(24).toString('hex'), data };
  const { child, from, end } = launch(server);
  let output = '';
  let hasEnded = false;
  child.stdout.on('data', (text) => (output = (output + text).slice(-2000)));
  child.stderr.on('data', (text) => (output = (output + text).slice(-2000)));
  child.once('error', () => (hasEnded = true));
  child.once('exit', () => (hasEnded = true));
  const endsAt = performance.now() + START_LIMIT_MS;
  try {
    while (!(await isServing(server))) {
      if (hasEnded || performance.now() > endsAt)
        throw new PreparationFailure(`Redis (${from}) did not start; its last words:\n${output.trim()}`);
      await pause(20);
    }
    writeFileSync(join(data, 'server.json'), JSON.stringify({ port: server.port, password: server.password }), { mode: 0o600 });
    return asRedis(data, server, from);
  } catch (error) {
    // Whatever went wrong, nothing stays that no later run would find.
    child.kill(end);
    throw error;
  }
}

function asRedis(data, { port, password }, from) {
  const close = async () => {
    await shutDown({ port, password });
    rmSync(join(data, 'server.json'), { force: true });
  };
  return { url: `redis://:${password}@127.0.0.1:${port}`, from, close };
}

/** The settings come by standard input: an argument would show the password to every user of the machine. */
function native(program, { port, password, data }) {
  const child = spawn(program, ['-'], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stdin.end(settings({ port, password, data, bind: '127.0.0.1' }));
  child.unref();
  return { child, from: program, end: /** @type {const} */ ('SIGKILL') };
}

/** As the user who runs this, by whom the folder is written and removed; the image's own entry point would give it to a user of the image. */
function docker({ port, password, data }) {
  const user = process.getuid === undefined ? [] : ['--user', dockerUser()];
  const container = ['--entrypoint', 'redis-server', ...user, '-p', `127.0.0.1:${port}:6379`, '-v', `${data}:/data`];
  const args = ['run', '--rm', '-i', ...container, IMAGE, '-'];
  const child = spawn('docker', args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  child.stdin.end(settings({ port: 6379, password, data: '/data', bind: '0.0.0.0' }));
  // It passes that on to the container, which a SIGKILL would leave behind.
  return { child, from: `Docker, ${IMAGE}`, end: /** @type {const} */ ('SIGTERM') };
}

/** In a Docker without root the root of a container is the user himself. */
function dockerUser() {
  return isRootlessDocker() ? '0:0' : `${process.getuid?.()}:${process.getgid?.()}`;
}

/** An acknowledged job is on disk, and nothing is ever thrown out to make room. */
function settings({ port, password, data, bind }) {
  const lines = [
    `bind ${bind}`,
    `port ${port}`,
    `requirepass ${password}`,
    `dir "${data}"`,
    'appendonly yes',
    'appendfsync always',
    'maxmemory-policy noeviction',
    'save ""',
    'daemonize no',
  ];
  return `${lines.join('\n')}\n`;
}

async function install(isSure, log) {
  const command = installCommand();
  if (command === undefined) {
    throw new PreparationFailure(
      'No Redis was found: install redis-server or valkey-server with your package manager, or set REDIS_URL, and run the same command again.',
    );
  }
  const line = command.join(' ');
  if (!isSure && !(await agrees(`No Redis was found. Install one with "${line}"? [y/N] `))) {
    throw new PreparationFailure(
      `No Redis was found: run "${line}", start Docker, or set REDIS_URL, and run the same command again (--yes installs it).`,
    );
  }
  log(`Installing Redis: ${line}`);
  const [installer = '', ...args] = command;
  const { status } = spawnSync(installer, args, { stdio: 'inherit' });
  const program = findProgram(SERVERS);
  if (status === 0 && program !== undefined) return program;
  throw new PreparationFailure(
    `"${line}" did not install a Redis: install redis-server or valkey-server, or set REDIS_URL, and run the same command again.`,
  );
}

async function agrees(question) {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address?.port));
    });
  });
}
