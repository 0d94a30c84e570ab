import { existsSync } from 'node:fs';
import { connectOrOwn } from '@tributary/composition/session';
import { permanent } from '@tributary/kernel';
import { createLogger, type Configuration, type Logger } from '@tributary/platform';
import type { Connection, ConnectionOptions } from './connection.js';
import { otherFolder, otherServer } from './other-folder.js';
import { readConfiguration } from './read-configuration.js';

/** A command that asks one thing says only what is wrong; a server says what it does. */
function commandLogger({ log }: Configuration): Logger {
  return createLogger({ ...log, level: log.level === 'error' ? 'error' : 'warn' }, { component: 'cli' });
}

function servesFolder(engine: Configuration['engines'][string]): boolean {
  return engine.type === 'chroma' && engine.path !== undefined;
}

/** What other engines hold can be asked for from a new folder, too. @throws `DATA.NOT_FOUND` */
async function requireData({ data, engines }: Configuration, options: ConnectionOptions): Promise<void> {
  if (Object.values(engines).some(({ type }) => type !== 'embedded') || existsSync(data.folder)) return;
  const other = await otherFolder(options, data.folder);
  throw permanent(
    'DATA.NOT_FOUND',
    `There is no data folder ${data.folder}: choose another with --data, or make this one by indexing something ("tributary index PATH").${other === undefined ? '' : ` ${other}`}`,
    { category: 'not_found' },
  );
}

/** Attaches to the server of the data folder, or becomes it until the command ends. */
export async function openDataFolder(options: ConnectionOptions): Promise<Connection> {
  const configuration = await readConfiguration(options);
  if (options.needsData === true) await requireData(configuration, options);
  const logger = commandLogger(configuration);
  const elsewhere = await otherServer(options, configuration.data.folder);
  if (elsewhere !== undefined) logger.warn(elsewhere);
  const session = await connectOrOwn({ configuration, logger });
  const keepsCursors = (await session.role()) === 'attached';
  const startsServers = !keepsCursors && Object.values(configuration.engines).some(servesFolder);
  const { operations } = session;
  const place = `in ${configuration.data.folder}`;
  return { operations, place, sharesFiles: true, keepsCursors, startsServers, close: () => session.close() };
}
