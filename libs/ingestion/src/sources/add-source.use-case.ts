import { realpath, stat } from 'node:fs/promises';
import { syncSourceQueue, type SourceInput } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { readSubmodules } from '../projects/submodules.js';
import { RemoveSource } from './remove-source.use-case.js';
import { routeOf, sourceId, wishedNames } from './source-identity.js';
import { SourceNames } from './source-names.js';

type AddCollaborators = Pick<
  Collaborators,
  'catalog' | 'engines' | 'queues' | 'providers' | 'readers' | 'clock' | 'log' | 'placement' | 'crashAt'
>;

/** Registers a folder or file as a source and asks for its sync. The same place into the same collection is the same source: it is synced again,
 *  and goes on when it was paused. */
export class AddSource {
  readonly #with: AddCollaborators;
  readonly #names: SourceNames;
  readonly #ensure: EnsureCollection;
  readonly #remove: RemoveSource;

  constructor(collaborators: AddCollaborators) {
    this.#with = collaborators;
    this.#names = new SourceNames(collaborators.engines.primary.records);
    this.#ensure = new EnsureCollection(collaborators);
    this.#remove = new RemoveSource(collaborators);
  }

  /** @param isProject its files carry the name of the project and of their submodule
   *  @throws `SOURCE.NOT_FOUND`, `SOURCE.KEY_FOLDER`, `SOURCE.NAME_TAKEN`, `COLLECTION.NAME_INVALID` */
  async run({
    location,
    collection,
    name,
    description,
    ignore,
    isProject = false,
  }: Pick<SourceInput, 'location' | 'collection' | 'name' | 'description' | 'ignore'> & { readonly isProject?: boolean }): Promise<{
    sourceId: string;
    jobId: string;
    token: string;
  }> {
    const realPath = await this.#realPath(location);
    const id = sourceId(realPath, collection);
    // Documents of an earlier life of this source must be gone before new ones come.
    await this.#remove.finish(id);
    const present = await this.#with.catalog.sources.get(id);
    const route = present?.route ?? (await this.#register({ id, realPath, collection, wish: name }));
    const isChosen = collection !== undefined || description !== undefined;
    for (const name of new Set([route.code, route.docs])) {
      // Adding the source is what brings back a collection that was removed; a sync alone does not.
      const isRemoved = (await this.#with.catalog.collections.get(name))?.removed === true;
      if (isChosen || isRemoved) await this.#ensure.forFiles(name, { description });
    }
    const requested = await this.#request(id, {
      ...(ignore === undefined ? {} : { ignore }),
      ...(isProject ? { submodules: await readSubmodules(realPath) } : {}),
    });
    const { id: jobId } = await this.#with.queues.add(syncSourceQueue, { source_id: id });
    return { sourceId: id, jobId, token: formatWriteToken({ sources: { [id]: requested } }) };
  }

  async #register({
    id,
    realPath,
    collection,
    wish,
  }: {
    id: string;
    realPath: string;
    collection: string | undefined;
    wish: string | undefined;
  }): Promise<SourceRecord['route']> {
    const name = await this.#names.take(id, wishedNames(realPath, id, wish));
    if (name === undefined)
      throw permanent('SOURCE.NAME_TAKEN', `Other sources hold every name for ${realPath}; remove one of them.`, { category: 'conflict' });
    const route = routeOf(name, collection);
    const kind = (await stat(realPath)).isFile() ? ('file' as const) : ('folder' as const);
    const created_at = new Date(this.#with.clock.now()).toISOString();
    await this.#with.catalog.sources.change(id, (known) =>
      known ? { keep: true } : { set: { id, kind, name, location: realPath, route, state: 'idle', created_at } },
    );
    return route;
  }

  /** Notes that a sync is wanted, and what it is to know; a paused source goes on. @returns the number of the request */
  async #request(id: string, wishes: Pick<SourceRecord, 'ignore' | 'submodules'>): Promise<number> {
    const source = await this.#with.catalog.sources.change(id, (present) => {
      if (present === undefined) return { keep: true };
      const requested = present.requested + 1;
      const wanted = { ...wishes, requested };
      if (present.state !== 'paused') return { set: { ...present, ...wanted } };
      const { reason: _paused, ...rest } = present;
      return { set: { ...rest, ...wanted, state: 'idle' } };
    });
    return source?.requested ?? 0;
  }

  async #realPath(location: string): Promise<string> {
    const root = await this.#with.readers.folder.inspect(location);
    if (root.usable) return root.realPath;
    // An empty folder may be filled later.
    if (root.reason === 'empty') return realpath(location);
    if (root.reason === 'secret') {
      throw permanent('SOURCE.KEY_FOLDER', `Folders and files that hold keys are never ingested: ${location}.`, { category: 'denied' });
    }
    throw permanent(
      'SOURCE.NOT_FOUND',
      `${location} cannot be read (${root.reason}). Give the path of a folder or file as this machine sees it.`,
      {
        category: 'not_found',
      },
    );
  }
}
