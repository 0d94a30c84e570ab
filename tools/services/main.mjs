// Starts Redis and the four services, says where they are, and ends them all on Ctrl-C.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programOf } from '../bundle/programs.mjs';
import { endingSignals } from '../node/hang-up.mjs';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';
import { prepare } from '../prepare/prepare.mjs';
import { repositoryData } from '../start/data-folder.mjs';
import { meantFolder } from './meant-folder.mjs';
import { readOptions } from './options.mjs';
import { Processes } from './processes.mjs';
import { provideRedis } from './redis.mjs';

const READY_LIMIT_MS = 60_000;

/**
 * @param {string} root
 * @param {readonly string[]} given
 * @returns {Promise<number>} exit code
 */
export async function services(root, given) {
  const options = readOptions(given, { from: process.env.INIT_CWD ?? process.cwd() });
  if ('help' in options) {
    console.log(options.help);
    return 0;
  }
  const { nodePath } = await prepare(root, { extent: 'production', log: console.error });
  Object.assign(process.env, repositoryData(root));
  const { folder, other } = options.folder === undefined ? meantFolder(nodePath, options.shared) : { folder: options.folder };
  const redis = await provideRedis({ folder, isSure: options.isSure, log: console.error });
  console.error(`Redis: ${redis.from}`);
  const ended = deferred();
  const onExit = (name, how) => {
    console.error(`${name} ended (${how}). It is not started again; end this command and run it again to have all of them.`);
    if (name === 'mcp-gateway') ended.resolve(1);
  };
  const processes = new Processes({ nodePath, onExit });
  for (const signal of endingSignals()) process.on(signal, () => ended.resolve(0));
  try {
    const before = announcement(folder);
    startAll(processes, { root, options, redisUrl: redis.url });
    const url = await Promise.race([untilReady(folder, before), ended.promise]);
    if (typeof url === 'string') sayAddresses(url, other);
    return await ended.promise;
  } finally {
    await processes.end();
    await redis.close();
  }
}

function startAll(processes, { root, options, redisUrl }) {
  // Their lines come through here, so they cannot see that a person reads them.
  const format = process.stderr.isTTY && process.env.TRIBUTARY_LOG__FORMAT === undefined ? { TRIBUTARY_LOG__FORMAT: 'pretty' } : {};
  const env = { TRIBUTARY_REDIS__URL: redisUrl, ...format };
  const start = (name, app, args = []) =>
    processes.start(name, { entry: join(root, programOf(app)), args: [...options.shared, ...args], env });
  for (let n = 1; n <= options.embedders; n++) start(`embedder-${n}`, 'embedder');
  for (let n = 1; n <= options.workers; n++) start(`ingest-worker-${n}`, 'ingest-worker');
  start('search-federation', 'search-federation');
  start('mcp-gateway', 'mcp-gateway', options.gateway);
}

async function untilReady(folder, before) {
  const endsAt = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const url = gatewayUrl(folder, before);
    if (url !== undefined && (await isReady(url))) return url;
    if (performance.now() > endsAt) throw new PreparationFailure('The gateway is not ready after a minute; the lines above say why.');
    await pause(100);
  }
}

/** Tells what a server wrote into the data folder from what the next one does. */
export function announcement(folder) {
  try {
    const { ino, mtimeNs } = statSync(join(folder, 'server.json'), { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

/** The gateway writes where it listens into the data folder; another server of that folder, which keeps ours from starting, did so before.
 *  @param {string | undefined} before what stood there when the gateway was started */
export function gatewayUrl(folder, before) {
  if (announcement(folder) === before) return undefined;
  try {
    return JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')).url;
  } catch {
    return undefined;
  }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}

function sayAddresses(url, otherFolder) {
  console.log(
    `Tributary is ready.\n  HTTP API  ${url}/api\n  MCP       ${url}/mcp\n  health    ${url}/health/ready\nCtrl-C ends all services.`,
  );
  if (otherFolder !== undefined) console.error(otherFolder);
}

/** `Promise.withResolvers`, which the oldest Node that may start this script lacks. */
function deferred() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
