import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GRAMMAR_FILES } from '@tributary/chunking/syntax';
import { eventually, freePort } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { assemble } from '../assemble/assemble.mjs';
import { pairsOf, parseDockerfile } from '../dockerfile/parse-dockerfile.mjs';
import { runOrThrow } from './run-or-throw.mjs';
import { Image } from './image.js';
import { startImage } from './start-image.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const USER = 10001;

let folder: string;
let image: Image | undefined;
let unable: string | undefined;

/** What the last stage of the Dockerfile says of the image. */
function imageConfig() {
  const instructions = parseDockerfile(readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')).stages.at(-1)?.instructions ?? [];
  const of = (keyword: string) => instructions.filter((instruction) => instruction.keyword === keyword);
  const env = Object.fromEntries(of('ENV').flatMap(({ text }) => pairsOf(text).map(([name, value]) => [name, value ?? ''])));
  const [entrypoint] = of('ENTRYPOINT');
  const [user] = of('USER');
  return {
    env,
    labels: {},
    workdir: '/app',
    user: user?.text ?? '',
    entrypoint: entrypoint?.json ?? [],
    healthcheck: ['/app/bin/node', '/app/health.mjs'],
  };
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a root can only be entered as root on Linux';
  return existsSync('/var/lib/dpkg/status') ? undefined : 'the libraries of the image come from Debian';
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-image-'));
  unable = whyNot();
  if (unable !== undefined) return;
  mkdirSync(join(folder, 'data'));
  chownSync(join(folder, 'data'), USER, USER);
  // As `npm run images -- perform standalone FOLDER` left it; else one is put together here.
  const performed = process.env['TRIBUTARY_TEST_IMAGE'];
  if (performed !== undefined && performed !== '') {
    image = Image.parse(JSON.parse(readFileSync(join(performed, 'image.json'), 'utf8')));
    return;
  }
  const root = join(folder, 'root');
  assemble(ROOT, 'standalone', join(root, 'app'));
  runOrThrow('sh', [join(ROOT, 'docker/rootfs.sh'), root, '0']);
  image = { root, config: imageConfig() };
}, 180_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function started(context: TestContext, options: { readonly env: Record<string, string>; readonly args?: readonly string[] }): ChildProcess {
  if (image === undefined) return context.skip(unable ?? 'there is no image');
  const child = startImage(image, { ...options, volumes: { '/data': join(folder, 'data') } });
  context.onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs another program of the image to its end. */
async function inImage(context: TestContext, entrypoint: readonly string[], env: Record<string, string>) {
  if (image === undefined) return context.skip(unable ?? 'there is no image');
  const child = startImage(
    { ...image, config: { ...image.config, entrypoint: [...entrypoint] } },
    { env, volumes: { '/data': join(folder, 'data') } },
  );
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

describe('the image of standalone', () => {
  it(
    'answers /health/ready as its user on a root that nobody can write to, and ends with 0 on SIGTERM',
    { timeout: 120_000 },
    async (context) => {
      const env = { TRIBUTARY_SERVER__PORT: String(await freePort()) };
      const child = started(context, { env });
      const response = await eventually(async () => {
        const answer = await fetch(`http://127.0.0.1:${env.TRIBUTARY_SERVER__PORT}/health/ready`);
        expect(answer.status).toBe(200);
        return answer;
      }, 60_000);
      expect(await response.json()).toMatchObject({ status: 'ready' });

      const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:\\s+${String(USER)}\\s`, 'm'));
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      const mounts = spawnSync('nsenter', ['--target', String(child.pid), '--mount', 'cat', '/proc/mounts'], { encoding: 'utf8' }).stdout;
      expect(mounts).toMatch(new RegExp(` ${image?.root ?? ''} \\S+ ro[, ]`));

      expect(await inImage(context, ['/app/bin/node', '/app/health.mjs'], env)).toMatchObject({ code: 0 });
      child.kill('SIGTERM');
      await once(child, 'exit');
      expect([child.exitCode, child.signalCode]).toEqual([0, null]);
      expect(await inImage(context, ['/app/bin/node', '/app/health.mjs'], env)).toMatchObject({ code: 1 });
    },
  );

  it('has the command in it, and neither a shell nor a way to write below /app', { timeout: 60_000 }, async (context) => {
    const { code, output } = await inImage(context, ['/app/bin/tributary', '--version'], {});
    expect(code).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+/);
    const write = 'try { require("node:fs").writeFileSync("/app/x", "x") } catch (error) { console.log(error.code) }';
    expect(await inImage(context, ['/app/bin/node', '-e', write], {})).toMatchObject({ output: 'EROFS\n' });
    for (const shell of ['/bin/sh', '/usr/bin/env', '/bin/bash']) expect(existsSync(join(image?.root ?? folder, shell))).toBe(false);
  });

  it('has every grammar that the code reads, and the page of the console', (context) => {
    if (image === undefined) return context.skip(unable ?? 'there is no image');
    const app = join(image.root, 'app');
    const files = Object.values(GRAMMAR_FILES).map((file) => `node_modules/${file}`);
    expect(files.length).toBeGreaterThan(10);
    expect([...files, 'apps/console/dist/site/index.html'].filter((file) => !existsSync(join(app, file)))).toEqual([]);
  });

  it('refuses to be reached from outside without a token', { timeout: 60_000 }, async (context) => {
    const { code, output } = await inImage(context, ['/app/bin/node', '/app/main.mjs'], { TRIBUTARY_SERVER__HOST: '0.0.0.0' });
    expect([code, output]).toEqual([78, expect.stringContaining('server.token: missing')]);
  });
});
