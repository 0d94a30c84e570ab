import type { Archive } from './open-archive.js';

const OPEN_DOCUMENTS: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
};

/** What a ZIP file is, told by its parts; undefined for a plain archive. */
export async function archiveFormat(archive: Archive): Promise<string | undefined> {
  if (archive.names.has('mimetype')) {
    const named = (await archive.text('mimetype'))?.trim() ?? '';
    return OPEN_DOCUMENTS[named.replace(/-template$/, '')];
  }
  if (archive.names.has('META-INF/container.xml')) return 'epub';
  if (!archive.names.has('[Content_Types].xml')) return undefined;
  if (archive.names.has('xl/workbook.xml')) return 'xlsx';
  if (archive.names.has('ppt/presentation.xml')) return 'pptx';
  return [...archive.names].some((name) => name.startsWith('word/')) ? 'docx' : undefined;
}
