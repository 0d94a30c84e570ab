import { Module, type DynamicModule } from '@nestjs/common';
import type { Configuration, Logger } from '@tributary/platform';
import type { Ownership } from '../data-folder/ownership.js';
import type { Parts } from '../parts/compose-parts.js';
import { embedderRole } from '../roles/embedder.js';
import { ingestWorkerRole } from '../roles/ingest-worker.js';
import { searchFederationRole } from '../roles/search-federation.js';
import { serve, type Server } from '../server/serve.js';

export interface StandaloneOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Folders given at start: callers without the owner’s token may ingest what lies below them. Registering them is the caller’s business. */
  readonly folders?: readonly string[];
  /** Answer to the API of the daemon of project-code, too. */
  readonly daemon?: boolean;
  /** The folder’s ownership where it is held already; released when the server closes. */
  readonly ownership?: Ownership;
  /** Whether the process was started for something else: it gives the folder to a server that is started for it. */
  readonly isStandIn?: boolean;
  /** Milliseconds after the start until unfinished work is taken up, sources are synced and collections are read ahead; 0 unless said otherwise. */
  readonly backgroundDelayMs?: number;
}

/** The four roles in one process. */
@Module({})
class StandaloneModule {
  static over(parts: Parts, face: readonly DynamicModule[], delayMs: number): DynamicModule {
    const federation = searchFederationRole(parts, { readAheadDelayMs: delayMs });
    const roles = [embedderRole(parts), federation, ingestWorkerRole(parts, { upkeepDelayMs: delayMs, embeds: true })];
    return { module: StandaloneModule, imports: [...roles, ...face] };
  }
}

/** Starts gateway, federation, ingest worker and embedder in this process, on the local queue. What an earlier end left unfinished goes on in the background.
 *  @throws `DATA.IN_USE`, `DATA.UNUSABLE`, `SERVER.PORT_TAKEN`, and what an adapter throws */
export function startStandalone({ folders = [], backgroundDelayMs = 0, ...options }: StandaloneOptions): Promise<Server> {
  return serve({
    ...options,
    folders,
    queueKind: 'local',
    service: 'standalone',
    module: (parts, gateway, health) => StandaloneModule.over(parts, [gateway.module, health], backgroundDelayMs),
  });
}
