import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { RemoveSource } from '../sources/removal/remove-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { cleanDocument } from './clean-document.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

// Put together here, so that this repository holds none.
const KEY = ['AKIA', 'Q3EGRIQP', 'ZZ7RB2LW'].join('');
const PASSWORD = ['Tr0ub4dor', '&3'].join('');
const CONFIG = `export const region = 'eu';\nexport const id = '${KEY}';\nexport const password = '${PASSWORD}';\n`;
const TEXT = Array.from({ length: 160 }, (_, n) => `word${((n * 37) % 199).toString()}`).join(' ');

async function sync(over: { mask_secrets?: boolean } = {}) {
  const input = { location: join(bed.folder, 'src'), collection: 'all', ...over };
  const { sourceId } = await new AddSource(bed.collaborators).run(input);
  await bed.idle();
  const source = await new SummariseSource(bed.collaborators).run(sourceId);
  if (source === undefined) throw new Error('no source');
  return source;
}

/** Everything that was stored: points, rows, findings. */
async function stored(): Promise<string> {
  const { records } = bed.engine;
  const kinds = await Promise.all(['document', 'finding', 'source'].map((kind) => records.list({ kind, limit: 100 })));
  return JSON.stringify([await bed.points('all'), kinds]);
}

describe('secrets in files', () => {
  beforeEach(async () => {
    await bed.write('src/config.ts', CONFIG);
  });

  it('are masked before they are indexed, in their places, and counted by rule', async () => {
    await bed.start();
    const source = await sync();
    expect(source.notes).toEqual(['2 secrets masked in config.ts: aws-access-key, password']);
    const everything = await stored();
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain(PASSWORD);
    const text = (await bed.texts('all')).join('\n');
    expect(text).toContain(`id = '[aws-access-key]****'`);
    expect(bed.provider.texts.join('\n')).not.toContain(KEY);
  });

  it('are masked without quotes as well where words are values, which in programs are names', async () => {
    const plain = ['hunter2', 'hunter2'].join('');
    await bed.write('src/config.ts', `password = ${plain};\n`);
    await bed.write('src/app.properties', `spring.datasource.password=${plain}\n`);
    await bed.write('src/run.sh', `PGPASSWORD=${plain} psql\n`);
    await bed.write('src/notes.md', `Password: ${plain}\n`);
    await bed.start();
    expect((await sync()).notes?.toSorted()).toEqual(
      ['app.properties', 'notes.md', 'run.sh'].map((path) => `1 secret masked in ${path}: password`),
    );
  });

  it('are indexed where the source, or the configuration, says so, and the source wins', async () => {
    await bed.start({ hygiene: { masksSecrets: false } });
    expect(await sync()).not.toHaveProperty('notes');
    expect((await bed.texts('all')).join()).toContain(KEY);
    await bed.write('src/config.ts', `${CONFIG}// more\n`);
    expect((await sync({ mask_secrets: true })).notes).toHaveLength(1);
    expect((await bed.texts('all')).join()).not.toContain(KEY);
  });

  it('are no longer noted when the file has none any more, or is gone, or its source was removed', async () => {
    await bed.start();
    expect((await sync()).notes).toHaveLength(1);
    await bed.write('src/config.ts', 'export const region = process.env.REGION;\n');
    const source = await sync();
    expect(source).not.toHaveProperty('notes');
    await new RemoveSource(bed.collaborators).run({ sourceId: source.id, keepDocuments: false });
    expect(await bed.catalog.findings.count()).toBe(0);
  });
});

it('what a reader had to guess is no longer noted when the same text is there to be read without', async () => {
  await bed.start();
  const text = 'Die Tür der Höhle ist im Frühjahr verschlossen, und der Schlüssel hängt überm Kamin.';
  await bed.write('src/cave.txt', '');
  await writeFile(join(bed.folder, 'src/cave.txt'), Buffer.from(text, 'latin1'));
  expect((await sync()).notes).toEqual([expect.stringContaining('cave.txt: Read as ')]);
  await writeFile(join(bed.folder, 'src/cave.txt'), text);
  expect(await sync()).not.toHaveProperty('notes');
  expect(await bed.texts('all')).toEqual([text]);
});

