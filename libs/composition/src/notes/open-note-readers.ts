import type { Readers } from '@tributary/ingestion';
import type { Configuration } from '@tributary/platform';
import type { SourceReader } from '@tributary/sources-port';
import { noteReaders } from '@tributary/sources-notes';

/** The readers of notes: of those in files always, of a Nextcloud's where one is configured. @param files the reader of folders */
export async function openNoteReaders({ data, dialects }: Configuration, files: SourceReader): Promise<Readers> {
  const { source } = dialects.nextcloud;
  if (source === undefined) return noteReaders(files);
  const { AppPasswords, NextcloudNotesReader } = await import('@tributary/sources-nextcloud');
  // A sync has no caller whose token could be exchanged: it reads with the password that the user stored for it.
  const credentials = new AppPasswords(data.folder);
  const nextcloud = new NextcloudNotesReader({ url: source.url, timeoutMs: source.syncTimeoutMs, credentials });
  return { ...noteReaders(files), 'nextcloud-notes': nextcloud };
}
