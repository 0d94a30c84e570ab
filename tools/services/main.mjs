// Starts Redis and the four services, says where they are, and ends them all on Ctrl-C.
import { join } from 'node:path';
import { programOf } from '../bundle/programs.mjs';
import { endingSignals } from '../node/hang-up.mjs';
import { prepare } from '../prepare/prepare.mjs';
import { repositoryData } from '../start/data-folder.mjs';
import { announcement, untilReady } from './gateway.mjs';
import { meantFolder } from './meant-folder.mjs';
import { readOptions } from './options.mjs';
import { Processes } from './processes.mjs';
import { provideRedis } from './redis.mjs';

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
  const ended = deferred();
  const awaited = new AbortController();
  const end = (code) => {
    awaited.abort();
    ended.resolve(code);
  };
  // From before there is a Redis: it would outlive this process.
  for (const signal of endingSignals()) process.on(signal, () => end(0));
  const redis = await provideRedis({ folder, isSure: options.isSure, log: console.error });
  console.error(`Redis: ${redis.from}`);
  const onExit = (name, how) => {
    console.error(`${name} ended (${how}). It is not started again; end this command and run it again to have all of them.`);
    if (name === 'mcp-gateway') end(1);
  };
  const processes = new Processes({ nodePath, onExit });
  try {
    const before = announcement(folder);
    if (!awaited.signal.aborted) startAll(processes, { root, options, redisUrl: redis.url });
    const url = await Promise.race([ended.promise, untilReady(folder, { before, signal: awaited.signal })]);
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