it('secrets and unseen characters of documents that are handed in do not reach the index', async () => {
  await bed.start();
  const content = `The key is ${KEY}. Ig\u200bnore\u202e this\u2069.`;
  await new AcceptDocuments(bed.collaborators).run([
    { v: 1, collection: 'all', id: 'a', content, title: `Title ${KEY}\u202e`, tags: ['keys', KEY] },
  ]);
  await bed.idle();
  const [point] = await bed.points('all');
  expect(point?.payload).toMatchObject({
    content: 'The key is [aws-access-key]****. Ignore this.',
    title: 'Title [aws-access-key]****',
    tags: ['keys', '[aws-access-key]****'],
  });
  expect(await stored()).not.toContain(KEY);
});

describe('secrets beside the text', () => {
  const SECTIONS = [
    { line: 1, section: `Key ${KEY}\u202e` },
    { line: 2, page: 2 },
  ];

  it('are masked in the names of sections, whoever brought them', async () => {
    await bed.start();
    await new AcceptDocuments(bed.collaborators).run([
      { v: 1, collection: 'all', id: 'a', content: 'A sheet.', sections: SECTIONS, metadata: { api: KEY } },
    ]);
    await bed.idle();
    const [point] = await bed.points('all');
    expect(point?.payload).toMatchObject({ section: 'Key [aws-access-key]****', metadata: { api: KEY } });
  });

  it('are masked in the further fields of notes of a source, by their names, too, and counted', async () => {
    const readers = { ...bed.collaborators.readers, ...noteReaders(new FolderReader()) };
    await bed.start({ readers });
    const note = { id: 'a', text: 'Nothing secret in here.', password: PASSWORD, by: `Ada ${KEY}`, mood: 'good' };
    await bed.write('notes.jsonl', JSON.stringify(note));
    const parts = { ...bed.collaborators, readers };
    const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, 'notes.jsonl'), kind: 'jsonl', collection: 'all' });
    await bed.idle();
    const [point] = await bed.points('all');
    expect(point?.payload.metadata).toEqual({ password: '[password]*', by: 'Ada [aws-access-key]****', mood: 'good' });
    expect(await stored()).not.toContain(KEY);
    const { notes } = (await new SummariseSource(parts).run(sourceId)) ?? {};
    expect(notes).toEqual(['2 secrets masked in a: password, aws-access-key']);
  });

  it('are masked in lists of further fields, each', () => {
    const fields = { type: 'doc' as const, metadata: { links: ['Zoë', KEY, 7], rating: 3 } };
    const { content, secrets } = cleanDocument({ text: '', fields, hash: '', source: 'x' }, { masksSecrets: true });
    expect(content.fields.metadata).toEqual({ links: ['Zoë', '[aws-access-key]****', 7], rating: 3 });
    expect(secrets).toEqual({ 'aws-access-key': 1 });
  });

  it('are masked in lists by the name of the field, and before what is noted behind them', () => {
    const chosen = ['Sommer', '2024!'].join('');
    const fields = { type: 'doc' as const, metadata: { password: [chosen, `${chosen} (hall)`, 7], Passwort: `${chosen} (hall)` } };
    const { content } = cleanDocument({ text: '', fields, hash: '', source: 'x' }, { masksSecrets: true });
    const masked = '[password]*';
    expect(content.fields.metadata).toEqual({ password: [masked, `${masked} (hall)`, 7], Passwort: `${masked} (hall)` });
  });

  it('stay where the source says so, and count once where the text has them as well', () => {
    const fields = { type: 'doc' as const, metadata: { aliases: KEY } };
    const content = { text: `aliases: ${KEY}`, fields, hash: '', source: 'x', sections: SECTIONS };
    expect(cleanDocument(content, { masksSecrets: true }).secrets).toEqual({ 'aws-access-key': 1 });
    const { content: kept } = cleanDocument(content, { masksSecrets: false });
    expect([kept.fields, kept.sections?.[0]?.section]).toEqual([fields, `Key ${KEY}`]);
  });
});

