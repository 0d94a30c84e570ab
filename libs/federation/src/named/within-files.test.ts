import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Testbed, type TestDocument } from '../testbed/testbed.fixture.js';

const WORDS = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite'];
/** So many passages that the last ones are looked at only where something asks for them. */
const REPLY = calling('lastReply', 64);
const KEY = 'project/lib/reply.js';
const LINE = 160;

/** Functions that call one, which is defined behind them. */
function calling(name: string, count: number): string {
  const callers = Array.from({ length: count }, (_, n) => {
    const word = WORDS[n % 8] ?? '';
    return `function ${word}${n.toString()}(reply) {\n${`  ${name}(reply, 'the error of ${word}, ${word}');\n`.repeat(40)}}\n`;
  });
  return `${callers.join('\n')}\nfunction ${name}(reply) {\n${"  step(reply, 'quartz');\n".repeat(60)}}\n`;
}

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.catalog.sources.change('project', () => ({
    set: {
      id: 'project',
      kind: 'folder',
      name: 'project',
      location: '/srv/ada/project',
      route: { code: 'code', docs: 'code' },
      state: 'idle',
      created_at: '2026-01-01T00:00:00Z',
    },
  }));
  const build: TestDocument = {
    key: 'project/lib/build.js',
    path: 'lib/build.js',
    type: 'code',
    sym: 'buildReply',
    text: 'export function buildReply(reply) {\n  return reply;\n}',
  };
  const short: TestDocument = { key: 'project/lib/short.js', path: 'lib/short.js', type: 'code', text: calling('shortReply', 8) };
  await bed.collection('code', [{ key: KEY, path: 'lib/reply.js', type: 'code', text: REPLY }, build, short]);
  for (const id of [KEY, build.key, short.key]) {
    const key = encodeDocumentKey(id);
    const doc_id = documentId('code', key);
    const row = { collection: 'code', key, doc_id, version: 1, hash: 'h', accepted_at: 1, state: 'indexed' as const, chunks: 999 };
    await bed.catalog.documents.change(documentRecordKey('code', key), () => ({ set: row }));
  }
});
afterAll(() => bed[Symbol.asyncDispose]());

async function first(query: string) {
  const { hits } = await bed.run({ query, collections: ['code'], limit: 5 });
  const [{ path, range, content } = { content: '' }] = hits;
  return { path, content, hasLine: range !== undefined && range.start[0] <= LINE && LINE <= range.end[0] };
}

it.each([
  'what does lib/reply.js:160 do',
  'why do I get an error in lib/reply.js:160',
  'the error of amber in lib/reply.js(160,14)',
  'TypeError: cannot build the error of amber at amberReply (/srv/ada/project/lib/reply.js:160:14)',
  'TypeError: cannot build the error of amber\n    at amberReply (/srv/ada/project/lib/reply.js:160:14)',
  'TypeError: cannot read\n    at /app/node_modules/project/lib/reply.js:160:14',
  'Traceback (most recent call last):\n  File "/srv/ada/project/lib/reply.js", line 160, in amber\nTypeError: cannot build',
])('the passage with the line that is asked for leads: %j', async (query) => {
  expect(await first(query)).toMatchObject({ path: 'lib/reply.js', hasLine: true });
});

it.each(['where is lastReply defined in lib/reply.js', 'lastReply in lib/reply.js', 'what does lastReply in project/lib/reply.js do'])(
  'what is defined in the file that is named leads: %s',
  async (query) => {
    const { path, content } = await first(query);
    expect(path).toBe('lib/reply.js');
    expect(content).toContain('function lastReply');
  },
);

it('what is defined there stands second where the query says more', async () => {
  const { hits } = await bed.run({
    query: 'the error of basalt, flint, granite and amber after shortReply in lib/short.js',
    collections: ['code'],
    limit: 5,
  });
  expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(['lib/short.js', 'lib/short.js']);
  expect(hits[0]?.content).toContain('the error of');
  expect(hits[1]?.content).toContain('function shortReply');
});

it('a file that is named leads as before where it does not define what is asked for', async () => {
  expect((await first('buildReply in lib/reply.js')).path).toBe('lib/reply.js');
});
