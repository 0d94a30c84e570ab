import { describeFolderWatcher } from '@tributary/sources-port/conformance';
import { temporaryFolder } from '@tributary/testing';
import { NativeWatcher } from './native-watcher.js';

describeFolderWatcher('The system’s own events', { open: () => new NativeWatcher(), folder: temporaryFolder });
