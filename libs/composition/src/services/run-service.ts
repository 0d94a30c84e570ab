import type { DynamicModule } from '@nestjs/common';
import { allocateYoung, IdleTrimmer, runMain, shutDownOnSignal, yieldProcessor, type Configuration } from '@tributary/platform';
import { startHttpApplication, tellReady } from '@tributary/platform/http';
import { mountMetrics } from '@tributary/platform/metrics';
import { ownFolder } from '../data-folder/own-folder.js';
import type { Ownership } from '../data-folder/ownership.js';
import { composeParts, type Parts } from '../parts/compose-parts.js';
import { httpGraceMs } from '../roles/grace.js';
import type { GatewayRole } from '../roles/gateway.js';
import { roleHealth } from '../roles/health-checks.js';
import { serve } from '../server/serve.js';
import { startProcess } from './start-process.js';

interface Service {
  /** Names the process in its log. */
  readonly name: string;
  readonly args: readonly string[];
  /** Everything that runs in the process. */
  readonly module: (parts: Parts) => DynamicModule;
  /** True where searches on the same machine go first. */
  readonly isBackground?: boolean;
}

/** A service without an outer interface: takes jobs from Redis, and answers /health. */
export function runService({ name, args, module, isBackground = false }: Service): void {
  runMain(async (logsBy) => {
    allocateYoung();
    if (isBackground) yieldProcessor();
    const { configuration, logger } = await startProcess(name, args);
    logsBy({ configuration, logger });
    const ownership = await shareFolder(configuration);
    const parts = await composeParts({ configuration, logger, queueKind: 'bullmq', service: name });
    const { graceMs } = configuration.shutdown;
    const listen = { ...configuration.health, allowedHosts: [], allowedOrigins: [], logger };
    const http = await startHttpApplication({
      ...listen,
      module: module(parts),
      mount: (server) => {
        mountMetrics(server, parts.observing.metrics);
      },
    });
    const trimmer = IdleTrimmer.start();
    const toldReady = tellReady({ checks: roleHealth(parts), logger, fields: { health: http.url } });
    const close = async () => {
      toldReady.end();
      trimmer.stop();
      await http.close(httpGraceMs(parts));
      await parts.close();
      ownership?.release();
    };
    shutDownOnSignal({ close, graceMs, logger });
  });
}

/** Who has an embedded store open shares its folder: nothing may be restored over it meanwhile, by a command that knows of the gateway alone. @throws `DATA.IN_USE` */
async function shareFolder({ data, engines }: Configuration): Promise<Ownership | undefined> {
  const isEmbedded = Object.values(engines).some(({ type }) => type === 'embedded');
  return isEmbedded ? ownFolder(data.folder, 'shared') : undefined;
}

interface GatewayService extends Pick<Service, 'args'> {
  readonly module: (gateway: GatewayRole, health: DynamicModule) => DynamicModule;
}

/** The gateway as a service of its own: HTTP and MCP on one side, Redis on the other. */
export function runGateway({ args, module }: GatewayService): void {
  runMain(async (logsBy) => {
    const { configuration, logger, paths } = await startProcess('mcp-gateway', args);
    logsBy({ configuration, logger });
    const over = { module: (_parts: Parts, gateway: GatewayRole, health: DynamicModule) => module(gateway, health) };
    const server = await serve({ configuration, logger, folders: paths, queueKind: 'bullmq', service: 'mcp-gateway', ...over });
    const toldReady = tellReady({ checks: server.health, logger, fields: { url: server.url } });
    const close = () => {
      toldReady.end();
      return server.close();
    };
    shutDownOnSignal({ close, graceMs: configuration.shutdown.graceMs, logger });
  });
}