it('lines that end in a carriage return alone are lines', async () => {
  await bed.start();
  const document = { id: 'x', content: '# Move\r\r## Costs\r\rThe van.\r', path: 'notes/move.md', type: 'doc' as const };
  await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'all', ...document }]);
  await bed.idle();
  expect((await bed.points('all')).map(({ payload }) => [payload.title, payload.heading, payload.content])).toEqual([
    ['Move', 'notes/move.md › Move › Costs', '# Move\n\n## Costs\n\nThe van.'],
  ]);
  await bed.write('src/old.rst', 'Old\r\rText.\r');
  await sync();
  expect(await bed.texts('all')).toContain('Old\n\nText.');
});

it('tells the language of prose where none is known, and leaves what is known', async () => {
  await bed.start();
  const german = 'Die Besprechung ist auf Donnerstag verschoben, weil der Raum vom Vorstand belegt war.';
  await new AcceptDocuments(bed.collaborators).run([
    { v: 1, collection: 'all', id: 'a', content: german },
    { v: 1, collection: 'all', id: 'b', content: german, lang: 'x' },
    { v: 1, collection: 'all', id: 'c', content: german, type: 'note', path: 'c.md' },
    { v: 1, collection: 'all', id: 'd', content: german, type: 'doc', path: 'd.md' },
  ]);
  await bed.idle();
  expect((await bed.points('all')).map(({ payload }) => payload.lang)).toEqual(['de', 'x', 'de', 'markdown']);
});

it('what readers had to guess is noted with the source, each sentence once with the files it is about', async () => {
  await bed.start();
  await bed.write('src/plain.md', 'Nothing is odd here.');
  for (const name of ['a', 'b', 'c', 'd'])
    await writeFile(join(bed.folder, `src/${name}.txt`), 'Die M\u00f6wen \u00fcber der See', 'latin1');
  expect((await sync()).notes).toEqual(['a.txt, b.txt, c.txt and 1 more: Read as Windows-1252, because it is not valid UTF-8.']);
  await bed.write('src/a.txt', 'Die Möwen sind fort.');
  expect((await sync()).notes).toEqual(['b.txt, c.txt, d.txt: Read as Windows-1252, because it is not valid UTF-8.']);
});

it('what readers had to say of texts that the walk over their source brings is noted as well', async () => {
  const readers = { ...bed.collaborators.readers, ...noteReaders(new FolderReader()) };
  await bed.start({ readers });
  const line = (id: string, more: object) => `${JSON.stringify({ id, text: `Note ${id} tells of something else.`, ...more })}\n`;
  await bed.write('notes.jsonl', line('a', { links: ['b'] }) + line('b', { links: [] }) + line('c', { mood: 'good' }));
  const parts = { ...bed.collaborators, readers };
  const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, 'notes.jsonl'), kind: 'jsonl', collection: 'all' });
  await bed.idle();
  expect(await new SummariseSource(parts).run(sourceId)).toMatchObject({
    documents: 3,
    notes: ['a, b: Fields that hold lists or objects were passed over: links.'],
  });
  for await (const row of bed.catalog.documents.list({ source: sourceId })) expect(row).not.toHaveProperty('said');
});

describe('near duplicates', () => {
  it('are noted with the source, whichever of the two came first', async () => {
    await bed.start();
    await bed.write('src/a.md', TEXT);
    await sync();
    await bed.write('src/b.md', `${TEXT} end`);
    await bed.write('src/c.md', 'Something else entirely.');
    expect((await sync()).notes).toEqual(['b.md is a near duplicate of a.md']);
  });

  it('are no longer told when what they resemble is gone', async () => {
    await bed.start();
    await bed.write('src/old/a.md', TEXT);
    await sync();
    await bed.write('src/new/a.md', `${TEXT} end`);
    expect((await sync()).notes).toEqual(['new/a.md is a near duplicate of old/a.md']);
    await rm(join(bed.folder, 'src/old'), { recursive: true });
    await sync();
    expect((await sync()).notes).toBeUndefined();
  });

  it('are not looked for among the documents of different users', async () => {
    await bed.start();
    await new AcceptDocuments(bed.collaborators).run([
      { v: 1, collection: 'all', id: 'a', content: TEXT, user_id: 'ada' },
      { v: 1, collection: 'all', id: 'b', content: TEXT, user_id: 'bob' },
    ]);
    await bed.idle();
    expect(await bed.catalog.findings.count()).toBe(0);
  });
});
