import 'reflect-metadata';
import { routes, type Route } from '@tributary/contracts';
import { expect, it, afterAll, beforeAll, describe } from 'vitest';
import { z } from 'zod';
import { startApi } from '../http/http-api.fixture.js';
import { HTTP_STATUS } from '../http/problem.js';
import { openApiDocument } from './openapi-document.js';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ allowGuest: true });
});
afterAll(() => api.close());

describe('the description of the HTTP API', () => {
  it('has every route below /api, and no other', () => {
    const served = api.routes.filter((route) => route.includes(' /api/')).toSorted();
    const described = Object.values<Route>(routes)
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
      .toSorted();
    expect(described).toEqual(served);
  });

  it('names a scope for all that nobody is let in for without a token, and for nothing else', async () => {
    const closed = await startApi({ allowGuest: false });
    const asked = Object.entries<Route>(routes).map(async ([name, { method, path }]) => {
      const { status } = await fetch(closed.url + path, { method: method.toUpperCase() });
      return status === 401 ? [name] : [];
    });
    const refused = (await Promise.all(asked)).flat();
    await closed.close();
    expect(refused).toEqual(Object.entries<Route>(routes).flatMap(([name, { scope }]) => (scope === undefined ? [] : [name])));
  });

  it('is served to whoever asks', async () => {
    const response = await fetch(`${api.url}/api/openapi.json`, { headers: { authorization: 'Bearer nonsense' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))));
  });

  it('refers only to what it holds, and holds nothing that nobody refers to', () => {
    const text = JSON.stringify(openApiDocument('1.2.3'));
    const references = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
    const { components } = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) }).parse(JSON.parse(text));
    expect([...references].toSorted()).toEqual(Object.keys(components.schemas).toSorted());
    expect(text).not.toMatch(/\$id|\$schema|\$defs|__shared/);
  });

  it('says which statuses errors have, where their codes stand, and which may be asked again', () => {
    const { info, components } = z
      .object({
        info: z.object({ description: z.string() }),
        components: z.object({ responses: z.object({ Problem: z.object({ description: z.string() }) }) }),
      })
      .parse(openApiDocument('1.2.3'));
    expect(info.description).toMatch(/docs\/errors\.md[^]*again after `429`, `503` and `504`/);
    for (const status of Object.values(HTTP_STATUS)) expect(components.responses.Problem.description).toContain(status.toString());
  });

  it('says of every parameter what it is', () => {
    const Parameter = z.object({ name: z.string(), in: z.string(), description: z.string().optional() });
    const Operation = z.object({ operationId: z.string(), parameters: z.array(Parameter).default([]) });
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
      .parse(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))));
    const all = Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ parameters }) => parameters));
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter(({ description }) => description === undefined)).toEqual([]);
    const ofDocuments = paths['/api/documents']?.['post']?.parameters.filter((one) => one.in === 'query') ?? [];
    expect(ofDocuments.map(({ description }) => description?.split(/[ :,.;]/, 3).join(' '))).toEqual([
      'Of lines ',
      ...Array<string>(6).fill('Of a file'),
    ]);
  });

  it('says of a request what it is checked by', () => {
    const document: unknown = JSON.parse(JSON.stringify(openApiDocument('1.2.3')));
    const Operation = z.object({ requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }) });
    const Shape = z.object({
      paths: z.object({ '/api/search': z.object({ post: Operation }) }),
      components: z.object({
        schemas: z.object({ SearchRequestInput: z.object({ required: z.array(z.string()), properties: z.looseObject({}) }) }),
      }),
    });
    const { paths, components } = Shape.parse(document);
    expect(paths['/api/search'].post.requestBody.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/SearchRequestInput',
    });
    expect(components.schemas.SearchRequestInput.required).toEqual(['query']);
    expect(components.schemas.SearchRequestInput.properties['limit']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 10,
    });
  });
});
