import type { MemoryOperations } from '@tributary/testing';

/** Three collections: `notes`, `code`, and `slow`, which never answers in time. */
export async function fillWithTexts(operations: MemoryOperations): Promise<void> {
  await operations.ingestDocuments([
    {
      v: 1,
      collection: 'notes',
      id: 'backup.md',
      title: 'Backups',
      path: 'ops/backup.md',
      content: 'The nightly backup runs at three.\nIt keeps seven days.',
    },
    { v: 1, collection: 'notes', id: 'Größe b.md', title: 'Sizes', content: 'How large the disk of the backup server is.' },
    {
      v: 1,
      collection: 'code',
      id: 'backup.ts',
      title: 'backup.ts',
      path: 'src/backup.ts',
      content: 'export function backup() {}',
      metadata: { lang: 'typescript' },
    },
    { v: 1, collection: 'slow', id: 'late', content: 'Nobody sees the backup here.' },
  ]);
}
