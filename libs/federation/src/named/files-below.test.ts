import { afterAll, beforeAll, expect, it } from 'vitest';
import { endsOfPaths, endsWithPath } from './ends-with-path.js';
import { Testbed, type TestDocument } from '../testbed/testbed.fixture.js';

const file = (path: string, text: string): TestDocument => ({ key: path, path, text, type: 'code' });

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    ...Array.from({ length: 60 }, (_, n) =>
      file(`src/lib-${n.toString()}.js`, `// lib/response.js, response of lib ${n.toString()}\nimport response from 'lib/response.js';`),
    ),
    file('packages/express/lib/response.js', 'function send(body) {\n  this.body = body;\n}'),
    file('packages/other/mylib/response.js', 'function respond(body) {\n  this.body = body;\n}'),
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function first(query: string, algorithm: 'hybrid' | 'keyword' = 'hybrid') {
  const { hits } = await bed.run({ query, collections: ['code'], limit: 3, algorithm });
  return hits[0]?.path;
}

it.each(['lib/response.js', './lib/response.js:2', 'express/lib/response.js', 'send in lib/response.js'])(
  'a file below a folder that the query does not name leads for %s',
  async (query) => {
    expect(await first(query)).toBe('packages/express/lib/response.js');
  },
);

it('is no other file of this name, and no folder that only ends so', () => {
  expect(endsOfPaths('response.js')).toEqual([]);
  expect(endsWithPath('express/mylib/response.js', endsOfPaths('lib/response.js'))).toBe(false);
  expect(endsWithPath('express/lib/response.jsx', endsOfPaths('lib/response.js'))).toBe(false);
});

it('is looked for as words by one lane alone', async () => {
  expect(await first('lib/response.js', 'keyword')).toMatch(/^src/);
});
