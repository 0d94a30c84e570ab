import type { Configuration, Logger } from '@tributary/platform';
import { DataFolderSession } from './data-folder-session.js';

/** A command that asks one question ends before unfinished work is taken up and collections are read that nobody asks for; one that stays does both. */
const BACKGROUND_DELAY_MS = 2000;

export interface ConnectOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
}

/** The operations of the configured data folder: attached to the process that serves it, else served by this one on a free loopback port until a server is started for it.
 *  @throws `DATA.UNUSABLE`, `DATA.OTHER_VERSION`, `DATA.OWNER_SILENT`, and what starting a server throws */
export async function connectOrOwn({ configuration, logger }: ConnectOptions): Promise<DataFolderSession> {
  return DataFolderSession.open({
    folder: configuration.data.folder,
    logger,
    startServer: async (ownership) => {
      // Only an owner needs the server, and loading it takes longer than an attached command runs.
      const { startStandalone } = await import('../standalone/start-standalone.js');
      const server = { ...configuration.server, host: '127.0.0.1', port: 0 };
      const standIn = { ownership, isStandIn: true, backgroundDelayMs: BACKGROUND_DELAY_MS };
      return startStandalone({ configuration: { ...configuration, server }, logger, ...standIn });
    },
  });
}
