import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSourceReader } from '@tributary/sources-port/conformance';
import { makeTree } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

describeSourceReader('A folder', {
  reader: new FolderReader(),
  missingLocation: join(import.meta.dirname, 'no-such-folder'),
  make: async (texts) => {
    const tree = await makeTree(texts);
    return {
      location: tree.path,
      write: (path, text) => writeFile(join(tree.path, path), text),
      delete: (path) => rm(join(tree.path, path)),
      [Symbol.asyncDispose]: () => tree.remove(),
    };
  },
});
