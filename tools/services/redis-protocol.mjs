// As much of the Redis protocol as is needed to ask a server whether it is there, and to end it.
import { connect } from 'node:net';

/**
 * Sends inline commands over one connection and answers the first line of each reply.
 * @param {{ port: number, password?: string }} server on loopback
 * @param {readonly string[]} commands
 * @returns {Promise<string[]>} empty when nobody answers within `limitMs`; fewer lines than commands when the server ended the connection
 */
export function ask({ port, password }, commands, limitMs = 500) {
  const lines = [...(password === undefined ? [] : [`AUTH ${password}`]), ...commands];
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port });
    const finish = () => {
      socket.destroy();
      const replies = answer.split('\r\n').filter((line) => line !== '');
      resolve(password === undefined ? replies : replies.slice(1));
    };
    socket.setTimeout(limitMs, finish);
    socket.once('error', finish);
    socket.once('close', finish);
    socket.once('connect', () => socket.write(`${lines.join('\r\n')}\r\n`));
    socket.on('data', (data) => {
      answer += data.toString();
      if (answer.split('\r\n').length > lines.length) finish();
    });
  });
}

/** True when a server answers at that port and takes the password. */
export async function isServing(server) {
  const [reply] = await ask(server, ['PING']);
  return reply === '+PONG';
}

/** Ends the server; what it acknowledged is on disk already. */
export async function shutDown(server) {
  await ask(server, ['SHUTDOWN NOSAVE'], 2000);
}
