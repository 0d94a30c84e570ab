import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchInput } from '@tributary/contracts';
import { Testbed } from '../testbed/testbed.fixture.js';

const file = (path: string, text: string) => ({ key: `project/${path}`, path, text, type: 'code' as const });
const BODY = Array.from(
  { length: 300 },
  (_, n) => `export function step${n.toString()}(amber, basalt) {\n  return amber + basalt + ${n.toString()};\n}\n`,
).join('\n');

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('code', [
    file('src/classes/job.js', BODY),
    file('src/errors.js', 'export class NoSuchThing extends Error {}'),
    file('lib/errors.js', 'export class NothingLeft extends Error {}'),
    ...Array.from({ length: 6 }, (_, n) => file(`src/part-${n.toString()}/many.js`, `export const many${n.toString()} = "js";`)),
    // They say the words of such a name more often than the files themselves.
    ...Array.from({ length: 150 }, (_, n) =>
      file(`src/js/use-${n.toString()}.js`, `job.js(job.js, job.js, ${n.toString()});\nerrors.js(errors.js, errors.js, errors.js);`),
    ),
  ]);
  await bed.collection('docs', [
    { key: 'Job.md', path: 'Job.md', title: 'job.js', text: '# job.js\n\nThe file job.js: a job, in js.', type: 'doc' },
    { key: 'Errors.md', path: 'Errors.md', title: 'errors.js', text: '# errors.js\n\nOf errors.js, errors in js.', type: 'doc' },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function found(query: string, more: Omit<SearchInput, 'query'> = {}) {
  const { hits } = await bed.run({ query, limit: 5, ...more });
  return hits.map(({ path, range, relevance }) => ({ path, range, relevance }));
}

it.each(['job.js:821', 'job.js:821:5', '(job.js:821)', 'job.js(821,5)', 'job.js#L821'])(
  'a file called by its last name leads with the line that is asked for: %s',
  async (query) => {
    const [first] = await found(query);
    expect(first).toMatchObject({ path: 'src/classes/job.js', relevance: 1 });
    expect(first?.range?.start[0]).toBeLessThanOrEqual(821);
    expect(first?.range?.end[0]).toBeGreaterThanOrEqual(821);
  },
);

it('by its name alone it leads from its first line', async () => {
  expect((await found('job.js'))[0]).toMatchObject({ path: 'src/classes/job.js', range: { start: [1, 1] }, relevance: 1 });
});

it('several of one name lead together', async () => {
  const [first, second] = await found('errors.js');
  expect([first?.path, second?.path].toSorted()).toEqual(['lib/errors.js', 'src/errors.js']);
  expect(second?.relevance).toBe(1);
});

it('of six nobody knows which is meant', async () => {
  expect((await found('many.js')).map(({ relevance }) => relevance)).not.toContain(1);
});

it.each(['what does job.js do', 'jobs.js:821', 'src job:821', 'errors js and job'])('none is called so by %j', async (query) => {
  expect((await found(query)).map(({ relevance }) => relevance)).not.toContain(1);
});

it('it is looked for within the filter of the request, and by one lane alone as words', async () => {
  const filter = { must: [{ key: 'path', match: { value: 'lib/errors.js' } }] };
  expect((await found('errors.js', { filter })).map(({ path }) => path)).toEqual(['lib/errors.js']);
  expect((await found('job.js:821', { algorithm: 'keyword' }))[0]?.relevance).not.toBe(1);
});
