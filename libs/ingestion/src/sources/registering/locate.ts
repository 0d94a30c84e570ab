import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceKindOf, type SourceInput, type SourceKind } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Readers } from '../../collaborators/collaborators.js';
import { readerOf } from './source-kinds.js';

/** Where a source is, in the one spelling that identifies it. */
export interface Place {
  readonly kind: SourceKind;
  readonly location: string;
  /** What people would call it. */
  readonly title?: string | undefined;
  readonly settings?: SourceRecord['settings'];
  /** Whose it is alone. */
  readonly userId?: string | undefined;
}

/** Finds what somebody asked to ingest. @throws `SOURCE.NOT_FOUND`, `SOURCE.KEY_FOLDER`, `SOURCE.DATA_FOLDER`, `SOURCE.NOT_A_FILE`, `SOURCE.ADDRESS_REFUSED`, `SOURCE.KIND_UNAVAILABLE` */
export async function locate(readers: Readers, input: Pick<SourceInput, 'location' | 'kind' | 'web'>): Promise<Place> {
  const kind = input.kind ?? sourceKindOf(input.location);
  if (kind === 'web' || kind === 'nextcloud-notes') return locateElsewhere(readers, { ...input, kind });
  const place = await locatePath(readers, input.location, kind);
  if (kind !== 'folder' && kind !== 'file') return { ...place, kind };
  if (kind === 'file' && place.kind === 'folder')
    throw permanent('SOURCE.NOT_A_FILE', `${input.location} is a folder, and a file is wanted: give the path of one.`);
  return { ...place, kind: input.kind ?? (await foundKind(place)) };
}

/** Finds the folder of a project, which is code whatever programs left in it. @throws `PROJECT.ROOT_INVALID` for a file, and what `locate` throws */
export async function locateProject(readers: Readers, { location }: Pick<SourceInput, 'location'>): Promise<Place> {
  const place = await locatePath(readers, location, 'folder');
  if (place.kind === 'folder') return place;
  throw permanent('PROJECT.ROOT_INVALID', `${location} is a file: give the folder of the project it belongs to.`);
}

/** What programs that keep notes leave in their folders, or name their exports by. */
const MARKS: readonly (readonly [mark: string, kind: SourceKind])[] = [
  ['.obsidian', 'obsidian'],
  ['notebook.zim', 'zim'],
];
const BEAR_EXPORT = /\.(?:bear2bk|textpack|textbundle)$/i;

/** A vault or a notebook is known by what its program left in it. */
async function foundKind({ kind, location }: Place): Promise<SourceKind> {
  if (BEAR_EXPORT.test(location)) return 'bear';
  if (kind !== 'folder') return kind;
  for (const [mark, found] of MARKS) if (await stat(join(location, mark)).then(Boolean, () => false)) return found;
  return kind;
}

async function locatePath(readers: Readers, path: string, kind: SourceKind): Promise<Place> {
  const root = await readerOf(readers, kind).inspect(path);
  if (root.usable) return atPath(root.location);
  // An empty folder may be filled later.
  if (root.reason === 'empty') return atPath(await realpath(path));
  if (root.reason === 'secret') {
    throw permanent('SOURCE.KEY_FOLDER', `Folders and files that hold keys are never ingested: ${path}.`, { category: 'denied' });
  }
  if (root.reason === 'own-data') {
    const message = `A data folder of Tributary is never ingested, since it would take in its own words and the owner’s token: ${path}. Give the folder your documents are in.`;
    throw permanent('SOURCE.DATA_FOLDER', message, { category: 'denied' });
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

/** Of the reasons that a reader of pages has. */
const WHY_NO_PAGE: Readonly<Partial<Record<string, string>>> = {
  'not-an-address': 'it is no web address: give one such as https://example.org/guide',
  scheme: 'only http and https are read',
  credentials: 'it carries a name or a password: leave them out',
  'too-long': 'it is too long for an address',
  'address-refused':
    'it lies on this machine or in a network that is not public. Give a public address; others are read where web.allow_addresses names them',
};

interface Elsewhere extends Pick<SourceInput, 'location' | 'web'> {
  readonly kind: SourceKind;
}

async function locateElsewhere(readers: Readers, { location, kind, web }: Elsewhere): Promise<Place> {
  const settings = kind === 'web' && web !== undefined ? given(web) : undefined;
  const root = await readerOf(readers, kind).inspect(location, settings);
  if (root.usable) return { kind, location: root.location, title: root.name, userId: root.userId, settings };
  throw permanent('SOURCE.ADDRESS_REFUSED', `${location} cannot be ingested: ${WHY_NO_PAGE[root.reason] ?? root.reason}.`);
}

function given(settings: NonNullable<SourceInput['web']>): Record<string, string | number | string[]> {
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}
