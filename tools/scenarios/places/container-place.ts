import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, freePort } from '@tributary/testing';
import { GenericContainer, Network, Wait, getContainerRuntimeClient, type StartedNetwork, type StartedTestContainer } from 'testcontainers';
import { SERVICES, type Place, type RunningService, type Service } from './place.ts';
import { BESIDE, newToken, serviceSettings } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const REDIS = { image: 'redis:7.2-alpine', port: 6379 };
const CHROMA = { image: 'chromadb/chroma:1.5.9', port: 8000 };
const QDRANT_PORT = 6333;
const GATEWAY_PORT = 7411;
const HEALTH_PORT = 7412;
/** Pulling an image may come first. */
const START_MS = 300_000;
/** Longer than shutdown.grace_ms, as in docker/compose.yaml. */
const STOP_MS = 40_000;
const PREFIX = 'scenarios';

const run = promisify(execFile);

/** Builds the image of every service as docs/deploying.md says. With the command and not by testcontainers, which never hears that a build failed. */
export async function buildImages(): Promise<void> {
  for (const service of SERVICES) {
    const args = ['build', '--quiet', '--file', 'docker/Dockerfile', '--build-arg', `APP=${service}`, '--tag', imageOf(service), '.'];
    await run('docker', args, { cwd: ROOT, env: { ...process.env, DOCKER_BUILDKIT: '1' } });
  }
}

/** The built images over a Redis, a Qdrant of this version and a Chroma, all of them containers of one network. */
export async function openContainerPlace(qdrantVersion: string): Promise<Place> {
  const network = await new Network().start();
  const containers: StartedTestContainer[] = [];
  const start = async (container: GenericContainer, alias?: string): Promise<StartedTestContainer> => {
    const joined = container.withNetwork(network).withStartupTimeout(START_MS);
    const started = await (alias === undefined ? joined : joined.withNetworkAliases(alias)).start();
    containers.unshift(started);
    return started;
  };
  try {
    const redisPort = await freePort();
    const [redis] = await Promise.all([
      start(redisContainer(redisPort), 'redis'),
      start(serverContainer(`qdrant/qdrant:${qdrantVersion}`, QDRANT_PORT, '/readyz'), 'qdrant'),
      start(serverContainer(CHROMA.image, CHROMA.port, '/api/v2/heartbeat'), 'chroma'),
    ]);
    const token = newToken();
    const env = {
      ...serviceSettings({
        redisUrl: `redis://redis:${REDIS.port.toString()}`,
        prefix: PREFIX,
        token,
        qdrantUrl: `http://qdrant:${QDRANT_PORT.toString()}`,
        chromaUrl: `http://chroma:${CHROMA.port.toString()}`,
      }),
      TRIBUTARY_SERVER__HOST: '0.0.0.0',
      TRIBUTARY_SERVER__ALLOWED_HOSTS: JSON.stringify([redis.getHost()]),
    };
    return {
      token,
      redis: {
        url: `redis://${redis.getHost()}:${redisPort.toString()}`,
        prefix: PREFIX,
        restart: () => killAndStart(redis, redisPort),
      },
      beside: BESIDE,
      launch: async (service) => runningService(service, await start(serviceContainer(service, { env, token }))),
      remove: () => removeAll(containers, network),
    };
  } catch (error) {
    await removeAll(containers, network);
    throw error;
  }
}

function imageOf(service: Service): string {
  return `tributary/${service}:scenarios`;
}

/** Its port on this machine stays the same when it is started again, which Docker does not see to by itself. */
function redisContainer(host: number): GenericContainer {
  return new GenericContainer(REDIS.image)
    .withExposedPorts({ container: REDIS.port, host })
    .withCommand(['redis-server', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction', '--save', ''])
    .withWaitStrategy(Wait.forListeningPorts());
}

function serverContainer(image: string, port: number, readyPath: string): GenericContainer {
  return new GenericContainer(image).withExposedPorts(port).withWaitStrategy(Wait.forHttp(readyPath, port));
}

/** With the rights that docker/compose.yaml gives it: none, on a root it cannot write to. */
class ServiceContainer extends GenericContainer {
  constructor(service: Service) {
    super(imageOf(service));
    this.hostConfig.ReadonlyRootfs = true;
  }
}

function serviceContainer(
  service: Service,
  { env, token }: { readonly env: Record<string, string>; readonly token: string },
): GenericContainer {
  const port = portOf(service);
  const ready = service === 'mcp-gateway' ? '/health/live' : '/health/ready';
  return new ServiceContainer(service)
    .withEnvironment(env)
    .withTmpFs({ '/tmp': 'mode=1777', '/data': 'uid=10001,gid=10001,mode=0700' })
    .withDroppedCapabilities('ALL')
    .withSecurityOpt('no-new-privileges:true')
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp(ready, port).withHeaders({ authorization: `Bearer ${token}` }));
}

function portOf(service: Service): number {
  return service === 'mcp-gateway' ? GATEWAY_PORT : HEALTH_PORT;
}

function runningService(service: Service, started: StartedTestContainer): RunningService {
  return {
    url: `http://${started.getHost()}:${started.getMappedPort(portOf(service)).toString()}`,
    end: async (signal) => {
      const client = await getContainerRuntimeClient();
      const container = client.container.getById(started.getId());
      if (signal === 'SIGKILL') await container.kill({ signal });
      else await client.container.stop(container, { timeout: STOP_MS });
      const output = await text(await started.logs());
      const { State } = await client.container.inspect(container);
      return { code: State.ExitCode, output };
    },
  };
}

/** Its file of commands stays in the container; the kill leaves it as it is. */
async function killAndStart(started: StartedTestContainer, port: number): Promise<void> {
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(started.getId());
  await container.kill({ signal: 'SIGKILL' });
  await client.container.start(container);
  await eventually(() => accepts(started.getHost(), port), START_MS);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

async function text(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: string[] = [];
  for await (const part of stream) parts.push(String(part));
  return parts.join('');
}

async function removeAll(containers: readonly StartedTestContainer[], network: StartedNetwork): Promise<void> {
  await Promise.all(containers.map((container) => container.stop({ timeout: 0 })));
  await network.stop();
}
