import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountConsole } from './mount-console.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const server = () => {
  const instance = fastify();
  mountConsole(instance, { folder: join(folder.path, 'site'), report: () => undefined });
  return instance;
};

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'site/assets'), { recursive: true });
  await writeFile(join(folder.path, 'site/index.html'), '<!doctype html><title>Tributary</title>');
  await writeFile(join(folder.path, 'site/assets/index-abc.js'), 'console.log(1);');
  await writeFile(join(folder.path, 'secret.txt'), 'a secret');
});
afterEach(() => folder.remove());

describe('the console on the gateway', () => {
  it.each(['/', '/playground', '/federation', '/collections', '/sources', '/assistants', '/?q=a'])('is the page at %s', async (url) => {
    const response = await server().inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(response.body).toContain('<title>Tributary</title>');
  });

  it('allows scripts and styles of the server alone, and nothing inline or evaluated', async () => {
    const policy = String((await server().inject('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('lets a browser keep the files whose name says what they hold, packed where it can unpack', async () => {
    const plain = await server().inject('/assets/index-abc.js');
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(plain.body).toBe('console.log(1);');
    const packed = await server().inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });

  it.each(['/nosuch', '/playground/nosuch?q=a'])('is the page, which says that there is nothing, for a browser at %s', async (url) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await server().inject({ url, headers: { accept } });
    expect(response.statusCode).toBe(404);
    expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body).toContain('<title>Tributary</title>');
    const json = await server().inject({ url, headers: { accept: 'application/json, */*' } });
    expect([json.statusCode, json.body.includes('<title>')]).toEqual([404, false]);
  });

  it.each(['/api/nothing', '/mcp', '/health/nothing', '/metrics', '/assets/missing.js', '/.well-known/nothing'])(
    'is not the page at %s, for a browser neither',
    async (url) => {
      const response = await server().inject({ url, headers: { accept: 'text/html' } });
      expect([response.statusCode, response.body.includes('<title>')]).toEqual([404, false]);
    },
  );

  it.each([
    '/api/search',
    '/mcp',
    '/health/live',
    '/metrics',
    '/assets/missing.js',
    '/assets/../../secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/secret.txt',
    '/nothing',
  ])('leaves %s alone', async (url) => {
    const response = await server().inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('a secret');
  });

  it('says how it is built where it is not', async () => {
    const instance = fastify();
    mountConsole(instance, { folder: join(folder.path, 'nowhere'), report: () => undefined });
    const response = await instance.inject('/');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'CONSOLE.NOT_BUILT' });
    expect(response.body).toContain('npm start');
  });
});
