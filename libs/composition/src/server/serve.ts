import { randomBytes } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import type { Operations } from '@tributary/contracts';
import { Authenticator } from '@tributary/gateway';
import { isLoopback } from '@tributary/kernel';
import { allocateYoung, HeapLimits, IdleTrimmer } from '@tributary/platform';
import { HealthModule, requireFreePort, startHttpApplication, type HealthCheck } from '@tributary/platform/http';
import { startDaemon } from '../daemon/start-daemon.js';
import { ownFolder } from '../data-folder/own-folder.js';
import { isDataFolder, type Ownership } from '../data-folder/ownership.js';
import { dataFolderUnusable } from '../data-folder/prepare-data-folder.js';
import { removeServerFile, writeServerFile } from '../data-folder/server-file.js';
import { observeHttp } from '../observing/observe-http.js';
import { composeParts, type Parts, type PartsOptions } from '../parts/compose-parts.js';
import { httpGraceMs } from '../roles/grace.js';
import { gatewayRole, type GatewayRole } from '../roles/gateway.js';
import { gatewayHealth } from '../roles/health-checks.js';
import { CONTRACT, VERSION } from '../version.js';
import { Announcement } from './announcement.js';

export interface ServeOptions extends PartsOptions {
  /** Folders given at start: callers without the owner’s token may ingest what lies below them. */
  readonly folders: readonly string[];
  /** The folder’s ownership where it is held already; released when the server closes. */
  readonly ownership?: Ownership | undefined;
  /** Whether the process was started for something else: it gives the folder to a server that is started for it. */
  readonly isStandIn?: boolean | undefined;
  /** Answer to the API of the daemon of project-code, too. */
  readonly daemon?: boolean | undefined;
  /** Everything that runs in the process. */
  readonly module: (parts: Parts, gateway: GatewayRole, health: DynamicModule) => DynamicModule;
}

/** A process that serves a data folder. */
export interface Server {
  readonly url: string;
  /** The owner’s token, as it stands in server.json. */
  readonly token: string;
  readonly operations: Operations;
  /** An address that opens the web console with the owner’s rights, once. */
  issueConsoleUrl(): Promise<string>;
  /** True where an assistant has to be given a token. */
  readonly needsToken: boolean;
  /** Where the daemon’s API is reached, if it is. */
  readonly daemonUrls: readonly string[];
  /** What its readiness depends on. */
  readonly health: readonly HealthCheck[];
  /** Drains and frees the data folder. */
  close(): Promise<void>;
}

/** Becomes the owner of the data folder, opens its parts, listens, and says in server.json how it is reached.
 *  @throws `DATA.IN_USE`, `DATA.UNUSABLE`, `SERVER.PORT_TAKEN`, and what an adapter throws */
export async function serve(options: ServeOptions): Promise<Server> {
  const { data, server } = options.configuration;
  const { folder } = data;
  // Nothing is made for a server that cannot listen. On a folder in use the one who uses it is named first.
  if (!isDataFolder(folder)) await requireFreePort(server);
  const isAlone = options.queueKind === 'local';
  const ownership = options.ownership ?? (await ownFolder(folder, isAlone ? 'alone' : 'shared'));
  const undo: (() => Promise<void> | void)[] = [
    () => {
      ownership.release();
    },
  ];
  try {
    allocateYoung();
    if (isAlone) {
      await removeServerFile(folder).catch((error: unknown) => {
        // A disk with faults may refuse what it seemed to allow.
        throw dataFolderUnusable(folder, error);
      });
    }
    const parts = await composeParts(options);
    undo.unshift(() => parts.close());
    const token = server.token ?? randomBytes(32).toString('hex');
    const announcement = new Announcement();
    const health = [...gatewayHealth(parts), announcement];
    const { http, operations, needsToken, issueConsoleUrl } = await listen(parts, { ...options, health }, token);
    undo.unshift(
      () => http.close(httpGraceMs(parts)),
      // By now it may say where the gateway is that replaces this one.
      () => removeServerFile(folder, http.url),
    );
    const daemon = options.daemon === true ? await startDaemon({ ...options, operations }) : [];
    undo.unshift(async () => {
      await Promise.all(daemon.map((one) => one.close(httpGraceMs(parts))));
    });
    const memory = [HeapLimits.start(), IdleTrimmer.start()];
    undo.unshift(() => {
      for (const keeper of memory) keeper.stop();
    });
    const standIn = options.isStandIn === true ? { stand_in: true } : {};
    await writeServerFile(folder, { url: http.url, token, version: VERSION, contract: CONTRACT, ...standIn });
    announcement.made();
    const daemonUrls = daemon.map(({ url }) => url);
    return { url: http.url, token, operations, needsToken, issueConsoleUrl, daemonUrls, health, close: () => runAll(undo) };
  } catch (error) {
    await runAll(undo);
    throw error;
  }
}

interface ListenOptions extends ServeOptions {
  readonly health: readonly HealthCheck[];
}

async function listen(parts: Parts, { folders, module, health }: ListenOptions, token: string) {
  const { server } = parts.configuration;
  const authenticator = authenticatorOf(parts, token);
  const gateway = await gatewayRole(parts, { authenticator, folders });
  const http = await startHttpApplication({
    ...server,
    module: module(parts, gateway, HealthModule.register(health)),
    logger: parts.logger,
    identify: async (request) => (await authenticator.authenticateRequest(request)).subject,
    mount: (instance) => {
      observeHttp(instance, parts.observing);
      gateway.mount(instance);
    },
  });
  // Behind the #, which browsers send to nobody.
  const issueConsoleUrl = async () => `${http.url}/sign-in#${await authenticator.issueOwnerCode()}`;
  return { http, operations: gateway.operations, needsToken: authenticator.needsToken, issueConsoleUrl };
}

/** Guests are for a machine of one user: who configures tokens means that callers are told apart, unless he says otherwise. */
function authenticatorOf({ configuration, sessions: store }: Parts, ownerToken: string): Authenticator {
  const { server, access } = configuration;
  const { tokens, oauth, guests } = access;
  const asksWho = server.token !== undefined || oauth !== undefined || Object.keys(tokens).length > 0;
  return new Authenticator({ ownerToken, tokens, oauth, store, allowGuest: isLoopback(server.host) && (guests ?? !asksWho) });
}

/** Every step is taken, whatever an earlier one throws. */
async function runAll(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
