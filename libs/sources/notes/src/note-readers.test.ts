import { mkdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '@tributary/kernel/ids';
import { FolderReader } from '@tributary/sources-folder';
import type { ReadDocument, ScannedEntry } from '@tributary/sources-port';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteReaders } from './note-readers.js';
import { storedZip } from './testing/stored-zip.fixture.js';

const readers = noteReaders(new FolderReader());
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function write(path: string, content: string | Buffer): Promise<string> {
  const full = join(folder.path, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
  return full;
}

async function scan(kind: keyof typeof readers, location = folder.path): Promise<readonly ScannedEntry[]> {
  const entries: ScannedEntry[] = [];
  for await (const entry of readers[kind].scan(location)) entries.push(entry);
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function read(kind: keyof typeof readers, path: string, location = folder.path): Promise<ReadDocument> {
  const outcome = await readers[kind].read(location, path);
  if (!outcome.read) throw new Error(outcome.reason);
  return outcome;
}
const found = (entries: readonly ScannedEntry[]) => entries.flatMap((entry) => (entry.found ? [entry.path] : []));
const leftOut = (entries: readonly ScannedEntry[]) => entries.flatMap((entry) => (entry.found ? [] : [`${entry.path} ${entry.reason}`]));

describe('a vault of Obsidian', () => {
  it('is its Markdown; its settings, bin and attachments are left out', async () => {
    for (const path of ['Home.md', 'Deep/Note.md', '.obsidian/app.json', '.trash/Old.md', 'a.canvas', 'Sketch.excalidraw.md', 'x.png'])
      await write(path, 'text');
    const entries = await scan('obsidian');
    expect(found(entries)).toEqual(['Deep/Note.md', 'Home.md']);
    expect(leftOut(entries).filter((one) => !one.startsWith('.'))).toEqual([
      'Sketch.excalidraw.md attachment',
      'a.canvas attachment',
      'x.png binary',
    ]);
    expect(entries.find(({ path }) => path === 'Home.md')).toMatchObject({ type: 'note' });
  });

  it('has the documents beside its notes, read as in a folder', async () => {
    const page = '<html><body><p>The lease.</p></body></html>';
    for (const path of ['Home.md', 'Deep/Lease.html', 'code.py', 'a.txt', 'page.htm.canvas'])
      await write(path, path.endsWith('.html') ? page : 'text');
    const entries = await scan('obsidian');
    expect(found(entries)).toEqual(['Deep/Lease.html', 'Home.md']);
    expect(leftOut(entries)).toEqual(['a.txt attachment', 'code.py attachment', 'page.htm.canvas attachment']);
    expect(await read('obsidian', 'Deep/Lease.html')).toEqual(await new FolderReader().read(folder.path, 'Deep/Lease.html'));
    expect(await readers.obsidian.read(folder.path, 'a.txt')).toEqual({ read: false, reason: 'attachment' });
  });

  it('gives title, tags, aliases and dates of the front matter, and tags of the text', async () => {
    await write(
      'Deep/Rent.md',
      '---\ntags: [home, work/money]\naliases:\n  - Lease\n  - Flat\ncreated: 2024-03-01\nupdated: 2024-04-02T10:00:00Z\n---\nPaid. #urgent, not `#code` nor #12 nor a#b.\n```sh\n#not-a-tag [[x]]\n```\n',
    );
    const note = await read('obsidian', 'Deep/Rent.md');
    expect(note).toMatchObject({
      type: 'note',
      title: 'Rent',
      tags: ['home', 'work', 'work/money', 'urgent'],
      metadata: { aliases: 'Lease, Flat' },
    });
    expect([note.createdAt, note.modifiedAt]).toEqual(['2024-03-01T00:00:00.000Z', '2024-04-02T10:00:00.000Z']);
    // What it says of itself is not when its file changed: else it looked changed, and was read again.
    expect(note.mtimeMs).toBe((await stat(join(folder.path, 'Deep/Rent.md'))).mtimeMs);
  });

  it('has tags of several words, for which what was indexed before is read once more', async () => {
    await write('Reading.md', '---\ntags:\n  - machine learning\n---\nText.\n');
    expect((await read('obsidian', 'Reading.md')).tags).toEqual(['machine learning']);
    const { revision } = readers.obsidian;
    expect([revision?.number, revision?.concerns('Reading.md'), revision?.concerns('x.png')]).toEqual([6, true, false]);
  });

  it('keeps the text of wiki links and every line in its place', async () => {
    const text =
      'See [[Rent]] and [[Rent#Deposit|the deposit]],\n![[plan.png]] ![[Rent#Costs]] [[Deep/Note.md]] ^block1\n```\nif [[ -f x ]]; then\n```\n';
    await write('a.md', text);
    const { text: read_, metadata } = await read('obsidian', 'a.md');
    expect(metadata).toEqual({ links: ['Rent', 'Note'] });
    expect(read_).toBe('See Rent and the deposit,\n Rent > Costs Deep/Note \n```\nif [[ -f x ]]; then\n```\n');
    expect(read_.split('\n')).toHaveLength(text.split('\n').length);
  });

  it('passes over front matter that is no YAML, also a hostile one, and says so', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'.charAt(at)},`.repeat(9)}]`)
      .join('\n')}`;
    for (const head of [bomb, 'tags: [unclosed', '@: :\n- }']) {
      await write('a.md', `---\n${head}\n---\nText.\n`);
      const { title, notes } = await read('obsidian', 'a.md');
      expect([title, notes.join()]).toEqual(['a', expect.stringContaining('not valid YAML')]);
    }
  });
});

it.each([
  ['obsidian', 'a.md', ['a.md', 'Deep/b.md', 'Deep/p.png', '.obsidian/app.json', '.trash/c.md', 'gone.md']],
  ['zim', 'a.txt', ['a.txt', 'Deep/b.txt', 'Deep/p.png', '.zim/index.txt', 'notebook.zim', 'gone.txt']],
] as const)('the reader of %s looks at single paths as it looks at everything', async (kind, note, paths) => {
  for (const path of paths.slice(0, -1)) await write(path, 'text');
  const { partial } = readers[kind];
  const scanPaths = async (...some: string[]) => {
    const entries: ScannedEntry[] = [];
    for await (const entry of partial?.scanPaths(folder.path, { paths: some }) ?? []) entries.push(entry);
    return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
  const everything = await scan(kind);
  expect(found(await scanPaths(...paths))).toEqual(found(everything));
  expect(await scanPaths(note)).toEqual(everything.filter(({ path }) => path === note));
  expect(await scanPaths('Deep')).toEqual(everything.filter(({ path }) => path.startsWith('Deep/')));
  expect(partial?.reachOf(['Deep/.gitignore', note])).toEqual(['Deep', note]);
  expect(partial).toHaveProperty('rulesUnwatched');
});

describe('a notebook of Zim', () => {
  const PAGE = [
    'Content-Type: text/x-zim-wiki',
    'Wiki-Format: zim 0.6',
    'Creation-Date: 2020-01-02T10:00:00+01:00',
    '',
    '====== The Dragon ======',
    'A **big** //red// __beast__ near [[:World:Old_Hill|the hill]], see [[+Lair]]. @monster mail@example.org',
    '',
    '===== Lair =====',
    '[*] found  {{./map.png?width=300}}',
    "[ ] looted, with ''fire(1)'' and https://example.org//x",
    "'''",
    '//raw// [[x]]',
    "'''",
  ].join('\n');

  it('becomes Markdown line by line, with title, tags and date', async () => {
    await write('notebook.zim', '[Notebook]');
    await write('World/The_Dragon.txt', PAGE);
    await write('plain.txt', 'No page.');
    await write('map.svg', '<svg/>');
    expect(found(await scan('zim'))).toEqual(['World/The_Dragon.txt', 'plain.txt']);
    expect(await readers.zim.read(folder.path, 'plain.txt')).toEqual({ read: false, reason: 'attachment' });
    const note = await read('zim', 'World/The_Dragon.txt');
    expect(note).toMatchObject({
      title: 'The Dragon',
      tags: ['monster'],
      createdAt: '2020-01-02T09:00:00.000Z',
      metadata: { page: 'World:The Dragon' },
    });
    expect(note.text.split('\n')).toEqual([
      ...['', '', '', '', '# The Dragon'],
      'A **big** *red* *beast* near the hill, see Lair. @monster mail@example.org',
      ...['', '## Lair', '- [x] found  ', '- [ ] looted, with `fire(1)` and https://example.org//x'],
      ...['```', '//raw// [[x]]', '```'],
    ]);
  });
});

