// The command line of `npm run services`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';

const HELP = `npm run services -- [options]

  --embedders N    embedder processes (1)
  --workers N      ingest-worker processes (1)
  --data DIR       data folder, shared by all of them (as for npm start)
  --host ADDRESS   address of the gateway (127.0.0.1)
  --port NUMBER    port of the gateway (7411; 0 takes a free one)
  --config FILE    tributary.yaml
  --yes            install Redis without asking where it is missing

Redis is taken from REDIS_URL, else redis-server or valkey-server on the PATH, else Docker, else the package manager after asking.`;

/**
 * @param {readonly string[]} given
 * @param {{ from: string }} places `from` is the folder relative paths are meant from
 * @returns {{ help: string } | { embedders: number, workers: number, folder: string | undefined, isSure: boolean, gateway: string[], shared: string[] }}
 */
export function readOptions(given, { from }) {
  const text = /** @type {const} */ ({ type: 'string' });
  const options = {
    embedders: text,
    workers: text,
    data: text,
    host: text,
    port: text,
    config: text,
    yes: /** @type {const} */ ({ type: 'boolean' }),
    help: /** @type {const} */ ({ type: 'boolean', short: 'h' }),
  };
  let values;
  try {
    ({ values } = parseArgs({ args: [...given], options }));
  } catch (error) {
    throw new PreparationFailure(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
  if (values.help) return { help: HELP };
  const folder = values.data === undefined ? undefined : resolve(from, values.data);
  return {
    embedders: count('--embedders', values.embedders),
    workers: count('--workers', values.workers),
    folder,
    isSure: values.yes === true,
    shared: [
      ...(folder === undefined ? [] : ['--data', folder]),
      ...(values.config === undefined ? [] : ['--config', resolve(from, values.config)]),
    ],
    gateway: ['host', 'port'].flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]])),
  };
}

function count(flag, text = '1') {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 256) return number;
  throw new PreparationFailure(`${flag} is ${text}: write a whole number from 1 to 256.`);
}
