import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed, type TestDocument } from '../testbed/testbed.fixture.js';

function defining(path: string, what: Pick<TestDocument, 'sym' | 'symbols' | 'scope'>, text: string): TestDocument {
  return { key: path, path, type: 'code', text, ...what };
}

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  const uses = Array.from({ length: 30 }, (_, n) => ({
    key: `use-${n.toString()}`,
    path: `src/use-${n.toString()}.ts`,
    type: 'code' as const,
    text: `deleteDocuments(deleteDocuments, ${n.toString()});\nconst deleteDocuments${n.toString()} = deleteDocuments;`,
  }));
  await bed.collection('code', [
    ...uses,
    defining('src/write.ts', { sym: 'deleteDocument' }, 'export function deleteDocument(id: string): void {\n  rows.remove(id);\n}'),
    defining('src/write.test.ts', { sym: 'deleteDocument' }, 'function deleteDocument() {\n  deleteDocument(deleteDocument);\n}'),
    defining(
      'src/session.ts',
      { sym: 'touch', scope: 'SessionStore' },
      'class SessionStore {\n  touch(id: string): void {\n    this.last = id;\n  }\n}',
    ),
    defining(
      'src/file.ts',
      { sym: 'touch', scope: 'FileStore' },
      'class FileStore {\n  // Not as SessionStore.touch: touch, touch.\n  touch(): void {}\n}',
    ),
    defining('src/deep.ts', { sym: 'C', scope: 'a.b' }, 'namespace a.b {\n  class C {}\n}'),
    defining('src/flat.ts', { sym: 'C', scope: 'b' }, 'namespace b {\n  class C {} // a.b.C, C\n}'),
    defining('src/limits.ts', {}, '// How long to wait.\nexport const READ_WAIT_MS = 250;\nexport const OTHER = 1;'),
    defining('src/wait.ts', {}, 'function wait() {\n  // READ_WAIT_MS, READ_WAIT_MS\n  pause(READ_WAIT_MS, READ_WAIT_MS);\n}'),
    defining('http/status.go', {}, 'package http\n\nconst (\n\tstatusOk = 200\n\tstatusGone = 410\n)'),
    defining('http/use.go', {}, 'package http\n\nfunc use() {\n\tsee(statusGone, statusGone)\n\tstatusGone.see()\n}'),
    defining('src/limits.py', { sym: 'Limits' }, 'class Limits:\n    MAX_TRIES = 5\n\n\nclass Others:\n    WAIT = 5'),
    defining('src/try.py', {}, 'def tries():\n    MAX_TRIES = Limits.MAX_TRIES\n    return MAX_TRIES, Limits.MAX_TRIES'),
    defining('src/kinds.ts', { symbols: ['FolderKind', 'WebKind'] }, 'type FolderKind = 1;\ntype WebKind = 2;'),
  ]);
});
afterEach(() => bed[Symbol.asyncDispose]());

async function first(query: string) {
  const { hits } = await bed.run({ query, collections: ['code'], limit: 3 });
  return hits[0]?.path;
}

it.each([
  ['deleteDocument', 'src/write.ts'],
  ['deleteDocument()', 'src/write.ts'],
  ['SessionStore.touch', 'src/session.ts'],
  ['FileStore.touch', 'src/file.ts'],
  ['a.b.C', 'src/deep.ts'],
  ['WebKind', 'src/kinds.ts'],
  ['READ_WAIT_MS', 'src/limits.ts'],
  ['statusGone', 'http/status.go'],
  ['http.statusGone', 'http/status.go'],
  ['MAX_TRIES', 'src/limits.py'],
  ['Limits.MAX_TRIES', 'src/limits.py'],
])('the definition of %s leads, before what is called about so and before tests', async (query, path) => {
  expect(await first(query)).toBe(path);
});

it('begins where it begins, also where a later passage says its name more', async () => {
  const words = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite'];
  const body = words.map((word) => `  restoreEverything(restoreEverything, '${`${word} `.repeat(60)}');\n`).join('');
  await bed.collection('long', [
    defining('src/restore.ts', { sym: 'restoreEverything' }, `export function restoreEverything() {\n  begin();\n${body}}\n`),
  ]);
  for (const query of ['restoreEverything', 'restore.restoreEverything', 'where is restoreEverything defined']) {
    const { hits } = await bed.run({ query, collections: ['long'], limit: 3 });
    expect(hits.map(({ metadata }) => metadata['chunk_index'])).toEqual([0, 1]);
  }
});

it('is looked for as words where more is asked', async () => {
  expect(await first('deleteDocuments use deleteDocument')).not.toBe('src/write.ts');
});

it('is looked for as it stands by one lane alone', async () => {
  const { hits } = await bed.run({ query: 'deleteDocument', collections: ['code'], limit: 3, algorithm: 'keyword' });
  expect(hits[0]?.path).not.toBe('src/write.ts');
});