describe('an export of Bear', () => {
  const info = (id: string, more = {}) =>
    JSON.stringify({
      version: 2,
      'net.shinyfrog.bear': {
        uniqueIdentifier: id,
        creationDate: '2023-05-01T08:00:00Z',
        modificationDate: '2024-06-02T09:00:00Z',
        ...more,
      },
    });

  it('as a backup has notes with their ids, dates and tags, and not those in the bin', async () => {
    const backup = await write(
      'all.bear2bk',
      storedZip({
        'Bear/Rent.textbundle/text.md': '# Rent\n#home/money #rent and food#\n![](assets/pic.png)Paid to [[Landlord]].\n',
        'Bear/Rent.textbundle/info.json': info('AAAA-1'),
        'Bear/Rent.textbundle/assets/pic.png': 'png',
        'Bear/Old.textbundle/text.markdown': '# Old',
        'Bear/Old.textbundle/info.json': info('AAAA-2', { trashed: 1 }),
        'Bear/Bare.textbundle/text.md': 'No heading.',
      }),
    );
    const entries = await scan('bear', backup);
    expect(found(entries)).toEqual(['AAAA-1', 'Bare']);
    expect(entries[0]).toMatchObject({
      content: {
        title: 'Rent',
        tags: ['rent and food', 'home', 'home/money'],
        createdAt: '2023-05-01T08:00:00.000Z',
        type: 'note',
        modifiedAt: '2024-06-02T09:00:00.000Z',
      },
    });
    expect((await read('bear', 'AAAA-1', backup)).text).toBe('# Rent\n#home/money #rent and food#\nPaid to Landlord.\n');
    expect(await readers.bear.read(backup, 'AAAA-9')).toEqual({ read: false, reason: 'missing' });
  });

  it('as a folder of Markdown and text bundles has each note once', async () => {
    await write('Rent.md', '# The rent\nPaid.');
    await write('Plan.textbundle/text.md', 'No heading.');
    await write('Plan.textbundle/info.json', info('B'));
    await write('Plan.textbundle/assets/notes.md', 'attached');
    expect(found(await scan('bear'))).toEqual(['Plan.textbundle/text.md', 'Rent.md']);
    expect([(await read('bear', 'Rent.md')).title, (await read('bear', 'Plan.textbundle/text.md')).title]).toEqual(['The rent', 'Plan']);
  });

  it('that is damaged ends the scan, so that nothing counts as gone', async () => {
    const whole = storedZip({ 'A.textbundle/text.md': '# A' });
    for (const part of [whole.subarray(0, whole.length - 30), Buffer.from('no archive'), Buffer.alloc(0)]) {
      await expect(scan('bear', await write('x.bear2bk', part))).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
    }
  });

  it('says of a note what could not be read of it', async () => {
    const zip = storedZip({ 'A.textbundle/text.md': '# A\u00a7', 'A.textbundle/info.json': '{"net.shiny', 'B.textbundle/text.md': '# B' });
    zip[zip.indexOf(Buffer.from('\u00a7'))] = 0x20;
    const backup = await write('all.bear2bk', zip);
    expect((await read('bear', 'A', backup)).notes).toEqual([
      'Characters that are not valid UTF-8 were replaced.',
      'Its info.json is damaged; the id and the dates in it were passed over.',
    ]);
    expect((await read('bear', 'B', backup)).notes).toEqual([]);
  });

  it('a note whose size is a lie costs only itself', async () => {
    const zip = storedZip({ 'A.textbundle/text.md': '# A', 'B.textbundle/text.md': '# B' });
    // The first entry of the central directory says that it has one byte less than it has.
    const central = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    zip.writeUInt32LE(2, central + 24);
    zip.writeUInt32LE(2, central + 20);
    const entries = await scan('bear', await write('x.bear2bk', zip)).catch(String);
    expect(JSON.stringify(entries)).toContain('B');
  });
});

