import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const fits = (path: string, query: string) => endsOfPaths(query).some((end) => endsWithPath(path, end));

it('is no other file of this name, and no folder that only ends so', () => {
  expect(endsOfPaths('response.js')).toEqual([]);
  expect(fits('express/mylib/response.js', 'lib/response.js')).toBe(false);
  expect(fits('express/lib/response.jsx', 'lib/response.js')).toBe(false);
});

it.each(['client/server', 'read/write of a file', 'how do client/server models differ'])(
  'is not asked for by a pair of words: %s',
  (query) => {
    expect(endsOfPaths(query)).toEqual([]);
  },
);

it('is asked for by a pair with an ending, and by more parts without one', () => {
  expect(['src/main.py', 'docs/.env', 'in src/app/Makefile'].every((query) => endsOfPaths(query).length > 0)).toBe(true);
});

describe('where several files end so', () => {
  beforeAll(async () => {
    await bed.collection('apps', [
      ...Array.from({ length: 40 }, (_, n) => file(`app${n.toString()}/src/main.py`, `print(${n.toString()})  # main of src, error`)),
      file(
        'setup/readme.md',
        'ModuleNotFoundError: no module is found in src/main.py until it is installed. Error of main: install the module.',
      ),
      file('letters/client/server', 'To the client of the server.'),
      file('protocol.md', 'The client/server model: a client asks, a server answers. Client/server is a model.'),
    ]);
  });
  const of = async (query: string) => (await bed.run({ query, collections: ['apps'], limit: 3 })).hits.map(({ path }) => path);

  it('a sentence is answered by what it asks', async () => {
    expect((await of('ModuleNotFoundError in src/main.py'))[0]).toBe('setup/readme.md');
  });

  it('they lead for the path alone', async () => {
    expect(await of('src/main.py')).toEqual(Array(3).fill(expect.stringMatching(/^app\d+\/src\/main\.py$/u)));
  });

  it('no pair of words is a path', async () => {
    expect((await of('client/server model'))[0]).toBe('protocol.md');
  });
});

describe('of a long file', () => {
  const WORDS = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite'];
  beforeAll(async () => {
    const part = (word: string) => `function ${word}(body) {\n${`  this.${word} = '${word} of ${word}';\n`.repeat(40)}}\n`;
    const parts = WORDS.map((word) =>
      word === 'granite' ? `${part(word)}\n// The etag is set here.\nfunction etag(body) {\n  etag.set(body);\n}\n` : part(word),
    );
    await bed.collection('long', [
      file('packages/express/lib/response.js', parts.join('\n')),
      ...Array.from({ length: 10 }, (_, n) =>
        file(`src/lib-${n.toString()}.js`, `// Of the etag, ${n.toString()}\nimport response from 'lib/response.js';`),
      ),
    ]);
  });
  const of = async (query: string) => {
    const { hits } = await bed.run({ query, collections: ['long'], limit: 9, per_document: 9, explain: true });
    return hits.map(({ path, content, range, explanation }) => ({
      path,
      content,
      start: range?.start[0] ?? 0,
      end: range?.end[0] ?? 0,
      isLed: explanation?.judge['named'] === 1,
    }));
  };

  it('the passage that is judged best leads in a sentence, and no other', async () => {
    const hits = await of('where is the etag set in lib/response.js');
    expect(hits[0]?.path).toBe('packages/express/lib/response.js');
    expect(hits[0]?.content).toContain('etag.set');
    expect(hits.map(({ isLed }) => isLed)).toEqual(hits.map((_, at) => at === 0));
  });

  it('the passage with the line leads in a sentence that says one, if it is one of the best', async () => {
    const [first] = await of('why does the etag fail in lib/response.js:200 where flint is');
    expect([first?.start, first?.end].map((line) => Math.sign((line ?? 0) - 200))).toEqual([-1, 1]);
  });

  it('the passage with the line leads, before the others from the first, where the query is the path', async () => {
    const [first, second] = await of('lib/response.js:200');
    expect([first?.start, first?.end].map((line) => Math.sign((line ?? 0) - 200))).toEqual([-1, 1]);
    expect(second?.start).toBe(1);
  });
});

it('is looked for as words by one lane alone', async () => {
  expect(await first('lib/response.js', 'keyword')).toMatch(/^src/);
});

describe('where a date is written as folders', () => {
  beforeAll(async () => {
    await bed.collection('days', [
      { key: 'log.md', path: 'log.md', title: 'Log of 2024-05-01', text: 'On 2024-05-01, as said on 2024-05-01.' },
      { key: 'notes/2024/05/01', path: 'notes/2024/05/01', title: 'Museum', text: 'The museum is closed today.' },
      { key: 'other.md', path: 'other.md', text: 'As said on 2024-06-02, the theatre is open.' },
    ]);
  });
  const of = async (query: string) => (await bed.run({ query, collections: ['days'], limit: 3 })).hits.map(({ path }) => path);

  it('what lies there leads before what says the date', async () => {
    expect((await of('2024/05/01')).slice(0, 2)).toEqual(['notes/2024/05/01', 'log.md']);
  });

  it('what lies below leads where it is a folder, and behind what is called so itself', async () => {
    const says = (path: string) => ({ key: path, path, title: 'Log of 2024-07-03', text: 'On 2024-07-03, as said on 2024-07-03.' });
    const below = { key: 'notes/2024/07/03/day.md', path: 'notes/2024/07/03/day.md', title: 'Zoo', text: 'The zoo is open all day.' };
    await bed.collection('folders', [says('a.md'), says('b.md'), below]);
    const found = async (query: string) => (await bed.run({ query, collections: ['folders'], limit: 3 })).hits.map(({ path }) => path);
    expect((await found('2024/07/03'))[0]).toBe(below.path);
    expect((await found('what was said on 2024/07/03'))[0]).not.toBe(below.path);
    await bed.collection('folders', [says('c.md'), below, { key: 'd/2024/07/03', path: 'd/2024/07/03', text: 'The whole day.' }]);
    expect((await found('2024/07/03'))[0]).toBe('d/2024/07/03');
  });

  it('what says the date leads where nothing lies there', async () => {
    expect((await of('2024/06/02'))[0]).toBe('other.md');
  });
});
