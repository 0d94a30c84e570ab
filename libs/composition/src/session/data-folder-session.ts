import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import type { CallContext, Operations } from '@tributary/contracts';
import { permanent, retryable, toErrorRecord } from '@tributary/kernel';
import { errorFields, type Logger } from '@tributary/platform';
import { isWanted } from '../data-folder/hand-over.js';
import { Ownership } from '../data-folder/ownership.js';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.js';
import { readServerFile, type ServerFile } from '../data-folder/server-file.js';
import { CONTRACT } from '../version.js';
import { lossOf, type Loss } from './lost-server.js';
import { switchingOperations, type CallKind } from './switching-operations.js';

/** How often an attached process looks whether the owner has ended, and an owner whether a server asks for the folder. */
const LOOK_MS = 200;
/** How long calls may go on that are under way when a server asks for the folder. */
const LAST_CALLS_MS = 3_000;
/** How long to wait for somebody who owns the folder to answer. */
const CONNECT_LIMIT_MS = 10_000;
const PROBE_LIMIT_MS = 1000;

/** A server this process runs itself. */
export interface OwnServer {
  readonly url: string;
  readonly operations: Operations;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly folder: string;
  readonly logger: Logger;
  /** Starts the server once the folder is ours; it takes over the ownership and releases it when it closes. */
  readonly startServer: (ownership: Ownership) => Promise<OwnServer>;
}

interface Target {
  readonly url: string;
  readonly operations: Operations;
  /** Set when this process is the owner. */
  readonly server?: OwnServer;
}

/** The operations of a data folder: by the process that serves it, or by this one where none does. When the owner ends, one of the attached takes over; when a server is
 *  started for the folder, it gets it, and this process attaches. */
