import { describeFolderWatcher } from '@tributary/sources-port/conformance';
import { temporaryFolder } from '@tributary/testing';
import { ChokidarWatcher } from './chokidar-watcher.js';

describeFolderWatcher('chokidar', { open: () => new ChokidarWatcher(), folder: temporaryFolder });
