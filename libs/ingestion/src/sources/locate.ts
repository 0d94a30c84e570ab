import { realpath, stat } from 'node:fs/promises';
import { sourceKindOf, type SourceInput, type SourceKind } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Readers } from '../collaborators/collaborators.js';
import { readerOf } from './source-kinds.js';

/** Where a source is, in the one spelling that identifies it. */
export interface Place {
  readonly kind: SourceKind;
  readonly location: string;
  /** What people would call it. */
  readonly title?: string | undefined;
  readonly settings?: SourceRecord['settings'];
}

/** Finds what somebody asked to ingest. @throws `SOURCE.NOT_FOUND`, `SOURCE.KEY_FOLDER`, `SOURCE.ADDRESS_REFUSED`, `SOURCE.KIND_UNAVAILABLE` */
export async function locate(readers: Readers, input: Pick<SourceInput, 'location' | 'kind' | 'web'>): Promise<Place> {
  const kind = input.kind ?? sourceKindOf(input.location);
  return kind === 'folder' || kind === 'file' ? locatePath(readers, input.location) : locateElsewhere(readers, { ...input, kind });
}

async function locatePath(readers: Readers, path: string): Promise<Place> {
  const root = await readerOf(readers, 'folder').inspect(path);
  if (root.usable) return atPath(root.location);
  // An empty folder may be filled later.
  if (root.reason === 'empty') return atPath(await realpath(path));
  if (root.reason === 'secret') {
    throw permanent('SOURCE.KEY_FOLDER', `Folders and files that hold keys are never ingested: ${path}.`, { category: 'denied' });
  }
  throw permanent(
    'SOURCE.NOT_FOUND',
    `${path} cannot be read (${root.reason}). Give the path of a folder or file as this machine sees it.`,
    { category: 'not_found' },
  );
}

async function atPath(location: string): Promise<Place> {
  return { kind: (await stat(location)).isFile() ? 'file' : 'folder', location };
}

interface Elsewhere extends Pick<SourceInput, 'location' | 'web'> {
  readonly kind: SourceKind;
}

async function locateElsewhere(readers: Readers, { location, kind, web }: Elsewhere): Promise<Place> {
  const settings = kind === 'web' && web !== undefined ? given(web) : undefined;
  const root = await readerOf(readers, kind).inspect(location, settings);
  if (root.usable) return { kind, location: root.location, title: root.name, settings };
  throw permanent('SOURCE.ADDRESS_REFUSED', `${location} cannot be ingested (${root.reason}): docs/web.md says which addresses are.`);
}

function given(settings: NonNullable<SourceInput['web']>): Record<string, string | number | string[]> {
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}
