import { permanent, retryable } from '@tributary/kernel';
import { realpath, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AddressSource } from '../server/address-source.js';
import type { ServerAddress } from '../settings/chroma-settings.js';
import { findChromaProgram } from './chroma-program.js';
import { servableFolder, type ServableFolder } from './folder-format.js';
import { FolderLease } from './folder-lease.js';
import { answersAt, runServer, type RunningServer } from './run-server.js';

const WAIT_FOR_OTHER_MS = 70_000;
const LOOK_EVERY_MS = 100;

export interface FolderOptions {
  readonly engine: string;
  readonly path: string;
  /** The program that serves it: a name on the PATH, or a path. */
  readonly program: string;
  readonly tenant: string;
  readonly database: string;
}

/** A Chroma folder served by one `chroma run`, however many engines and processes use it. Whoever comes first starts it; when that one ends, another
 *  that still uses the folder starts it anew. */
export class ServedFolder implements AddressSource {
  readonly #options: FolderOptions;
  #folder: ServableFolder | undefined;
  #lease: FolderLease | undefined;
  #server: RunningServer | undefined;
  #serving: Promise<number> | undefined;
  /** The last start, also one whose server was lost meanwhile: never two at once, and none goes on behind a close. */
  #underway: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  private constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Nothing is started yet: a folder that cannot be served is reported by the calls that need it. @throws `ENGINE.FOLDER_UNUSABLE`, `ENGINE.PROGRAM_MISSING` */
  static async open(options: FolderOptions): Promise<ServedFolder> {
    const path = await existing(options);
    const program = await findChromaProgram(options.engine, options.program);
    return new ServedFolder({ ...options, path, program });
  }

  /** A copy is served where serving the folder itself would change its format. */
  async isReadOnly(): Promise<boolean> {
    await this.address();
    return this.#folder?.isCopy === true;
  }

  /** @throws `ENGINE.UNAVAILABLE`, after `close` always: a call that is repeated then must not start a server nobody ends */
  async address(): Promise<ServerAddress> {
    this.#serving ??= this.#begin();
    const { tenant, database } = this.#options;
    return { host: '127.0.0.1', port: await this.#serving, tls: false, tenant, database };
  }

  lost(): void {
    this.#serving = undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underway;
    await this.#server?.end();
    this.#lease?.release();
    [this.#server, this.#lease, this.#serving] = [undefined, undefined, undefined];
    await this.#folder?.remove();
    this.#folder = undefined;
  }

  #begin(): Promise<number> {
    const serving = this.#underway
      .then(() => this.#serve())
      .catch((error: unknown) => {
        this.#serving = undefined;
        throw error;
      });
    this.#underway = serving.catch(() => undefined);
    return serving;
  }

  async #serve(): Promise<number> {
    this.#refuseWhenClosed();
    if (this.#server && !this.#server.hasEnded()) return this.#server.port;
    if (this.#folder && (this.#folder.isCopy || this.#lease)) return this.#start(this.#folder);
    const endsAt = performance.now() + WAIT_FOR_OTHER_MS;
    while (performance.now() < endsAt) {
      this.#refuseWhenClosed();
      const held = FolderLease.take(this.#options.path);
      if (held instanceof FolderLease) return this.#startFirst(held);
      if (held.port !== undefined && (await answersAt(held.port))) return held.port;
      await pause(LOOK_EVERY_MS);
    }
    throw retryable(
      'ENGINE.UNAVAILABLE',
      `Another process serves the folder ${this.#options.path} of the engine ${this.#options.engine} and does not answer: end it.`,
    );
  }

  /** Starts the first server of this process on the folder, or on a copy, which needs no lease. */
  async #startFirst(lease: FolderLease): Promise<number> {
    const { engine, program, path } = this.#options;
    try {
      this.#folder ??= await servableFolder({ engine, program, folder: path, signal: this.#closing.signal });
      if (this.#folder.isCopy) lease.release();
      else this.#lease = lease;
      return await this.#start(this.#folder);
    } catch (error) {
      if (this.#folder?.isCopy !== true) lease.release();
      this.#lease = undefined;
      throw error;
    }
  }

  async #start(folder: ServableFolder): Promise<number> {
    const { engine, program } = this.#options;
    this.#server = await runServer({ engine, program, folder: folder.path, signal: this.#closing.signal });
    this.#lease?.announce(this.#server.port);
    return this.#server.port;
  }

  #refuseWhenClosed(): void {
    if (this.#closing.signal.aborted) throw retryable('ENGINE.UNAVAILABLE', `The engine ${this.#options.engine} is closed.`);
  }
}

/** The real path of a folder that is there. */
async function existing({ engine, path }: FolderOptions): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return realpath(path);
  throw permanent(
    'ENGINE.FOLDER_UNUSABLE',
    `The engine ${engine} names the Chroma folder ${path}, which is no folder: write its absolute path as path.`,
    {
      category: 'not_found',
    },
  );
}
