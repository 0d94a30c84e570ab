import type { CallContext, Operations } from '@tributary/contracts';
import { inCallersFolder } from './callers-folder.js';

/** Whether a call may be made again when the server is lost in the middle of it: what changes something and may have been done is made `once`. */
export type CallKind = 'repeatable' | 'once';

/** Carries out a call on whichever operations answer now. */
export type Runner = <T>(kind: CallKind, call: (operations: Operations) => Promise<T>, context: CallContext) => Promise<T>;

type Given<Name extends keyof Operations> = Parameters<Operations[Name]>;
type Answer<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>;
/** `Operations`, so written that one of them can be called whose name is not known. */
type Calls = { readonly [Name in keyof Operations]: (...given: Given<Name>) => Promise<Answer<Name>> };

const once = () => false;
const repeatable = () => true;

/** Whether a call of an operation may be made again. */
const REPEATABLE: { readonly [Name in keyof Operations]: (...given: Given<Name>) => boolean } = {
  search: repeatable,
  whyNot: repeatable,
  fetch: repeatable,
  store: once,
  ingestDocuments: once,
  delete: ({ dry_run: isDry }) => isDry,
  listCollections: repeatable,
  getCollection: repeatable,
  removeCollection: once,
  adoptCollections: ({ dry_run: isDry }) => isDry,
  migrateCollection: once,
  reembedCollection: once,
  getMigration: repeatable,
  describeCollection: once,
  getPoints: repeatable,
  upsertPoints: once,
  createCollection: once,
  emptyCollection: once,
  getStatistics: repeatable,
  getMap: repeatable,
  placeOnMap: repeatable,
  addSource: once,
  listSources: repeatable,
  syncSource: once,
  pauseSource: repeatable,
  resumeSource: repeatable,
  removeSource: once,
  activateProject: once,
  // It says only that the session is there.
  renewProject: repeatable,
  deactivateProject: once,
  listProjects: repeatable,
  reindexProject: once,
  purgeProject: once,
  listJobs: repeatable,
  getJob: repeatable,
  redriveJob: once,
  cancelJob: once,
  doctor: ({ repair }) => !repair,
  status: repeatable,
};

/** Operations that survive a change of the process that answers them. */
export function switchingOperations(run: Runner): Operations {
  const switching = <Name extends keyof Operations>(name: Name) => {
    return (...given: Given<Name>): Promise<Answer<Name>> => {
      // Safe: every operation is given its context last.
      const context = given.at(-1) as CallContext;
      return run(REPEATABLE[name](...given) ? 'repeatable' : 'once', (operations: Calls) => operations[name](...given), context);
    };
  };
  // Safe: the table has each operation under its name, and no other.
  const names = Object.keys(REPEATABLE) as (keyof Operations)[];
  // Safe: as above.
  const all = Object.fromEntries(names.map((name) => [name, switching(name)])) as Calls;
  // The server may have been started in another folder.
  return { ...all, addSource: (input, context) => all.addSource(inCallersFolder(input), context) };
}
