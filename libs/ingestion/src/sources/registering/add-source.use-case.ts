import { registrantOf, syncQueueOf, type Principal, type SourceInput } from '@tributary/contracts';
import { audienceOf, type SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { formatWriteToken, sourceId } from '@tributary/kernel/ids';
import { EnsureCollection } from '../../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { readSubmodules } from '../../projects/submodules.js';
import { RemoveSource } from '../removal/remove-source.use-case.js';
import { givenLink, sourcesOfLink } from './given-links.js';
import { isPrivateTo } from './private-collection.js';
import { sourcesWithFilesOf } from './same-files.js';
import { locate, locateProject, type Place } from './locate.js';
import { requireOwnWishes, withWishes, type SourceWishes } from './source-rights.js';
import { routeOf, wishedNames } from './source-identity.js';
import { SourceNames } from './source-names.js';

type AddCollaborators = Pick<
  Collaborators,
  'catalog' | 'engines' | 'queues' | 'providers' | 'readers' | 'clock' | 'log' | 'placement' | 'crashAt'
>;

type AddInput = Pick<
  SourceInput,
  'location' | 'kind' | 'web' | 'collection' | 'name' | 'description' | 'ignore' | 'watch' | 'mask_secrets'
> & {
  readonly isProject?: boolean;
};

interface AddOptions {
  /** Who asks, where his source may go only to collections that he may know of, and he may change only sources that he registered; left out: any. */
  readonly writer?: Principal | undefined;
}

/** What the collections of a source are made with, where they are made before its first document comes. */
interface WantedCollections {
  readonly sourceId: string;
  /** Somebody named or described them. */
  readonly isChosen: boolean;
  readonly description: string | undefined;
  /** Whose source it is alone. */
  readonly reader: string | undefined;
  /** The same, where nobody named a collection, so that it is kept for him: one that is named may be for several users. */
  readonly user: string | undefined;
  /** Nobody named the source either. */
  readonly isCalledAfterHim: boolean;
  /** The source is registered: it fills them. */
  readonly isFilledAlready: boolean;
  readonly writer: Principal | undefined;
}

/** What somebody wants a source to be that may be there. */
interface Asked {
  readonly kind: SourceInput['kind'];
  /** Any of which it may have. */
  readonly names: readonly string[] | undefined;
}

interface NewSource {
  readonly place: Place;
  readonly collection: string | undefined;
  readonly wish: string | undefined;
  readonly wanted: WantedCollections;
}

interface AddedSource {
  readonly sourceId: string;
  readonly jobId: string;
  readonly token: string;
  /** Ids of the sources that had its files already when it was registered now; empty where it was registered before. */
  readonly sameFilesIn: readonly string[];
  /** Present where it was given by a link. */
  readonly link?: GivenLink;
}

interface GivenLink {
  readonly path: string;
  /** What it leads to now, where that is a source from now on. */
  readonly leadsTo?: string;
  /** Ids of the sources that it led to before. */
  readonly before: readonly string[];
}

/** Registers a folder, a file or web pages as a source and asks for its sync. The same place into the same collection is the same source: it is synced again,
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
   *  @throws `ACCESS.DENIED`, `PROJECT.ROOT_INVALID`, `SOURCE.NOT_FOUND`, `SOURCE.KEY_FOLDER`, `SOURCE.ADDRESS_REFUSED`, `SOURCE.NAME_TAKEN`, `SOURCE.INDEXED_OTHERWISE`, `SOURCE.PAUSED`, `COLLECTION.NAME_INVALID`, of a new collection `ENGINE.UNAVAILABLE` */
  async run(input: AddInput, { writer }: AddOptions = {}): Promise<AddedSource> {
    const { collection, name, description, ignore, watch, mask_secrets, isProject = false } = input;
    const place = await (isProject ? locateProject : locate)(this.#with.readers, input);
    const id = sourceId(place.location, collection);
    // Documents of an earlier life of this source must be gone before new ones come.
    await this.#remove.finish(id);
    const present = await this.#with.catalog.sources.get(id);
    const wanted: WantedCollections = {
      sourceId: id,
      isChosen: collection !== undefined || description !== undefined,
      description,
      reader: place.userId,
      user: collection === undefined ? place.userId : undefined,
      isCalledAfterHim: collection === undefined && name === undefined && place.userId !== undefined,
      isFilledAlready: present !== undefined,
      writer,
    };
    const link = await givenLink(place, input.location);
    const wishes = {
      ...(link === undefined ? {} : { link }),
      ...(ignore === undefined ? {} : { ignore }),
      ...(watch === undefined ? {} : { watch }),
      ...(mask_secrets === undefined ? {} : { mask_secrets }),
      ...(place.settings === undefined ? {} : { settings: place.settings }),
      ...(isProject ? { submodules: await readSubmodules(place.location) } : {}),
    };
    if (present === undefined) await this.#register({ place, collection, wish: name, wanted });
    else
      await this.#prepareAgain(present, wishes, {
        ...wanted,
        // The name of a project is its folder’s, and no wish of whoever activates it.
        asked: { kind: input.kind, names: name === undefined || isProject ? undefined : wishedNames(place, id, name) },
      });
    const requested = await this.#request(id, wishes, writer);
    const { id: jobId } = await this.#with.queues.add(syncQueueOf(present?.kind ?? place.kind), { source_id: id });
    const sameFilesIn = present === undefined ? await sourcesWithFilesOf(this.#with.catalog, id) : [];
    const added = { sourceId: id, jobId, sameFilesIn, token: formatWriteToken({ sources: { [id]: requested } }) };
    if (link === undefined) return added;
    const before = await sourcesOfLink(this.#with.catalog, id, link);
    return { ...added, link: { path: link, before, ...(present === undefined ? { leadsTo: place.location } : {}) } };
  }

  /** Its collections come first: a source whose collection is refused is none. */
  async #register({ place, collection, wish, wanted }: NewSource): Promise<void> {
    const id = wanted.sourceId;
    const name = await this.#names.take(id, wishedNames(place, id, wish));
    if (name === undefined)
      throw permanent('SOURCE.NAME_TAKEN', `Other sources hold every name for ${place.location}; remove one of them.`, {
        category: 'conflict',
      });
    const route = routeOf({ ...place, name, wish, collection });
    try {
      // Also of those that the first document would make: a source that never gets one is of no use.
      await this.#ensure.requireMakeable([...new Set([route.code, route.docs])]);
      await this.#prepare(route, wanted);
    } catch (error) {
      // Another process may have registered it meanwhile.
      if ((await this.#with.catalog.sources.get(id)) === undefined) await this.#names.release(id, name);
      throw error;
    }
    const { kind, location, userId } = place;
    const created_at = new Date(this.#with.clock.now()).toISOString();
    const whose = {
      ...(userId === undefined ? {} : { user_id: userId }),
      ...(wanted.writer === undefined ? {} : { registered_by: registrantOf(wanted.writer) }),
    };
    await this.#with.catalog.sources.change(id, (known) =>
      known ? { keep: true } : { set: { id, kind, name, location, route, state: 'idle', created_at, ...whose } },
    );
  }

  /** Whoever may not have what he wishes has no collection made either. */
  async #prepareAgain(present: SourceRecord, wishes: SourceWishes, wanted: WantedCollections & { readonly asked: Asked }): Promise<void> {
    await this.#open(present.route, wanted);
    requireSame(present, wanted.asked);
    requireOwnWishes(present, wishes, wanted.writer);
    await this.#prepare(present.route, wanted);
  }

  /** @returns the collections of a source @throws `ACCESS.DENIED` of one that he may not know of, or not describe, before any is made, `COLLECTION.ADOPTED` */
  async #open(route: SourceRecord['route'], wanted: WantedCollections): Promise<readonly string[]> {
    const names = [...new Set([route.code, route.docs])];
    await this.#ensure.requireFillable(names, optionsOf(wanted));
    return names;
  }

  /** Makes the collections that somebody chose, and those that were removed; the others are made when the first document comes. */
  async #prepare(route: SourceRecord['route'], wanted: WantedCollections): Promise<void> {
    const { sourceId, isChosen, user } = wanted;
    const { catalog } = this.#with;
    const names = await this.#open(route, wanted);
    for (const name of names) {
      // Adding the source is what brings back a collection that was removed; a sync alone does not.
      const isRemoved = (await catalog.collections.get(name))?.removed === true;
      const owner = user !== undefined && (await isPrivateTo(catalog, name, { userId: user, sourceId })) ? user : undefined;
      if (isChosen || user !== undefined || isRemoved) await this.#ensure.forFiles(name, { ...optionsOf(wanted), user: owner });
    }
  }

  /** Notes that a sync is wanted, and what it is to know; a paused source goes on. @returns the number of the request @throws `ACCESS.DENIED`, `SOURCE.PAUSED` */
  async #request(
    id: string,
    wishes: SourceWishes & Pick<SourceRecord, 'submodules' | 'link'>,
    writer: Principal | undefined,
  ): Promise<number> {
    const source = await this.#with.catalog.sources.change(id, (present) => {
      if (present === undefined) return { keep: true };
      requireOwnWishes(present, wishes, writer);
      const wanted = { ...withWishes(present, wishes, writer), requested: present.requested + 1 };
      if (present.state !== 'paused') return { set: wanted };
      const { reason: _paused, ...rest } = wanted;
      return { set: { ...rest, state: 'idle' } };
    });
    return source?.requested ?? 0;
  }
}

function optionsOf({ description, reader, isCalledAfterHim, isFilledAlready, writer }: WantedCollections) {
  return { description, writer, isCalledAfterHim, isFilledAlready, maker: reader, audience: audienceOf({ user_id: reader }) };
}

/** What a source is and what it is called decide the keys of its documents, and stay. @throws `SOURCE.INDEXED_OTHERWISE` */
function requireSame({ id, kind, name, location }: SourceRecord, asked: Asked): void {
  const isOtherKind = asked.kind !== undefined && asked.kind !== kind;
  if (!isOtherKind && asked.names?.includes(name) !== false) return;
  throw permanent(
    'SOURCE.INDEXED_OTHERWISE',
    `${location} is indexed already, as ${kind} under the name ${name}, and both stay. To have it synced, leave kind and name out; to have it otherwise, remove it first: tributary sources remove ${id}`,
    { category: 'conflict' },
  );
}
