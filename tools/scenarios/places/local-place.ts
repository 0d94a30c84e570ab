import { join } from 'node:path';
import {
  eventually,
  findChromaProgram,
  findQdrantProgram,
  findRedisProgram,
  startApp,
  startChromaServer,
  startQdrantServer,
  startRedisServer,
  temporaryFolder,
} from '@tributary/testing';
import type { Place, RunningService, Service } from './place.ts';
import { BESIDE, newToken, serviceSettings } from './settings.ts';

const START_MS = 120_000;

interface LocalOptions {
  /** What holds the collections: the embedded store in a folder that all services share, or a Qdrant, each service with a folder of its own, and a Chroma. */
  readonly store: 'embedded' | 'servers';
  readonly model?: object;
  /** Settings beside the usual ones, as variables. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Closing {
  remove(): Promise<void>;
}

/** Why there is no place for the scenarios on this machine; undefined where there is one. */
export function whyNotHere(store: LocalOptions['store']): string | undefined {
  const supplies = store === 'embedded' ? [findRedisProgram()] : [findRedisProgram(), findQdrantProgram(), findChromaProgram()];
  const missing = supplies.flatMap((supply) => (supply.kind === 'none' ? [supply.reason] : []));
  return missing.length === 0 ? undefined : missing.join('; ');
}

/** The built services as processes of this machine, over servers of their own. */
export async function openLocalPlace({ store, model, env = {} }: LocalOptions): Promise<Place> {
  const opened: Closing[] = [];
  const open = async <Server extends Closing>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    opened.unshift(server);
    return server;
  };
  const folder = await open(temporaryFolder());
  const running = new Set<RunningService>();
  try {
    const redis = await open(startRedisServer(programOf(findRedisProgram())));
    const servers = store === 'embedded' ? {} : await startEngines(open);
    const token = newToken();
    const prefix = 'scenarios';
    const settings = { ...serviceSettings({ redisUrl: redis.url, prefix, token, ...servers, ...(model ? { model } : {}) }), ...env };
    let launched = 0;
    return {
      token,
      redis: {
        url: redis.url,
        prefix,
        restart: async () => {
          await redis.crash();
          await redis.restart();
        },
      },
      beside: store === 'embedded' ? undefined : BESIDE,
      launch: async (service) => {
        const data = join(folder.path, store === 'embedded' ? 'data' : `${service}-${(++launched).toString()}`);
        const process = await launch(service, { data, env: settings });
        running.add(process);
        return process;
      },
      remove: async () => {
        await Promise.all([...running].map((service) => service.end('SIGKILL')));
        await closeAll(opened);
      },
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function startEngines(open: <Server extends Closing>(starting: Promise<Server>) => Promise<Server>) {
  const [qdrant, chroma] = await Promise.all([
    open(startQdrantServer(programOf(findQdrantProgram()))),
    open(startChromaServer(programOf(findChromaProgram()))),
  ]);
  return { qdrantUrl: qdrant.url, chromaUrl: chroma.url };
}

async function launch(
  service: Service,
  { data, env }: { readonly data: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningService> {
  const app = startApp(service, { args: ['--data', data, ...(service === 'mcp-gateway' ? ['--port', '0'] : [])], env });
  const ended = app.ended.then(({ output }) => Promise.reject(new Error(`${service} ended: ${output}`)));
  ended.catch(() => undefined);
  // Many starts at once on a busy machine take their time.
  const url = await Promise.race([eventually(() => app.ready(), START_MS), ended]);
  return {
    url,
    pid: app.pid,
    end: async (signal) => {
      const { code, output } = await app.end(signal);
      return { code, output };
    },
  };
}

function programOf(
  supply: { readonly kind: 'program'; readonly command: string } | { readonly kind: 'none'; readonly reason: string },
): string {
  if (supply.kind === 'none') throw new Error(supply.reason);
  return supply.command;
}

async function closeAll(opened: readonly Closing[]): Promise<void> {
  for (const server of opened) await server.remove();
}
