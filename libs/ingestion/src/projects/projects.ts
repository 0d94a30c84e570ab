import { realpath } from 'node:fs/promises';
import { isAbsolute, parse } from 'node:path';
import type { Principal, ProjectSummary, SourceSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { homeFolder } from '@tributary/kernel/places';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { requireOwnSource, requireUnpaused } from '../sources/registering/source-rights.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { ProjectFiles, type FileSelection } from './project-files.js';
import { projectCollections, projectNameOf, projectOfRoute } from './project-name.js';
import { toProjectPath } from './project-path.js';
import { ProjectSessions } from './project-sessions.js';

type ProjectCollaborators = ConstructorParameters<typeof AddSource>[0];

interface WriterOptions {
  /** Who asks, where he may change only sources that he registered; left out: any. */
  readonly writer?: Principal | undefined;
}

interface ProjectPaths {
  readonly project_root: string;
  readonly paths?: readonly string[] | undefined;
}

/** A re-reading that was asked for. */
interface Reindexing {
  readonly sourceId: string;
  readonly jobId: string;
  /** What there is at the paths now: more while the sync goes on. */
  readonly count: () => Promise<{ readonly files: number; readonly indexed: number; readonly deleted: number }>;
}

/** Folders that are indexed as projects: every folder source whose files go to `<name>-code` and `<name>-docs`. */
export class Projects {
  readonly #with: ProjectCollaborators;
  readonly #sessions: ProjectSessions;
  readonly #sources: SummariseSource;
  readonly #files: ProjectFiles;
  readonly #add: AddSource;

  constructor(collaborators: ProjectCollaborators) {
    this.#with = collaborators;
    this.#sessions = new ProjectSessions(collaborators.engines.primary.records, collaborators.clock);
    this.#sources = new SummariseSource(collaborators);
    this.#files = new ProjectFiles(collaborators);
    this.#add = new AddSource(collaborators);
  }

  /** The name a new project at this place is to get. @throws `PROJECT.ROOT_INVALID` for what is no absolute path, and for a place that holds everything */
  async nameOf(root: string): Promise<string> {
    if (!isAbsolute(root)) throw permanent('PROJECT.ROOT_INVALID', `project_root must be an absolute path, not ${root}.`);
    const real = await realpath(root).catch(() => root);
    if (real === parse(real).root || real === homeFolder()) {
      throw permanent('PROJECT.ROOT_INVALID', `${root} holds more than a project: give the folder of one project.`);
    }
    return projectNameOf(real);
  }

  /** @param isLeased whether the session must renew its work within a minute */
  async begin(sourceId: string, session: string, isLeased: boolean): Promise<ProjectSummary> {
    await this.#sessions.begin({ sourceId, session, isLeased });
    return this.of(sourceId);
  }

  /** @throws `PROJECT.UNKNOWN` */
  async renew(root: string, session: string): Promise<ProjectSummary> {
    const { source_id: sourceId } = await this.#find(root);
    return this.begin(sourceId, session, true);
  }

  /** @throws `PROJECT.UNKNOWN` when it was removed meanwhile, `PROJECT.ROOT_INVALID` when it is indexed as something else */
  async of(sourceId: string): Promise<ProjectSummary> {
    const project = (await this.list()).find((one) => one.source_id === sourceId);
    if (project) return project;
    const source = await this.#sources.run(sourceId);
    if (source !== undefined)
      throw permanent(
        'PROJECT.ROOT_INVALID',
        `${source.location} is indexed as ${source.kind}, into ${source.collections.join(', ')}, not as a project. To have it as one, remove that source ("tributary sources remove ${sourceId}") and activate it again.`,
        { category: 'conflict' },
      );
    throw permanent('PROJECT.UNKNOWN', 'The project was removed meanwhile: activate it again.', { category: 'not_found' });
  }

  /** @throws `PROJECT.UNKNOWN` */
  async end(root: string, session: string): Promise<ProjectSummary> {
    const project = await this.#find(root);
    await this.#sessions.end(project.source_id, session);
    return this.#find(root);
  }

  async list(): Promise<readonly ProjectSummary[]> {
    const sources = await this.#sources.all();
    const ids = sources.map(({ id }) => id);
    const [sessions, records] = await Promise.all([this.#sessions.counts(sources), this.#with.catalog.sources.getMany(ids)]);
    return sources.flatMap((source, i) => {
      const { requested = 0, synced = 0 } = records[i] ?? {};
      return toProject(source, { sessions: sessions.get(source.id) ?? 0, isWaiting: requested > synced });
    });
  }

  /** Has files read again by a sync. @throws `PROJECT.UNKNOWN`, `PROJECT.PATH_OUTSIDE`, `SOURCE.PAUSED` */
  async reindex(input: ProjectPaths, { writer }: WriterOptions = {}): Promise<Reindexing> {
    const { selection, location } = await this.#select(input);
    requireUnpaused(await this.#with.catalog.sources.get(selection.sourceId), writer);
    const before = await this.#files.chunks(selection);
    await this.#files.forget(selection);
    const { jobId } = await this.#add.run({ location, isProject: true });
    return { sourceId: selection.sourceId, jobId, count: () => this.#count(selection, before) };
  }

  /** @throws `PROJECT.UNKNOWN`, `PROJECT.PATH_OUTSIDE`, `ACCESS.DENIED` */
  async purge(input: ProjectPaths, { writer }: WriterOptions = {}): Promise<{ readonly files: number; readonly deleted: number }> {
    const { selection } = await this.#select(input);
    await requireOwnSource(this.#with.catalog, selection.sourceId, writer);
    const { files, chunks } = await this.#files.purge(selection);
    return { files, deleted: chunks };
  }

  async #count(selection: FileSelection, before: ReadonlyMap<string, number>) {
    const after = await this.#files.chunks(selection);
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
    const gone = [...before].filter(([key]) => !after.has(key)).map(([, chunks]) => chunks);
    return { files: after.size, indexed: sum(after.values()), deleted: sum(gone) };
  }

  async #select({ project_root: given, paths }: ProjectPaths): Promise<{ readonly selection: FileSelection; readonly location: string }> {
    const { source_id: sourceId, project_root: real } = await this.#find(given);
    return { selection: { sourceId, paths: paths?.map((path) => toProjectPath(path, { given, real })) }, location: real };
  }

  async #find(root: string): Promise<ProjectSummary> {
    const real = await realpath(root).catch(() => root);
    const projects = await this.list();
    const project = projects.find(({ project_root: known }) => known === real);
    if (project) return project;
    const known = projects.map(({ project_root: place }) => place).join(', ');
    throw permanent(
      'PROJECT.UNKNOWN',
      `${root} is no project: activate it first. ${known === '' ? 'There is none yet.' : `There are: ${known}.`}`,
      {
        category: 'not_found',
      },
    );
  }
}

/** What the index lacks of a source beside its own state. */
interface ProjectFacts {
  readonly sessions: number;
  /** A sync was asked for that is not over. */
  readonly isWaiting: boolean;
}

function toProject(source: SourceSummary, { sessions, isWaiting }: ProjectFacts): readonly ProjectSummary[] {
  const { id, kind, location, collections, ignore, state, reason, documents, pending, failed, skipped, last_synced_at } = source;
  const [code, docs] = collections;
  const name = kind === 'folder' && code !== undefined && docs !== undefined ? projectOfRoute({ code, docs }) : undefined;
  if (name === undefined) return [];
  return [
    {
      name,
      project_root: location,
      source_id: id,
      active: sessions > 0,
      sessions,
      collections: projectCollections(name),
      ...(ignore === undefined ? {} : { ignore }),
      state: state === 'idle' && isWaiting ? 'syncing' : state,
      ...(reason === undefined ? {} : { reason }),
      documents,
      pending,
      failed,
      skipped,
      ...(last_synced_at === undefined ? {} : { last_synced_at }),
    },
  ];
}
