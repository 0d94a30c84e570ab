import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { homeFolder } from '@tributary/kernel/places';
import { settingOf, type ModelOwner } from '../owner/model-owner.js';
import { modelMissing } from './folder-errors.js';

const HUB_NAME = /^[\w.-]+(\/[\w.-]+)?$/;

export interface FolderPlace {
  readonly owner: ModelOwner;
  /** A folder, or the name of a model on the hub, which must lie in the local cache. */
  readonly path: string;
  /** The local cache of the hub; left out: where its own tools keep it. */
  readonly cache?: string | undefined;
}

/** The folder of a model. Nothing is downloaded. @throws `EMBEDDER.MODEL_NOT_FOUND` or its like */
export async function findFolder({
  owner,
  path,
  cache = join(homeFolder() ?? '~', '.cache/huggingface/hub'),
}: FolderPlace): Promise<string> {
  const folder = resolve(path);
  if (await isFolder(folder)) return folder;
  if (isAbsolute(path) || !HUB_NAME.test(path)) {
    throw modelMissing(owner, `there is no folder ${folder}. Set ${settingOf(owner, 'path')} to the folder that holds its config.json.`);
  }
  const cached = await findCached(join(cache, `models--${path.replace('/', '--')}`));
  if (cached !== undefined) return cached;
  throw modelMissing(
    owner,
    `${path} is neither a folder nor in the local cache ${cache}, and nothing is downloaded by itself. Fetch it with \`hf download ${path}\`, or set ${settingOf(owner, 'path')} to a folder.`,
  );
}

/** The snapshot that the branch `main` points to. */
async function findCached(repository: string): Promise<string | undefined> {
  const commit = await readFile(join(repository, 'refs/main'), 'utf8').catch(() => '');
  const snapshot = join(repository, 'snapshots', commit.trim());
  return commit.trim() !== '' && (await isFolder(snapshot)) ? snapshot : undefined;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
