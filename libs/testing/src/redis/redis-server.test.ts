import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { startRedisServer } from './redis-server.js';
import { findRedisProgram } from './redis-supply.js';

it('keeps what it acknowledged through a SIGKILL and serves it on the same port', async (context) => {
  const supply = findRedisProgram();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using server = await startRedisServer(supply.command);
  expect(await ask(server.port, 'SET kept 1')).toBe('+OK');
  await server.crash();
  await expect(ask(server.port, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await server.restart();
  expect(await ask(server.port, 'STRLEN kept')).toBe(':1');
  expect(await ask(server.port, 'CONFIG GET appendfsync')).toBe('*2');
  await server.restartEmpty();
  expect(await ask(server.port, 'STRLEN kept')).toBe(':0');
});

/** Sends one command and answers the first line of the reply. */
function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(port, '127.0.0.1', () => connection.write(`${command}\r\n`));
    connection.once('error', reject);
    connection.once('data', (data) => {
      connection.end();
      resolve(data.toString().split('\r\n')[0] ?? '');
    });
  });
}
