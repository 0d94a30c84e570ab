import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { perform } from './perform.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-perform-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'context', name)), { recursive: true });
    writeFileSync(join(folder, 'context', name), text);
  }
}

function performed(dockerfile: string, args: Record<string, string> = {}) {
  write({ Dockerfile: dockerfile });
  const places = { context: join(folder, 'context'), file: join(folder, 'context/Dockerfile'), work: join(folder, 'work') };
  return perform({ ...places, cache: join(folder, 'cache'), node: process.execPath, args, log: () => undefined });
}

describe('performing a Dockerfile', () => {
  it('copies what .dockerignore leaves, from the context and from a stage', () => {
    write({
      '.dockerignore': '# only these\n*\n!apps\n!package.json\n**/dist\n**/*.key\n',
      'package.json': '{}',
      'secret.txt': 'x',
      'apps/a/main.js': 'a',
      'apps/a/dist/main.js': 'old',
      'apps/a/server.key': 'k',
    });
    const { root } = performed(
      'FROM scratch AS one\nWORKDIR /src\nCOPY . .\nFROM scratch\nCOPY --from=one /src/apps /app/\nCOPY package.json /etc/p.json\n',
    );
    expect(readdirSync(join(root, 'app/a'))).toEqual(['main.js']);
    expect(readFileSync(join(root, 'etc/p.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(folder, 'work/one/src/secret.txt'))).toBe(false);
  });

  it('keeps what the image says of itself, with arguments put in', () => {
    const { config } = performed(
      [
        'ARG BASE=scratch',
        'FROM ${BASE}',
        'ARG APP',
        'ARG VERSION=1',
        'LABEL title="the ${APP}" version=${VERSION}',
        'ENV PATH=/bin A="${APP} one"',
        'USER 10001:10001',
        'WORKDIR /app',
        'EXPOSE 80',
        'HEALTHCHECK --interval=1s CMD ["/bin/check"]',
        'ENTRYPOINT ["/bin/run", "it"]',
      ].join('\n'),
      { APP: 'embedder' },
    );
    expect(config).toMatchObject({
      labels: { title: 'the embedder', version: '1' },
      env: { PATH: '/bin', A: 'embedder one' },
      user: '10001:10001',
      workdir: '/app',
      healthcheck: ['/bin/check'],
      entrypoint: ['/bin/run', 'it'],
    });
  });

  it('refuses a line that it cannot perform, and an image that nothing stands in for', () => {
    expect(() => performed('FROM scratch\nVOLUME /data\n')).toThrow('Dockerfile:2: VOLUME cannot be performed here.');
    expect(() => performed('FROM alpine:3\n')).toThrow('nothing to stand in for the image alpine:3');
  });
});
