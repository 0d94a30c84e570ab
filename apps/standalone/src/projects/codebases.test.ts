import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectServer } from './project-server.fixture.js';

/** Of each folder so many that their loss alone would wait for a confirmation. */
const MANY = 30;

let bed: ProjectServer;
beforeAll(async () => {
  bed = await ProjectServer.start();
});
afterAll(() => bed.stop());

const context = async (name: string, args: Record<string, unknown>) => (await bed.call('claude-context', name, args)).text;

/** A codebase with a folder of tests, indexed. */
async function codebase(name: string, files = MANY): Promise<string> {
  const path = await bed.project(name, { 'bell.py': 'def ring_bell():\n    return 1\n' });
  for (let n = 0; n < files; n++) await bed.write(`${path}/test/t${n.toString()}.py`, `def test_${n.toString()}():\n    ring_bell()\n`);
  await context('index_codebase', { path });
  await bed.settled(path);
  return path;
}

describe('ignorePatterns of a codebase that is indexed', () => {
  const files = async (path: string) => /Statistics: (\d+) files/.exec(await context('get_indexing_status', { path }))?.[1];
  const index = async (path: string, args: object = {}) => {
    const said = await context('index_codebase', { path, ...args });
    await bed.settled(path);
    return said;
  };

  it('leave out what they name without a further word, stay, and are taken back by an empty list', async () => {
    const path = await codebase('belfry');
    expect(await index(path)).not.toContain('left out');
    expect(await files(path)).toBe((MANY + 1).toString());
    const kept = 'What ignorePatterns name is left out until others are given ([] for none): test/**.';
    expect(await index(path, { ignorePatterns: ['test/**'] })).toContain(kept);
    expect(await files(path)).toBe('1');
    expect(await context('search_code', { path, query: 'ring_bell' })).not.toMatch(/test\/|Not everything/);
    expect(await index(path)).toContain(kept);
    expect(await files(path)).toBe('1');
    expect(await index(path, { ignorePatterns: [] })).not.toContain('left out');
    expect(await files(path)).toBe((MANY + 1).toString());
  });
});

it('is found nowhere once it was cleared, however much it is', async () => {
  const found = () => bed.call('qdrant-multi', 'search_collections', { query: 'ring_bell', collections: ['cathedral-code'] });
  const path = await codebase('cathedral', 700);
  expect((await found()).structured).toMatchObject({ results: [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}] });
  expect(await context('clear_index', { path })).toBe(`Successfully cleared codebase '${path}'`);
  expect((await found()).structured).toMatchObject({ results: [] });
});
