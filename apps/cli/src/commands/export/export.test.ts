import { DocumentInput } from '@tributary/contracts';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKEN, startTestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';

it('writes a document with a line that no single answer has room for, all of it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  // The largest budget of one answer, 200,000 tokens, is 700,000 bytes.
  const line = Array.from({ length: 180_000 }, (_, n) => `word${n.toString()}`).join(' ');
  const content = `Heading\n\n${line}\n\n    indented 🦀\n${'A line after it.\n'.repeat(60_000)}The last line.`;
  const input = JSON.stringify({ id: 'long', content });
  expect(await tributary(['import', '-', '--collection', 'notes', '--data', folder.path], { input })).toMatchObject({ code: 0 });
  const { code, stdout } = await tributary(['export', 'notes', '--data', folder.path]);
  expect(code).toBe(0);
  const written = DocumentInput.parse(JSON.parse(stdout));
  expect(written).toMatchObject({ collection: 'notes', id: 'long' });
  expect(written.content === content).toBe(true);
});

it('writes what an import takes back: text, access, places, fields and dates', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using other = await temporaryFolder();
  const document = {
    id: 'report',
    title: 'The report',
    content: `The first page tells of ships.\n\n${'It goes on about sails. '.repeat(80)}All told.\n\nThe second page tells of trains. ${'They go on rails. '.repeat(80)}The end.`,
    path: 'reports/one.pdf',
    type: 'doc',
    tags: ['travel'],
    user_id: 'ada',
    acl: ['user:ada', 'group:crew'],
    created_at: '2024-03-05T00:00:00.000Z',
    modified_at: '2024-04-05T00:00:00.000Z',
    metadata: { answer: 42 },
    sections: [
      { line: 1, page: 1 },
      { line: 5, page: 2 },
    ],
  };
  const nobody = { id: 'locked', content: 'Nobody reads it.', acl: [] };
  const mails = {
    id: 'mails',
    lang: 'markdown',
    content: ['Old', 'Undated', 'New'].map((subject) => `## ${subject}\n\nHigh water at noon.`).join('\n\n'),
    modified_at: '2026-05-05T00:00:00.000Z',
    sections: [
      { line: 1, section: 'Old', moment: '2015-01-03T11:00:00.000Z' },
      { line: 5, section: 'Undated' },
      { line: 9, section: 'New', moment: '2026-01-04T11:00:00.000Z' },
    ],
  };
  const input = [document, nobody, mails].map((one) => `${JSON.stringify(one)}\n`).join('');
  const take = (data: string, lines: string) => tributary(['import', '-', '--collection', 'notes', '--data', data], { input: lines });
  expect(await take(folder.path, input)).toMatchObject({ code: 0 });
  const first = await tributary(['export', 'notes', '--data', folder.path]);
  const written = first.stdout.split('\n').flatMap((line) => (line === '' ? [] : [DocumentInput.parse(JSON.parse(line))]));
  expect(written).toHaveLength(3);
  expect(written.find(({ id }) => id === 'mails')).toMatchObject(mails);
  expect(written.find(({ id }) => id === 'report')).toMatchObject(document);
  expect(written.find(({ id }) => id === 'locked')).toMatchObject(nobody);
  expect(await take(other.path, first.stdout)).toMatchObject({ code: 0 });
  const again = await tributary(['export', 'notes', '--data', other.path]);
  expect(again.stdout.split('\n').toSorted()).toEqual(first.stdout.split('\n').toSorted());
});

it('leaves a file only where it is whole, and replaces none', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  await using place = await temporaryFolder();
  const [data, file] = [['--data', folder.path], join(place.path, 'all.jsonl')];
  const input = JSON.stringify({ id: 'one', content: 'A note.' });
  expect(await tributary(['import', '-', '--collection', 'notes', ...data], { input })).toMatchObject({ code: 0 });
  const write = (names: readonly string[], path = file) => tributary(['export', ...names, '--out', path, ...data]);

  const mistyped = await write(['notes', 'notez']);
  expect([mistyped.code, mistyped.stderr]).toEqual([1, expect.stringMatching(/^There is no collection notez.*\n$/)]);
  expect(await readdir(place.path)).toEqual([]);
  expect(await write(['notes'])).toMatchObject({ code: 0, stderr: `Exported 1 document of notes to ${file}.\n` });
  expect(await readdir(place.path)).toEqual(['all.jsonl']);

  await writeFile(file, 'mine');
  const taken = `${file} is there already: name a file that is not, or remove it.\n`;
  expect(await write(['notes'])).toMatchObject({ code: 1, stdout: '', stderr: taken });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const { code, stderr } = await write(['notes'], join(place.path, 'missing', 'all.jsonl'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^.*\/missing\/all\.jsonl cannot be written \(ENOENT.*\): name a file in a folder that is there .*\n$/),
  ]);
});

/** A server that does not tell who may read the document `crew`. */
class RestrictedOperations extends MemoryOperations {
  override async getPoints(input: Parameters<MemoryOperations['getPoints']>[0]) {
    const { points, ...rest } = await super.getPoints(input);
    return { ...rest, points: points.map((point) => (point.uri.includes('/crew') ? { ...point, restricted: true as const } : point)) };
  }
}

it('ends at a document whose readers the server does not tell, or leaves it out and says so', { timeout: 120_000 }, async () => {
  const server = await startTestServer(new RestrictedOperations());
  try {
    for (const id of ['open', 'crew']) await server.operations.ingestDocuments([{ v: 1, collection: 'notes', id, content: `Of ${id}.` }]);
    const write = (...options: readonly string[]) => tributary(['export', 'notes', '--url', server.url, '--token', TOKEN, ...options]);
    const refused = 'Only some may read tributary://notes/crew, and who they are is told to the owner of the machine alone:';
    expect(await write()).toMatchObject({ code: 1, stderr: expect.stringContaining(refused) as string }); // safe: a matcher
    const { code, stdout, stderr } = await write('--skip-restricted');
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 1]);
    expect(stderr).toBe('Exported 1 document of notes.\nNot in it is 1 document that only some may read.\n');
  } finally {
    await server.stop();
  }
});
