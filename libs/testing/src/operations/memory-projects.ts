import type {
  ActivateProjectInput,
  DeactivateProjectInput,
  ProjectActivation,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReindexAnswer,
  ReindexProjectInput,
} from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';
import type { MemoryDocuments } from './memory-documents.js';

interface MemoryProject {
  readonly root: string;
  readonly ignore: readonly string[];
  readonly sessions: Set<string>;
}

/** Folders of text files as projects, searchable at once: `.md` goes to the documents, all else to the code. Patterns of what to leave out are kept, and leave nothing out. */
export class MemoryProjects {
  readonly #byRoot = new Map<string, MemoryProject>();
  readonly #documents: MemoryDocuments;

  constructor(documents: MemoryDocuments) {
    this.#documents = documents;
  }

  activate({ project_root: root, session = 'caller', ignore, index_only: isIndexOnly }: ActivateProjectInput): Promise<ProjectActivation> {
    if (root.includes('\0') || !statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
      throw permanent('SOURCE.NOT_FOUND', `There is no such file or folder: ${root}.`, { category: 'not_found' });
    }
    const known = this.#byRoot.get(root);
    const project = { root, sessions: known?.sessions ?? new Set<string>(), ignore: ignore ?? known?.ignore ?? [] };
    this.#byRoot.set(root, project);
    if (!isIndexOnly) project.sessions.add(session);
    this.#index(root);
    return Promise.resolve({
      project: this.#summarise(project),
      job_id: `sync-${basename(root)}`,
      token: formatWriteToken({ sources: { [`project-${basename(root)}`]: 1 } }),
    });
  }

  deactivate({ project_root: root, session = 'caller' }: DeactivateProjectInput): Promise<ProjectSummary> {
    const project = this.#find(root);
    project.sessions.delete(session);
    return Promise.resolve(this.#summarise(project));
  }

  list(): readonly ProjectSummary[] {
    return [...this.#byRoot.values()].map((project) => this.#summarise(project));
  }

  reindex({ project_root: root, paths }: ReindexProjectInput): Promise<ReindexAnswer> {
    this.#find(root);
    const before = this.#stored(root, paths).length;
    for (const { collection, id } of this.#stored(root, paths)) this.#documents.remove({ collection, id });
    this.#index(root, paths);
    const files = this.#stored(root, paths).length;
    return Promise.resolve({ job_id: 'sync', finished: true, files, indexed: files, deleted: Math.max(0, before - files) });
  }

  purge({ project_root: root, paths }: PurgeProjectInput): Promise<PurgeAnswer> {
    this.#find(root);
    const doomed = this.#stored(root, paths);
    for (const document of doomed) this.#documents.remove(document);
    return Promise.resolve({ files: doomed.length, deleted: doomed.length });
  }

  /** @returns false when the source is no project */
  remove(sourceId: string): boolean {
    const project = [...this.#byRoot.values()].find(({ root }) => `project-${basename(root)}` === sourceId);
    if (project === undefined) return false;
    for (const document of this.#stored(project.root)) this.#documents.remove(document);
    return this.#byRoot.delete(project.root);
  }

  #index(root: string, paths?: readonly string[]): void {
    for (const path of filesOf(root).filter((file) => isMeant(root, file, paths))) {
      const collection = collectionOf(root, path);
      const content = readFileSync(join(root, path), 'utf8');
      this.#documents.put({ v: 1, collection, id: `${basename(root)}/${path}`, title: path, path, content });
    }
  }

  #stored(root: string, paths?: readonly string[]) {
    const prefix = `${basename(root)}/`;
    return this.#documents.list().filter(({ id }) => id.startsWith(prefix) && isMeant(root, id.slice(prefix.length), paths));
  }

  #find(root: string): MemoryProject {
    const project = this.#byRoot.get(root);
    if (project) return project;
    throw permanent('PROJECT.UNKNOWN', `${root} is no project: activate it first.`, { category: 'not_found' });
  }

  #summarise({ root, sessions, ignore }: MemoryProject): ProjectSummary {
    const name = basename(root);
    return {
      name,
      project_root: root,
      source_id: `project-${name}`,
      active: sessions.size > 0,
      sessions: sessions.size,
      collections: { code: `${name}-code`, docs: `${name}-docs`, web: `${name}-web`, memory: `${name}-memory` },
      ...(ignore.length === 0 ? {} : { ignore: [...ignore] }),
      state: 'idle',
      documents: this.#stored(root).length,
      pending: 0,
      failed: 0,
      skipped: {},
      last_synced_at: '2026-01-01T00:00:00.000Z',
    };
  }
}

function filesOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

function collectionOf(root: string, path: string): string {
  return `${basename(root)}-${extname(path) === '.md' ? 'docs' : 'code'}`;
}

function isMeant(root: string, file: string, paths?: readonly string[]): boolean {
  if (paths === undefined) return true;
  return paths
    .map((path) => relative(root, resolve(root, path)))
    .some((path) => file === path || path === '' || file.startsWith(`${path}/`));
}
