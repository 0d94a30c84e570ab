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
  /** A copy is served where serving the folder itself would change its format. */
  readonly isReadOnly: boolean;
  readonly #options: FolderOptions;
  readonly #folder: ServableFolder;
  #lease: FolderLease | undefined;
  #server: RunningServer | undefined;
  #serving: Promise<number> | undefined;

  private constructor(options: FolderOptions, folder: ServableFolder) {
    this.#options = options;
    this.#folder = folder;
    this.isReadOnly = folder.isCopy;
  }

  /** @throws `ENGINE.FOLDER_UNUSABLE`, `ENGINE.PROGRAM_MISSING` */
  static async open(options: FolderOptions): Promise<ServedFolder> {
    const { engine } = options;
    const path = await existing(options);
    const program = await findChromaProgram(engine, options.program);
    const held = FolderLease.take(path);
    // Another process serves it already, so it has a format that can be served.
    if (!(held instanceof FolderLease))
      return new ServedFolder({ ...options, path, program }, { path, isCopy: false, remove: () => Promise.resolve() });
    try {
      const folder = await servableFolder({ engine, program, folder: path });
      const served = new ServedFolder({ ...options, path, program }, folder);
      if (folder.isCopy) held.release();
      else served.#lease = held;
      await served.address();
      return served;
    } catch (error) {
      held.release();
      throw error;
    }
  }

  async address(): Promise<ServerAddress> {
    this.#serving ??= this.#serve().catch((error: unknown) => {
      this.#serving = undefined;
      throw error;
    });
    const { tenant, database } = this.#options;
    return { host: '127.0.0.1', port: await this.#serving, tls: false, tenant, database };
  }

  lost(): void {
    this.#serving = undefined;
  }

  async close(): Promise<void> {
    await this.#serving?.catch(() => undefined);
    await this.#server?.end();
    this.#lease?.release();
    [this.#server, this.#lease, this.#serving] = [undefined, undefined, undefined];
    await this.#folder.remove();
  }

  async #serve(): Promise<number> {
    if (this.#server && !this.#server.hasEnded()) return this.#server.port;
    if (this.isReadOnly || this.#lease) return this.#start();
    const endsAt = performance.now() + WAIT_FOR_OTHER_MS;
    while (performance.now() < endsAt) {
      const held = FolderLease.take(this.#options.path);
      if (held instanceof FolderLease) {
        this.#lease = held;
        return this.#start();
      }
      if (held.port !== undefined && (await answersAt(held.port))) return held.port;
      await pause(LOOK_EVERY_MS);
    }
    throw retryable(
      'ENGINE.UNAVAILABLE',
      `Another process serves the folder ${this.#options.path} of the engine ${this.#options.engine} and does not answer: end it.`,
    );
  }

  async #start(): Promise<number> {
    const { engine, program } = this.#options;
    this.#server = await runServer({ engine, program, folder: this.#folder.path });
    this.#lease?.announce(this.#server.port);
    return this.#server.port;
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
