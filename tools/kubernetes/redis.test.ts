import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, findRedisProgram, freePort } from '@tributary/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { podSecurityFaults } from './pod-security.mjs';
import { at, kustomized, Values, type KubernetesObject } from './rendered.js';
import { objectFaults } from './validate-object.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let secrets: string;
let server: ChildProcess | undefined;
/** Starts it again with its data, as after a node was drained. */
let restart: () => Promise<void>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-redis-'));
  for (const name of ['secrets.sh', 'redis-users.acl']) copyFileSync(`${ROOT}docker/${name}`, join(folder, name));
  execFileSync('sh', [join(folder, 'secrets.sh')]);
  secrets = join(folder, 'secrets');
});
afterEach(async () => {
  if (server?.kill() === true) await once(server, 'exit');
  server = undefined;
  rmSync(folder, { recursive: true });
});

const redis = (context: TestContext): KubernetesObject[] => kustomized(context, 'redis');
const podOf = (object: KubernetesObject | undefined) => Values.parse(at(object, 'spec template spec'));
const statefulSet = (context: TestContext) => redis(context).find(({ kind }) => kind === 'StatefulSet');

/** The server as its pod starts it, in folders of ours. @returns an address of it for a user */
async function start(context: TestContext): Promise<(user: string) => Redis> {
  const program = findRedisProgram();
  if (program.kind === 'none') return context.skip(program.reason);
  const config = redis(context).find(({ kind }) => kind === 'ConfigMap');
  const data = join(folder, 'data');
  mkdirSync(data);
  const text = String(at(config, 'data redis.conf'));
  writeFileSync(join(folder, 'redis.conf'), text.replace('/run/secrets/redis/', `${secrets}/`).replace('dir /data', `dir ${data}`));
  const port = await freePort();
  const launch = () => spawn(program.command, [join(folder, 'redis.conf'), '--port', port.toString()], { stdio: 'ignore' });
  server = launch();
  restart = async () => {
    if (server?.kill() === true) await once(server, 'exit');
    server = launch();
  };
  return (user) =>
    new Redis(readFileSync(join(secrets, `redis-url-${user}`), 'utf8').replace('redis:6379', `127.0.0.1:${port.toString()}`));
}

describe('the Redis of k8s/redis', () => {
  it('fits its schemas, and its pod is let into the namespace', async (context) => {
    const objects = redis(context);
    expect((await Promise.all(objects.map(objectFaults))).flat()).toEqual([]);
    expect(podSecurityFaults(podOf(statefulSet(context)))).toEqual([]);
    expect(new Set(objects.map((object) => at(object, 'metadata namespace')))).toEqual(new Set(['tributary']));
  });

  it('is where the services look for it, by its name and by the labels of the network policies', (context) => {
    const labels = { 'app.kubernetes.io/name': 'redis' };
    const service = redis(context).find(({ kind }) => kind === 'Service');
    expect([service?.metadata.name, at(service, 'spec selector')]).toEqual(['redis', labels]);
    expect(at(statefulSet(context), 'spec template metadata labels')).toEqual(labels);
    for (const name of readdirSync(secrets).filter((file) => file.startsWith('redis-url-')))
      expect([name, new URL(readFileSync(join(secrets, name), 'utf8')).host]).toEqual([name, 'redis:6379']);
  });

  it('keeps what it accepted, and knows each service by its own user', async (context) => {
    const connect = await start(context);
    const client = connect('embedder');
    // Until the server listens.
    client.on('error', () => undefined);
    try {
      await eventually(() => client.status === 'ready');
      const settings = ['appendonly', 'appendfsync', 'maxmemory-policy', 'maxmemory', 'save'];
      const found = await Promise.all(settings.map(async (name) => await client.config('GET', name)));
      expect(found).toEqual([
        ['appendonly', 'yes'],
        ['appendfsync', 'always'],
        ['maxmemory-policy', 'noeviction'],
        ['maxmemory', (1500 * 2 ** 20).toString()],
        ['save', ''],
      ]);
      await expect(client.set('{tributary:maintenance}:x', '1')).rejects.toThrow('NOPERM');
    } finally {
      client.disconnect();
    }
  });

  it('has every job after it was started anew, and still knows nobody without a password', async (context) => {
    const connect = await start(context);
    const connection = connect('producer');
    connection.on('error', () => undefined);
    const queue = new Queue('ingest-document', { connection, prefix: '{tributary:ingest-document}' });
    queue.on('error', () => undefined);
    try {
      await queue.addBulk(Array.from({ length: 40 }, (_, n) => ({ name: 'document', data: { id: n.toString() } })));
      await restart();
      await eventually(async () => {
        expect(await queue.getWaitingCount()).toBe(40);
      }, 20_000);
      const { port = 0 } = connection.options;
      for (const [sign, answer] of [
        [{}, 'NOAUTH'],
        [{ username: 'default', password: 'any' }, 'WRONGPASS'],
      ] as const) {
        const stranger = new Redis({ ...sign, port, enableReadyCheck: false });
        stranger.on('error', () => undefined);
        await expect(stranger.get('x')).rejects.toThrow(answer);
        stranger.disconnect();
      }
    } finally {
      await queue.close();
      connection.disconnect();
    }
  });
});

describe('the Secret made of docker/secrets', () => {
  it('has every key that a pod of the manifests asks for', (context) => {
    const objects = [...kustomized(context, 'overlays/production'), ...redis(context)];
    const keys = [...JSON.stringify(objects).matchAll(/\{"key":"([\w-]+)","path":/g)].map(([, key]) => key);
    expect(new Set(keys).size).toBeGreaterThan(6);
    expect(readdirSync(secrets)).toEqual(expect.arrayContaining([...new Set(keys)]));
  });
});
