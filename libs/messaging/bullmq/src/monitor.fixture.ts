import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const QUOTED = /"((?:[^"\\]|\\.)*)"/gu;

/** Hears every command that a Redis runs from now on, with its arguments and when it ran by Redis’s clock, in milliseconds. On a connection of its own: `monitor()` of ioredis takes lines that come together with the OK for
 *  answers to a command, and fails. */
export async function monitorCommands(
  url: string,
  onCommand: (args: readonly string[], atMs: number) => void,
): Promise<{ readonly disconnect: () => void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const begun = Promise.withResolvers<undefined>();
  createInterface({ input: socket }).on('line', (line) => {
    if (line === '+OK') begun.resolve(undefined);
    else
      onCommand(
        [...line.matchAll(QUOTED)].map(([, text = '']) => text.replaceAll(/\\(.)/gu, '$1')),
        1000 * Number.parseFloat(line.slice(1)),
      );
  });
  socket.write('MONITOR\r\n');
  await begun.promise;
  return {
    disconnect: () => {
      socket.destroy();
    },
  };
}
