import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { at, kustomized, Named } from './rendered.js';
import { objectFaults } from './validate-object.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${ROOT}docs/deploying.md`, 'utf8');

describe('docs/deploying.md', () => {
  it('names files that there are', () => {
    const paths = new Set([...page.matchAll(/(?<![\w/])((?:k8s|docker)\/[\w./-]*\w)/g)].map(([, path = '']) => path));
    expect(paths.size).toBeGreaterThan(15);
    // What docker/secrets.sh and the reader make.
    const made = ['docker/secrets', 'docker/secrets/server-token', 'docker/sources'];
    expect([...paths].filter((path) => !made.includes(path) && !existsSync(ROOT + path))).toEqual([]);
  });

  it('has an Ingress that fits its schema and leads to the service of the gateway', async (context) => {
    const [, example = ''] = /```yaml\n( *apiVersion: networking\.k8s\.io.*?)```/s.exec(page) ?? [];
    const ingress = Named.parse(parse(example.replaceAll(/^ {3}/gm, '')));
    expect(await objectFaults(ingress)).toEqual([]);
    const service = at(ingress, 'spec rules 0 http paths 0 backend service');
    const services = kustomized(context, 'overlays/production').filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.name)).toEqual([at(service, 'name')]);
    expect(at(services[0], 'spec ports 0 name')).toBe(at(service, 'port name'));
    expect(at(ingress, 'metadata namespace')).toBe('tributary');
  });
});
