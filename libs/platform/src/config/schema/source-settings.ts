import { z } from 'zod';
import { setting } from './setting.js';

export const SourcesSection = z.strictObject({
  read: setting(z.enum(['all', 'local', 'web']).default('all'), {
    description:
      'Which sources an ingest worker of its own reads: local are folders, files and notes in files, web are pages and a Nextcloud. A source whose kind no worker reads waits. A standalone server reads all.',
  }),
  roots: setting(z.array(z.string().min(1)).default([]), {
    description:
      'Folders that may be ingested, beside those given at start and, for assistants of the owner, his home. What he types at his own terminal may lie anywhere.',
    example: '["~/projects"]',
  }),
  watchMethod: setting(z.enum(['auto', 'native', 'chokidar', 'polling']).default('auto'), {
    description:
      'How watched folders are watched; auto is the best that works in a place: native events, chokidar where they do not load, polling for network folders and where the system gives no more watches.',
  }),
  pollSeconds: setting(z.number().positive().max(86_400).default(30), {
    description: 'Where a folder is watched by polling: from one comparison to the next.',
    unit: 's',
  }),
  compareSeconds: setting(z.number().positive().max(86_400).default(900), {
    description: 'From one comparison of everything in a watched folder to the next; it finds what no event told of.',
    unit: 's',
  }),
  maxFileMb: setting(z.number().positive().max(1024).default(20), {
    description: 'Bigger files are left out and counted. While one is indexed it takes up to 40 times its size in memory.',
    unit: 'MB',
  }),
  maskSecrets: setting(z.boolean().default(true), {
    description:
      'Replace keys, tokens and passwords that are found in documents by the name of the rule that knows them, before they are indexed.',
  }),
});
