import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MigrationSummary, SearchAnswer } from '@tributary/contracts';
import { eventually, sampleModel, startOpenAiServer, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, startTributary, tributary } from '../../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'harbour'));
  for (const n of [1, 2, 3])
    await writeFile(join(folder.path, 'harbour', `${n.toString()}.md`), `# Berth ${n.toString()}\n\nShips of berth ${n.toString()}.\n`);
  await writeFile(
    join(folder.path, 'tributary.yaml'),
    'engines:\n  main: { type: embedded }\n  second: { type: embedded }\nmodels:\n  static: { type: static }\n  second: { type: static }\n',
  );
});
afterAll(() => folder.remove());

const run = (...args: readonly string[]) =>
  tributary([...args, '--data', join(folder.path, 'data'), '--config', join(folder.path, 'tributary.yaml')]);

// Every command starts a whole server and ends it: on a busy machine that takes its time.
describe('tributary migrate', { timeout: 120_000 }, () => {
  it('moves a collection, tells the proof, and undoes the move', async () => {
    expect((await run('index', join(folder.path, 'harbour'), '--collection', 'notes')).code).toBe(0);
    const moved = await run('migrate', 'notes', 'second');
    expect(moved.stdout).toContain('Moved main/notes to second/notes (3 documents written).');
    expect(moved.stdout).toContain(
      'Compared 3 documents, 3 points, 3 vectors: equal; the nearest ten of 3 stored vectors agree to 100.0 %.',
    );
    expect((await run('collections', 'show', 'notes', '--json')).stdout).toContain('"engine":"second"');
    const found = SearchAnswer.parse(JSON.parse((await run('search', 'ships of berth 2', '--json')).stdout));
    expect([found.hits[0]?.title, found.coverage[0]?.status]).toEqual(['Berth 2', 'searched']);
    const back = MigrationSummary.parse(JSON.parse((await run('migrate', 'notes', '--back', '--json')).stdout));
    expect(back).toMatchObject({ state: 'done', from: 'second/notes', to: 'main/notes', copied: 0 });
  });

  it('copies one under another name, says that both are searched, and what goes on being filled', async () => {
    const told = await run('migrate', 'notes', 'notes-of-2026');
    expect(told.stdout).toContain('Copied main/notes to main/notes-of-2026 (3 documents written).');
    expect(told.stdout).toContain('Both are searched from now on, and what fills notes goes on filling that alone.');
    expect(told.stdout).not.toContain('undo with');
    const { coverage } = SearchAnswer.parse(JSON.parse((await run('search', 'ships of berth 2', '--json')).stdout));
    expect(coverage.map(({ collection }) => collection).toSorted()).toEqual(['notes', 'notes-of-2026']);
    expect((await run('collections', 'remove', 'notes-of-2026', '--confirm', 'notes-of-2026')).code).toBe(0);
  });

  it('re-embeds it by another model, and goes back', async () => {
    const made = await run('reembed', 'notes', '--model', 'second');
    expect(made.stdout).toContain('Re-embedded notes by second (3 documents written).');
    expect((await run('collections', 'show', 'notes', '--json')).stdout).toContain('"name":"second"');
    expect((await run('reembed', 'notes', '--back')).stdout).toContain('The former vectors of notes answer again (0 documents written).');
    const both = await run('reembed', 'notes', '--back', '--missing');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('stand alone')]);
  });

  it('says what keeps a re-embedding from going on, and how to end it; goes on when that is mended', async () => {
    await using server = await startOpenAiServer({ model: sampleModel() });
    server.break({ kind: 'status', status: 503 });
    const config = join(folder.path, 'far.yaml');
    const far = `{ type: openai, url: '${server.url}/v1', model: sample, dimensions: 16 }`;
    await writeFile(config, `engines:\n  main: { type: embedded }\n  second: { type: embedded }\nmodels:\n  far: ${far}\n`);
    const data = join(folder.path, 'elsewhere');
    expect(
      (await tributary(['index', join(folder.path, 'harbour'), '--collection', 'notes', '--data', data, '--config', config])).code,
    ).toBe(0);
    const child = startTributary(['reembed', 'notes', '--model', 'far', '--data', data, '--config', config]);
    child.stdin.end();
    const finished = finish(child);
    const before = server.requests.length;
    // Several times in vain.
    await eventually(() => Promise.resolve(server.requests.length >= before + 3), 60_000);
    server.mend();
    const { code, stdout, stderr } = await finished;
    expect([code, stdout]).toEqual([0, expect.stringContaining('Re-embedded notes by far (3 documents written).')]);
    expect(stderr.match(/Until that works main\/notes answers as before; to end it: tributary reembed notes --cancel/g)).toHaveLength(1);
    expect(stderr).toContain('failed with 503');
  });

  it('says why a move cannot begin', async () => {
    const nowhere = await run('migrate', 'notes', 'nowhere/x');
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('No engine is configured under the name nowhere')]);
  });
});