describe('JSON Lines', () => {
  it('are notes by the usual names of fields; without an id a note is known by its text', async () => {
    const lines = [
      {
        id: 7,
        title: 'Rent',
        text: 'Paid.',
        tags: 'home, money',
        created: '2024-01-02',
        updated_at: '2024-02-03T00:00:00Z',
        mood: 'good',
        nested: { a: 1 },
      },
      { body: 'No id.' },
    ];
    const file = await write('notes.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n\n`);
    const entries = await scan('jsonl', file);
    expect(found(entries)).toEqual(['7', expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(entries[0]).toMatchObject({
      content: {
        type: 'note',
        title: 'Rent',
        tags: ['home', 'money'],
        createdAt: '2024-01-02T00:00:00.000Z',
        metadata: { mood: 'good' },
        modifiedAt: '2024-02-03T00:00:00.000Z',
      },
    });
    expect(await read('jsonl', '7', file)).toMatchObject({
      text: 'Paid.',
      notes: ['Fields that hold lists or objects were passed over: nested.'],
    });
  });

  it('have dates as people and programs write them', async () => {
    const file = await write('notes.jsonl', '{"id":"a","text":"A","created":"05.03.2024","updated":1709290800.5}\n');
    expect(await read('jsonl', 'a', file)).toMatchObject({
      createdAt: '2024-03-05T00:00:00.000Z',
      modifiedAt: '2024-03-01T11:00:00.500Z',
      notes: [],
    });
  });

  it('may begin with a byte-order mark', async () => {
    const file = await write('notes.jsonl', '\ufeff{"id":"a","text":"A"}\n{"id":"b","text":"B"}\n');
    const entries = await scan('jsonl', file);
    expect([found(entries), leftOut(entries)]).toEqual([['a', 'b'], []]);
    expect((await read('jsonl', 'a', file)).text).toBe('A');
  });

  it('that cannot be read are left out one by one: no JSON, no text, an id again, a line too long', async () => {
    const file = await write(
      'notes.jsonl',
      `{"id":"a","text":"A"}\n{oops\n[1]\n{"id":"b"}\n{"id":"a","text":"B"}\n{"text":"${'x'.repeat(21 * 1024 * 1024)}"}\n{"id":"c","text":"C"}`,
    );
    const entries = await scan('jsonl', file);
    expect(found(entries)).toEqual(['a', 'c']);
    expect(leftOut(entries).sort()).toEqual(['a repeated-id', 'line 2 no-note', 'line 3 no-note', 'line 4 no-note', 'line 6 too-large']);
    expect((await read('jsonl', 'a', file)).text).toBe('A');
  });

  it('are known by their text where the id is blank, and by their digits where numbers are too large to be told apart', async () => {
    const ids = ['""', '"  "', '1234567890123456785', '1234567890123456786', '1234567890123456786'];
    const file = await write('notes.jsonl', ids.map((id, n) => `{"id":${id},"text":"Note ${n.toString()}."}`).join('\n'));
    const entries = await scan('jsonl', file);
    const byText = [0, 1].map((n) => sha256Hex(`Note ${n.toString()}.`));
    expect(found(entries).toSorted()).toEqual([...byText, '1234567890123456800', '1234567890123456786'].toSorted());
    expect(leftOut(entries)).toEqual(['1234567890123456786 repeated-id']);
    expect((await read('jsonl', '1234567890123456786', file)).text).toBe('Note 3.');
    const named = await write('other.jsonl', '{"id":" ","uuid":"b","text":"B"}\n');
    expect(found(await scan('jsonl', named))).toEqual(['b']);
  });

  it('say what could not be read of them', async () => {
    const [damaged, dated] = [
      Buffer.from('{"id":"a","text":"A §"}\n'),
      '{"id":"b","text":"B","created":"soon","updated":"later","x":null}\n',
    ];
    damaged[damaged.indexOf(Buffer.from('§'))] = 0x20;
    const many = JSON.stringify({
      id: 'c',
      text: 'C',
      ...Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n.toString()}`, n])),
    });
    const file = await write('notes.jsonl', Buffer.concat([damaged, Buffer.from(`${dated}${many}\n`)]));
    const notes = async (id: string) => (await read('jsonl', id, file)).notes;
    expect(await notes('a')).toEqual(['Characters that are not valid UTF-8 were replaced.']);
    expect(await notes('b')).toEqual([
      'Its date of creation could not be understood.',
      'Its date of modification could not be understood.',
    ]);
    expect(await notes('c')).toEqual(['Only the first 64 further fields were kept.']);
  });

  it('that change while they are read are not taken for all there is', async () => {
    const file = await write('notes.jsonl', '{"id":"a","text":"A"}\n');
    const entries = readers.jsonl.scan(file)[Symbol.asyncIterator]();
    expect((await entries.next()).value).toMatchObject({ path: 'a' });
    await write('notes.jsonl', '{"id":"a","text":"A"}\n{"id":"b","te');
    await expect(entries.next().then(() => entries.next())).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
  });

  it('are a file: a folder is refused, and a missing one is missing', async () => {
    expect(await readers.jsonl.inspect(folder.path)).toEqual({ usable: false, reason: 'not-a-file' });
    expect(await readers.jsonl.inspect(join(folder.path, 'none.jsonl'))).toEqual({ usable: false, reason: 'missing' });
  });
});

it.each(['bear', 'jsonl'] as const)('the reader of %s follows no link that took the place of the file, or of its folder', async (kind) => {
  const content = { bear: storedZip({ 'Notes/A.textbundle/text.md': 'A' }), jsonl: '{"id":"A","text":"A"}\n' }[kind];
  const name = { bear: 'notes.bear2bk', jsonl: 'notes.jsonl' }[kind];
  const file = await write(`share/${name}`, content);
  expect(found(await scan(kind, file))).toEqual(['A']);
  await rename(join(folder.path, 'share'), join(folder.path, 'private'));
  await symlink('private', join(folder.path, 'share'));
  await expect(scan(kind, file)).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
  await symlink(name, join(folder.path, 'private', `link-${name}`));
  await expect(scan(kind, join(folder.path, 'private', `link-${name}`))).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
});

it.each(['obsidian', 'bear', 'zim', 'jsonl'] as const)('the reader of %s stops when the signal aborts', async (kind) => {
  const file = await write('a.jsonl', '{"text":"A"}\n');
  const location = kind === 'jsonl' ? file : folder.path;
  const signal = AbortSignal.abort();
  await expect(readers[kind].scan(location, { signal })[Symbol.asyncIterator]().next()).rejects.toThrow(/abort/i);
  await expect(readers[kind].read(location, 'a.md', { signal })).rejects.toThrow(/abort/i);
});

it('tells a scan of an archive that is given up as an abort', async () => {
  const archive = await write('all.bear2bk', storedZip({ 'Bear/A.textbundle/text.md': 'A' }));
  await expect(readers.bear.scan(archive, { signal: AbortSignal.abort() })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    name: 'AbortError',
  });
});
