// How long a client waits for `tributary mcp`: from the start of the process to the answer to `initialize`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0.0.0' } },
};

/**
 * @param {{ command: string, args: readonly string[] }} server
 * @param {number} rounds
 * @returns {Promise<number[]>} milliseconds of each round; the start before the first is not counted, since it fills the cache of compiled code
 */
export async function measureStarts(server, rounds) {
  await startOnce(server);
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await startOnce(server));
  return times;
}

async function startOnce({ command, args }) {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(createInterface(child.stdout), 'line');
  const took = performance.now() - startedAt;
  child.stdin.end();
  await once(child, 'exit');
  return took;
}
