import type {
  AdoptInput,
  CallContext,
  CollectionDescription,
  CreateCollectionInput,
  DeleteInput,
  DoctorInput,
  MigrateInput,
  PurgeProjectInput,
  ReembedInput,
} from '@tributary/contracts';
import { GatewayOperations } from '../operations/gateway-operations.js';
import type { GatewayCollaborators } from '../operations/use-cases.js';
import { telling, type CalledChange, type Change } from './change.js';
import { namedIds } from './named-ids.js';

/** The operations of the gateway, which tell who took something out, made, moved or named a collection, changed a source or a job, or mended what differs. What is only
 *  read, put in or tried is not told. */
export class AuditedOperations extends GatewayOperations {
  readonly #tell: (change: Change) => void;

  constructor(collaborators: GatewayCollaborators, tell: (change: Change) => void) {
    super(collaborators);
    this.#tell = tell;
  }

  override async delete(input: DeleteInput, context: CallContext) {
    const work = () => super.delete(input, context);
    if (input.dry_run) return work();
    return this.#told(
      context,
      {
        operation: 'delete',
        asked: { collection: input.collection, ...namedIds(input.ids), filtered: input.filter !== undefined },
        answered: ({ documents, chunks }) => ({ documents, chunks }),
      },
      work,
    );
  }

  override async createCollection(input: CreateCollectionInput, context: CallContext) {
    return this.#told(context, { operation: 'createCollection', asked: { collection: input.name } }, () =>
      super.createCollection(input, context),
    );
  }

  override async describeCollection(name: string, input: CollectionDescription, context: CallContext) {
    return this.#told(context, { operation: 'describeCollection', asked: { collection: name } }, () =>
      super.describeCollection(name, input, context),
    );
  }

  override async emptyCollection(name: string, context: CallContext) {
    return this.#told(context, { operation: 'emptyCollection', asked: { collection: name }, answered: ({ points }) => ({ points }) }, () =>
      super.emptyCollection(name, context),
    );
  }

  override async removeCollection(name: string, context: CallContext) {
    return this.#told(context, { operation: 'removeCollection', asked: { collection: name } }, () => super.removeCollection(name, context));
  }

  override async adoptCollections(input: AdoptInput, context: CallContext) {
    const work = () => super.adoptCollections(input, context);
    if (input.dry_run) return work();
    return this.#told(
      context,
      {
        operation: 'adoptCollections',
        asked: { collection: input.collection },
        answered: ({ engine, collections }) => ({ engine, adopted: collections.length }),
      },
      work,
    );
  }

  override async migrateCollection(input: MigrateInput, context: CallContext) {
    return this.#told(
      context,
      { operation: 'migrateCollection', asked: { from: input.from, to: input.to, back: input.back, cancel: input.cancel } },
      () => super.migrateCollection(input, context),
    );
  }

  override async reembedCollection(input: ReembedInput, context: CallContext) {
    return this.#told(
      context,
      {
        operation: 'reembedCollection',
        asked: { collection: input.collection, model: input.model, back: input.back, cancel: input.cancel },
      },
      () => super.reembedCollection(input, context),
    );
  }

  override async syncSource(id: string, options: { readonly confirmed: boolean }, context: CallContext) {
    const work = () => super.syncSource(id, options, context);
    if (!options.confirmed) return work();
    return this.#told(context, { operation: 'syncSource', asked: { source: id, confirmed: true } }, work);
  }

  override async pauseSource(id: string, context: CallContext) {
    return this.#told(context, { operation: 'pauseSource', asked: { source: id } }, () => super.pauseSource(id, context));
  }

  override async resumeSource(id: string, context: CallContext) {
    return this.#told(context, { operation: 'resumeSource', asked: { source: id } }, () => super.resumeSource(id, context));
  }

  override async removeSource(id: string, options: { readonly keepDocuments: boolean }, context: CallContext) {
    return this.#told(context, { operation: 'removeSource', asked: { source: id, kept_documents: options.keepDocuments } }, () =>
      super.removeSource(id, options, context),
    );
  }

  override async purgeProject(input: PurgeProjectInput, context: CallContext) {
    return this.#told(
      context,
      {
        operation: 'purgeProject',
        asked: { project: input.project_root, ...namedIds(input.paths) },
        answered: ({ files, deleted }) => ({ files, chunks: deleted }),
      },
      () => super.purgeProject(input, context),
    );
  }

  override async redriveJob(id: string, context: CallContext) {
    return this.#told(context, { operation: 'redriveJob', asked: { job: id } }, () => super.redriveJob(id, context));
  }

  override async cancelJob(id: string, context: CallContext) {
    return this.#told(context, { operation: 'cancelJob', asked: { job: id } }, () => super.cancelJob(id, context));
  }

  override async doctor(input: DoctorInput, context: CallContext) {
    const work = () => super.doctor(input, context);
    if (!input.repair) return work();
    return this.#told(
      context,
      { operation: 'doctor', asked: { repair: true }, answered: ({ drift }) => ({ repaired: drift?.repaired }) },
      work,
    );
  }

  #told<T>({ principal }: CallContext, change: Omit<CalledChange<T>, 'principal'>, work: () => Promise<T>): Promise<T> {
    return telling({ ...change, principal }, this.#tell, work);
  }
}