export class DataFolderSession {
  readonly operations: Operations = switchingOperations((kind, call, context) => this.#run(kind, call, context));
  readonly #options: SessionOptions;
  #target: Promise<Target>;
  #watch: NodeJS.Timeout | undefined;
  #trouble: string | undefined;
  #isClosed = false;
  /** Calls that the server of this process carries out. */
  readonly #calls = new Set<Promise<unknown>>();
  /** The server of this process that was ended for another one. */
  #left: OwnServer | undefined;

  private constructor(options: SessionOptions, target: Target) {
    this.#options = options;
    this.#target = Promise.resolve(target);
    this.#watchFolder();
  }

  /** @throws `DATA.UNUSABLE`, `DATA.OTHER_VERSION`, `DATA.OWNER_SILENT`, and what starting a server throws */
  static async open(options: SessionOptions): Promise<DataFolderSession> {
    await prepareDataFolder(options.folder);
    return new DataFolderSession(options, await connect(options));
  }

  async role(): Promise<'owner' | 'attached'> {
    return (await this.#target).server === undefined ? 'attached' : 'owner';
  }

  async url(): Promise<string> {
    return (await this.#target).url;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    // One that could not be reached is nothing to close: whoever called was told.
    const target = await this.#target.catch(() => undefined);
    await target?.server?.close();
  }

  async #run<T>(kind: CallKind, call: (operations: Operations) => Promise<T>, { signal }: CallContext): Promise<T> {
    const target = await this.#target;
    try {
      return await (target.server ? this.#counted(call(target.operations)) : call(target.operations));
    } catch (error) {
      const loss = signal.aborted ? undefined : await this.#lossOf(error, target);
      if (loss === undefined) throw error;
      const next = target.server ? await this.#target : await this.#replace(target);
      if (kind === 'once' && loss === 'in-flight') throw ownerEnded(error);
      return call(next.operations);
    }
  }

  async #counted<T>(call: Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async #lossOf(error: unknown, { server, url }: Target): Promise<Loss | undefined> {
    if (server) return server === this.#left ? 'in-flight' : undefined;
    const loss = lossOf(error);
    return loss === undefined || (await isAnswering(url)) ? undefined : loss;
  }

  /** The target after a lost one; the first who asks for it connects anew. */
  async #replace(lost: Target, ownership?: Ownership): Promise<Target> {
    const present = await this.#target;
    if (present !== lost || this.#isClosed) {
      ownership?.release();
      return present;
    }
    return this.#switch(lost, connect(this.#options, ownership));
  }

  /** Ends the server of this process for one that asks for the folder, and attaches to that. */
  async #handOver(target: Target, server: OwnServer): Promise<Target> {
    const left = { url: target.url, operations: target.operations };
    const leave = async () => {
      await Promise.race([Promise.allSettled(this.#calls), pause(LAST_CALLS_MS, undefined, { ref: false })]);
      this.#left = server;
      await server.close();
      return this.#isClosed ? left : connect(this.#options);
    };
    return this.#switch(left, leave());
  }

  /** @param fallback from which the next call tries again where there is no next target */
  async #switch(fallback: Target, next: Promise<Target>): Promise<Target> {
    clearInterval(this.#watch);
    this.#target = next;
    try {
      return await next;
    } catch (error) {
      this.#target = Promise.resolve(fallback);
      throw error;
    } finally {
      this.#watchFolder();
    }
  }

  #watchFolder(): void {
    clearInterval(this.#watch);
    if (this.#isClosed) return;
    this.#watch = setInterval(() => void this.#look(), LOOK_MS);
    this.#watch.unref();
  }

  async #look(): Promise<void> {
    try {
      const target = await this.#target;
      if (target.server) await this.#lookForWish(target, target.server);
      else await this.#lookForOwner(target);
      this.#trouble = undefined;
    } catch (error) {
      // A folder that is away for a moment, or for good: whoever calls is told, and the next look may find it.
      this.#warn(error);
    }
  }

  async #lookForWish(target: Target, server: OwnServer): Promise<void> {
    if (!isWanted(this.#options.folder)) return;
    const next = await this.#handOver(target, server);
    if (next.server === undefined)
      this.#options.logger.info('gave the data folder to the server that was started for it', { url: next.url });
  }

  async #lookForOwner(target: Target): Promise<void> {
    const present = await readServerFile(this.#options.folder);
    const ownership = acquire(this.#options.folder);
    if (ownership !== undefined || present?.url !== target.url) await this.#replace(target, ownership);
  }

  /** What is the same at every look is said once. */
  #warn(error: unknown): void {
    const { message } = toErrorRecord(error);
    if (message === this.#trouble) return;
    this.#trouble = message;
    this.#options.logger.warn('nobody serves the data folder yet', errorFields(error));
  }
}

/** Becomes the owner where the folder is free, else attaches to the one who is. */
async function connect({ folder, logger, startServer }: SessionOptions, acquired?: Ownership): Promise<Target> {
  const endsAt = performance.now() + CONNECT_LIMIT_MS;
  for (;;) {
    const ownership = acquired ?? acquire(folder);
    if (ownership) {
      const server = await startServer(ownership);
      logger.info('serving the data folder', { url: server.url });
      return { url: server.url, operations: server.operations, server };
    }
    const present = await readServerFile(folder);
    if (present && (await isAnswering(present.url))) return attach(present);
    if (performance.now() > endsAt) {
      throw retryable(
        'DATA.OWNER_SILENT',
        `Another process owns the data folder ${folder} and does not answer: end it, or choose another folder with --data.`,
      );
    }
    await pause(25);
  }
}

/** @returns undefined while another process owns the folder, or one that was started for it asks for it @throws `DATA.UNUSABLE` */
function acquire(folder: string): Ownership | undefined {
  return isWanted(folder) ? undefined : Ownership.tryAcquire(folder);
}

function attach({ url, token, contract, version }: ServerFile): Target {
  if (contract !== CONTRACT) {
    throw permanent(
      'DATA.OTHER_VERSION',
      `The server at ${url} is Tributary ${version}, which this version does not understand: end it, or use the same version.`,
      {
        category: 'conflict',
      },
    );
  }
  return { url, operations: new HttpOperations(new HttpConnection({ url, token })) };
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/health/live', url), { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function ownerEnded(cause: unknown) {
  return retryable(
    'DATA.OWNER_ENDED',
    'The process that served this data folder ended during the call; another one has taken over. Check whether it was done, then ask again.',
    {
      cause,
    },
  );
}
