import { realpath } from 'node:fs/promises';
import type { Readers } from '@tributary/ingestion';
import { MIB } from '@tributary/kernel';
import { userConfigFolder, type Configuration } from '@tributary/platform';
import { FolderReader, gitExcludesFile } from '@tributary/sources-folder';
import { HeadedFilesReader } from '@tributary/sources-notes';
import { openNoteReaders } from '../notes/open-note-readers.js';
import type { openExtractor } from './open-extractor.js';
import { openWebReader } from './open-web-reader.js';

/** Who reads which kind of source, with the limits that are configured. */
export async function openReaders(configuration: Configuration, extractor: ReturnType<typeof openExtractor>): Promise<Readers> {
  const { folder } = configuration.data;
  const files = new FolderReader({
    maxBytes: configuration.sources.maxFileMb * MIB,
    ignore: configuration.indexing.ignorePatterns,
    excludesFile: (repository) => gitExcludesFile(repository, { configFolder: userConfigFolder() }),
    dataFolder: await realpath(folder).catch(() => folder),
    documents: { extractor, maxBytes: configuration.extraction.maxMb * MIB },
  });
  const web = openWebReader(configuration, extractor);
  const headed = new HeadedFilesReader(files);
  return { folder: headed, file: headed, web, ...(await openNoteReaders(configuration, files)) };
}
