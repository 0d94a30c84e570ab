import { describeFolderWatcher } from '@tributary/sources-port/conformance';
import { temporaryFolder } from '@tributary/testing';
import { PollingWatcher } from './polling-watcher.js';

describeFolderWatcher('Comparing again and again', { open: () => new PollingWatcher({ everyMs: 50 }), folder: temporaryFolder });
