import type { SourceSummary } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tributary } from '../../running/tributary.fixture.js';
import { Terminal } from '../../terminal/terminal.js';
import { printOutcome } from '../index/follow.js';

const Sources = z.object({ sources: z.array(z.object({ id: z.string() })) });

it('is not synced, and says so, until it is resumed', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  await writeFile(join(notes, 'a.md'), 'The ferry leaves at seven.');
  const run = (...args: readonly string[]) => tributary([...args, '--data', join(folder.path, 'data')]);
  const indexed = await run('index', notes, '--json');
  const [source] = Sources.parse(JSON.parse(indexed.stdout)).sources;
  const id = source?.id ?? '';
  expect((await run('sources', 'pause', id)).code).toBe(0);
  await writeFile(join(notes, 'b.md'), 'The bus leaves at eight.');
  for (const order of ['sync', 'confirm']) {
    const { code, stdout, stderr } = await run('sources', order, id);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`A paused source is not synced. It was paused. To go on: tributary sources resume ${id}`);
  }
  expect((await run('sources', 'resume', id)).code).toBe(0);
  expect((await run('sources', 'sync', id)).stdout).toContain(' · 2 documents · ');
});

it('fails, with what to do, where it was paused before its sync began', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const terminal = new Terminal({ stdin: process.stdin, stdout: output, stderr: output, env: {} });
  const source: SourceSummary = {
    id: 's1',
    kind: 'folder',
    name: 'notes',
    location: '/notes',
    collections: ['notes-docs'],
    state: 'paused',
    reason: 'It was paused. To go on: tributary sources resume s1',
    documents: 1,
    pending: 0,
    failed: 0,
    skipped: {},
    created_at: '2026-01-01T00:00:00.000Z',
  };
  expect(() => {
    printOutcome({ terminal, options: {} }, [{ source, seconds: 1 }]);
  }).toThrow('/notes: It was paused. To go on: tributary sources resume s1');
});
