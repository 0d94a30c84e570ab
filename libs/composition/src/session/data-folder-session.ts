import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import type { CallContext, Operations } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { errorFields, type Logger } from '@tributary/platform';
import { Ownership } from '../data-folder/ownership.js';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.js';
import { readServerFile, type ServerFile } from '../data-folder/server-file.js';
import { CONTRACT } from '../version.js';
import { lossOf } from './lost-server.js';
import { SwitchingOperations, type CallKind } from './switching-operations.js';

/** How often an attached process looks whether the owner has ended. */
const LOOK_MS = 200;
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

/** The operations of a data folder: by the process that serves it, or by this one where none does. When the owner ends, one of the attached takes over. */
export class DataFolderSession {
  readonly operations: Operations = new SwitchingOperations((kind, call, context) => this.#run(kind, call, context));
  readonly #options: SessionOptions;
  #target: Promise<Target>;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: SessionOptions, target: Target) {
    this.#options = options;
    this.#target = Promise.resolve(target);
    if (target.server === undefined) this.#watchOwner();
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
    const { server } = await this.#target;
    await server?.close();
  }

  async #run<T>(kind: CallKind, call: (operations: Operations) => Promise<T>, { signal }: CallContext): Promise<T> {
    const target = await this.#target;
    try {
      return await call(target.operations);
    } catch (error) {
      const loss = target.server === undefined && !signal.aborted ? lossOf(error) : undefined;
      if (loss === undefined || (await isAnswering(target.url))) throw error;
      const next = await this.#replace(target);
      if (kind === 'write' && loss === 'in-flight') throw ownerEnded(error);
      return call(next.operations);
    }
  }

  /** The target after a lost one; the first who asks for it connects anew. */
  async #replace(lost: Target, ownership?: Ownership): Promise<Target> {
    const present = await this.#target;
    if (present !== lost || this.#isClosed) {
      ownership?.release();
      return present;
    }
    clearInterval(this.#watch);
    const next = connect(this.#options, ownership);
    this.#target = next;
    try {
      if ((await next).server === undefined) this.#watchOwner();
    } catch (error) {
      // The next call tries again from what was there.
      this.#target = Promise.resolve(lost);
      this.#watchOwner();
      throw error;
    }
    return next;
  }

  #watchOwner(): void {
    this.#watch = setInterval(() => void this.#look(), LOOK_MS);
    this.#watch.unref();
  }

  async #look(): Promise<void> {
    const target = await this.#target;
    const present = await readServerFile(this.#options.folder);
    const ownership = Ownership.tryAcquire(this.#options.folder);
    if (ownership === undefined && present?.url === target.url) return;
    await this.#replace(target, ownership).catch((error: unknown) => {
      this.#options.logger.warn('nobody serves the data folder yet', errorFields(error));
    });
  }
}

/** Becomes the owner where the folder is free, else attaches to the one who is. */
async function connect({ folder, logger, startServer }: SessionOptions, acquired?: Ownership): Promise<Target> {
  const endsAt = performance.now() + CONNECT_LIMIT_MS;
  for (;;) {
    const ownership = acquired ?? Ownership.tryAcquire(folder);
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
