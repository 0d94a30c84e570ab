import { SourceInput, SourceKind, type IngestAnswer, type Operations } from '@tributary/contracts';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import { once } from 'node:events';
import { NO_SERVER_RUNS } from '../../connection/without-server.js';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { absolutePath, requirePath } from '../../program/require-path.js';
import { usageError } from '../../program/usage-error.js';
import { follow, printOutcome } from './follow.js';
import type { IndexOptions } from './index-options.js';
import { webSettings } from './web-settings.js';

/** Registers each path and waits for all of them together; where the server cannot read them, they are read here and posted. */
export async function indexPaths(context: CommandContext, paths: readonly string[], options: IndexOptions): Promise<void> {
  requireOnePath(paths, options);
  const inputs = paths.map((path) => toInput(path, options));
  requireWatchable(inputs, options);
  requirePages(inputs, options);
  const folders = inputs.filter(({ kind }) => kind !== 'web').map(({ location }) => location);
  for (const location of folders) await requirePath(location);
  await context.withConnection(async ({ operations, sharesFiles, keepsCursors: outlivesUs }) => {
    if (!sharesFiles && folders.length > 0) {
      requirePostable(inputs, folders, options);
      // Reading is needed only here.
      const { postPaths } = await import('./post-paths.js');
      await postPaths(context, operations, { locations: folders, options });
      return;
    }
    const added: IngestAnswer[] = [];
    for (const input of inputs) added.push(await operations.addSource(input, context.call));
    for (const note of added.flatMap(({ notes = [] }) => notes)) context.terminal.remark(note);
    if (options.wait) printOutcome(context, await sayInterrupted(context, outlivesUs, follow(context, operations, added)), tokenOf(added));
    else printAccepted(context, added);
    if (!options.wait && !outlivesUs && options.watch !== true) context.terminal.remark(NO_SERVER_RUNS);
    if (options.watch !== true) return;
    if (folders.length < inputs.length) context.terminal.remark(PAGES_ARE_NOT_WATCHED);
    await stayOrSay(context, outlivesUs);
  });
}

/** Says what becomes of the work when whoever waits for it ends the command. */
async function sayInterrupted<T>({ terminal, call }: CommandContext, serverStays: boolean, followed: Promise<T>): Promise<T> {
  try {
    return await followed;
  } catch (error) {
    if (call.signal.aborted)
      terminal.remark(
        serverStays
          ? 'Interrupted: the server goes on with it.'
          : 'Interrupted: what is searchable stays so, and the next command, or "tributary start", goes on with the rest.',
      );
    throw error;
  }
}

const PAGES_ARE_NOT_WATCHED = 'Web pages are not watched: they are looked at again with --recheck, or when they are indexed again.';

function requireWatchable(inputs: readonly SourceInput[], { watch }: IndexOptions): void {
  if (watch === true && inputs.every(({ kind }) => kind === 'web')) throw usageError(`${PAGES_ARE_NOT_WATCHED} Leave out --watch.`);
}

/** What is said of web addresses alone must not be passed over. */
function requirePages(inputs: readonly SourceInput[], options: IndexOptions): void {
  if (webSettings(options).web !== undefined && inputs.every(({ kind }) => kind !== 'web'))
    throw usageError('--depth, --pages, --sitemap and --recheck go with web addresses: leave them out.');
}

/** Where the server shares no files, they are read here and posted, once. */
function requirePostable(inputs: readonly SourceInput[], folders: readonly string[], { watch, kind, maskSecrets }: IndexOptions): void {
  if (folders.length < inputs.length) throw usageError('Give folders and addresses to this server in two calls.');
  if (watch === true)
    throw usageError('--watch works only where the server reads the files itself: index them from the machine it runs on.');
  if (kind !== undefined) throw usageError('--kind works only where the server reads the files itself.');
  if (maskSecrets === false)
    throw usageError(
      '--no-mask-secrets works only where the server reads the files itself: of what is posted, texts are masked as it is configured there, and metadata always.',
    );
}

/** A server goes on to watch; without one this command does, until it is interrupted. */
async function stayOrSay({ terminal, call }: CommandContext, serverStays: boolean): Promise<void> {
  if (serverStays) {
    terminal.remark('The server brings in what changes from now on.');
    return;
  }
  terminal.remark('Watching for changes; Ctrl-C ends it.');
  if (!call.signal.aborted) await once(call.signal, 'abort');
}

/** Registers paths without waiting, to be watched from then on. */
export async function addPaths(
  context: CommandContext,
  operations: Operations,
  { paths, name }: { readonly paths: readonly string[]; readonly name: string | undefined },
): Promise<readonly IngestAnswer[]> {
  const options = { ...(name === undefined ? {} : { name }), watch: true };
  requireOnePath(paths, options);
  const added: IngestAnswer[] = [];
  for (const path of paths) added.push(await operations.addSource(toInput(path, options), context.call));
  return added;
}

/** A name can only belong to one folder. */
function requireOnePath(paths: readonly string[], { name }: Partial<IndexOptions>): void {
  if (name !== undefined && paths.length !== 1) throw usageError('--name goes with one folder: give one, or leave it out.');
}

function toInput(path: string, options: Partial<IndexOptions>): SourceInput {
  const { collection, name, description, kind, watch, maskSecrets = true } = options;
  const place = placeOf(path, options);
  return parseOptions(SourceInput, {
    ...place,
    ...(kind === undefined ? {} : { kind: parseKind(kind) }),
    // Said only where it is wished: what was chosen before, or is configured, stays.
    ...(maskSecrets ? {} : { mask_secrets: false }),
    ...(collection === undefined ? {} : { collection }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(watch === undefined || place.kind === 'web' ? {} : { watch }),
  });
}

function parseKind(kind: string): SourceKind {
  const parsed = SourceKind.safeParse(kind);
  if (parsed.success && parsed.data !== 'nextcloud-notes') return parsed.data;
  const kinds = SourceKind.options.filter((one) => one !== 'nextcloud-notes').join(', ');
  throw usageError(`There is no kind ${kind}: give one of ${kinds}. Notes of a Nextcloud: tributary nextcloud sync.`);
}

function placeOf(path: string, options: Partial<IndexOptions>): Pick<SourceInput, 'location' | 'kind' | 'trusted_path' | 'web'> {
  if (/^https?:\/\//i.test(path)) return { location: path, kind: 'web', ...webSettings(options) };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) throw usageError(`${path} is no web address: only http and https are indexed.`);
  return { location: absolutePath(path), trusted_path: true };
}

function tokenOf(added: readonly IngestAnswer[]): string | undefined {
  return mergeWriteTokens(added.map(({ token }) => token));
}

function printAccepted({ terminal, options }: CommandContext, added: readonly IngestAnswer[]): void {
  if (options.json === true) terminal.printJson({ sources: added.map(({ source }) => source), finished: false, token: tokenOf(added) });
  else
    for (const { source, job_id: job } of added)
      terminal.print(`Accepted ${source.location} as source ${source.id} (job ${job}); "tributary sources" shows how far it is.`);
}
