import { localOwner } from '@tributary/contracts';
import { runMain, shutDownOnSignal } from '@tributary/platform';
import { onStopRequest } from '../data-folder/stop-server.js';
import { inCallersFolder } from '../session/callers-folder.js';
import { startProcess } from '../services/start-process.js';
import { startStandalone } from './start-standalone.js';

/** The standalone server as a process: `[PATH…]` are registered as sources and indexed while it answers. */
export function runStandalone(args: readonly string[]): void {
  runMain(async (logsBy) => {
    const { configuration, logger, paths } = await startProcess('standalone', args);
    logsBy({ configuration, logger });
    const server = await startStandalone({ configuration, logger, folders: paths, daemon: configuration.daemon.enabled === true });
    const end = shutDownOnSignal({ close: () => server.close(), graceMs: configuration.shutdown.graceMs, logger });
    onStopRequest(configuration.data.folder, () => {
      end('tributary stop');
    });
    logger.info('ready', { url: server.url });
    const context = { principal: localOwner, signal: new AbortController().signal };
    for (const location of paths) await server.operations.addSource(inCallersFolder({ location, wait_ms: 0 }), context);
  });
}
