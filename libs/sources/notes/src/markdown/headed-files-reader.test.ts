import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import type { ReadDocument } from '@tributary/sources-port';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteReaders } from '../note-readers.js';
import { HeadedFilesReader } from './headed-files-reader.js';

const files = new FolderReader();
const reader = new HeadedFilesReader(files);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function read(text: string, path = 'a.md'): Promise<ReadDocument> {
  await writeFile(join(folder.path, path), text);
  const outcome = await reader.read(folder.path, path);
  if (!outcome.read) throw new Error(outcome.reason);
  return outcome;
}

describe('Markdown of a folder', () => {
  it('gives tags, dates and aliases of its front matter; type, text and time of the file stay', async () => {
    const text =
      '---\nTags: [fruit, work/rent]\ndate: 2019-05-04\nmodified: 2020-01-01\naliases: [Broth]\ntitle: Soup\n---\nBoil #water, see [[Rent]].\n';
    const document = await read(text);
    const plain = await files.read(folder.path, 'a.md');
    expect(document).toEqual({
      ...plain,
      tags: ['fruit', 'work', 'work/rent'],
      createdAt: '2019-05-04T00:00:00.000Z',
      modifiedAt: '2020-01-01T00:00:00.000Z',
      isModifiedAtWritten: true,
      metadata: { aliases: 'Broth' },
    });
    expect(plain).toMatchObject({ type: 'doc', lang: 'markdown', text });
  });

  it.each([
    ['tags: "a, b"', ['a', 'b']],
    ['tags: a b', ['a', 'b']],
    ['tags: "#a"', ['a']],
    ['tags: "#a #b"', ['a', 'b']],
    ['tags:\n  - machine learning\n  - "#work/old rent"', ['machine learning', 'work', 'work/old rent']],
    ['tags: machine learning, home', ['machine learning', 'home']],
    ['tag: a', ['a']],
    ['tags: [2024, [b, c], {d: e}, null, "", a, a]', ['2024', 'a']],
    ['tags: {a: b}', undefined],
    ['tags:', undefined],
    ['tags: true', undefined],
  ])('takes of %s the tags %j', async (line, tags) => {
    const { tags: taken, notes } = await read(`---\n${line}\n---\nText.\n`);
    expect([taken, notes]).toEqual([tags, []]);
  });

  it.each([
    ['created: 2024', '2024-01-01T00:00:00.000Z'],
    ['created: "2024-03-01"', '2024-03-01T00:00:00.000Z'],
    ['date: 2024-03-01T10:00:00+02:00', '2024-03-01T08:00:00.000Z'],
    ['date: 1709290800000', '2024-03-01T11:00:00.000Z'],
    ['date: 20240301', '2024-03-01T00:00:00.000Z'],
    ['created: 05.03.2024', '2024-03-05T00:00:00.000Z'],
    ['created: Chapter 3', undefined],
    ['date: some day', undefined],
    ['date: [2024-03-01]', undefined],
  ])('takes of %s the moment %s', async (line, moment) => {
    expect((await read(`---\n${line}\n---\nText.\n`)).createdAt).toBe(moment);
  });

  it('says which dates it passed over', async () => {
    const { createdAt, modifiedAt, notes } = await read('---\ncreated: 05/03/2024\nupdated: [2024]\n---\nText.\n');
    expect([createdAt, modifiedAt, notes]).toEqual([
      undefined,
      undefined,
      [
        'A date of the front matter was passed over, since "05/03/2024" may be one of two days: write it as 2024-03-05.',
        'A date of the front matter was passed over, since [2024] is none that is understood: write it as 2024-03-05.',
      ],
    ]);
    expect((await read('---\ncreated:\nupdated: ""\n---\nText.\n')).notes).toEqual([]);
  });

  it.each(['tags: [unclosed', '@: :\n- }', `tags: ${'['.repeat(20_000)}`, 'tags: !!js/function "x"\n? [a]: b\nc: *c'])(
    'is read, with a note, where its front matter is no YAML: %.20s',
    async (head) => {
      const document = await read(`---\n${head}\n---\nText.\n`);
      expect([document.tags, document.notes]).toEqual([undefined, [expect.stringContaining('not valid YAML')]]);
    },
  );
});

describe('Markdown with front matter in TOML', () => {
  it('gives tags, dates and aliases as in YAML', async () => {
    const head =
      'title = "Soup"\nTags = [\n  "fruit", # and more\n  "work/rent",\n]\ndate = 2019-05-04\nlastmod = 2020-01-01T10:00:00+02:00\naliases = ["/broth"]\n[params]\ntags = ["no"]';
    const document = await read(`+++\r\n${head}\n+++\nText.\n`);
    expect(document).toMatchObject({
      tags: ['fruit', 'work', 'work/rent'],
      createdAt: '2019-05-04T00:00:00.000Z',
      modifiedAt: '2020-01-01T08:00:00.000Z',
      metadata: { aliases: '/broth' },
      notes: [],
    });
  });

  it('gives the tags of its table of taxonomies, and dates in texts', async () => {
    const { tags, createdAt } = await read('+++\ndate = "05.03.2024"\n[taxonomies]\ntags = ["bread"]\n+++\nText.\n');
    expect([tags, createdAt]).toEqual([['bread'], '2024-03-05T00:00:00.000Z']);
  });

  it.each(['tags = [unclosed', 'We met.', `a = ${'['.repeat(20_000)}`, 'date = 2024-13-01'])(
    'is read, with a note, where that is no TOML: %.20s',
    async (head) => {
      const document = await read(`+++\n${head}\n+++\nText.\n`);
      expect([document.tags, document.notes]).toEqual([undefined, [expect.stringContaining('not valid TOML')]]);
    },
  );

  it('is none without its end', async () => {
    expect((await read('+++\ntags = ["a"]\n---\nText.\n')).tags).toBeUndefined();
  });
});

it.each(['folder', 'obsidian'] as const)('reads lines that end in a carriage return alone: %s', async (kind) => {
  const text = '---\rtags: [a]\r---\r# Title\r\rText.\r';
  await writeFile(join(folder.path, 'a.md'), text);
  const outcome = await (kind === 'folder' ? reader : noteReaders(files).obsidian).read(folder.path, 'a.md');
  expect(outcome).toMatchObject({ tags: ['a'], text: text.replaceAll('\r', '\n') });
});

it.each(['date: {{date}}\ntitle: {{title}}', 'created: <% tp.date.now() %>', 'tags: [{{tags}}\ndate: {{date}}'])(
  'says nothing of dates that a template is to have: %j',
  async (head) => {
    const text = `---\n${head}\n---\nWho: {{title}}\n`;
    expect((await read(text)).notes).toEqual([]);
    await writeFile(join(folder.path, 'Interview.md'), text);
    expect(await noteReaders(files).obsidian.read(folder.path, 'Interview.md')).toMatchObject({ read: true, notes: [] });
  },
);

it('takes nothing for front matter that stands between two rules and is text', async () => {
  const document = await read('---\nWe met: Ann and Bob.\nThey bake bread.\n---\nText.\n');
  expect([document.notes, document.metadata]).toEqual([[], undefined]);
});

it('leaves Markdown without front matter and files of other formats as they are', async () => {
  const head = '---\ntags: [fruit]\n---\nText.\n';
  for (const [path, text] of [
    ['a.md', 'Text.\n\n---\ntags: [fruit]\n---\n'],
    ['a.txt', head],
    ['a.yaml', head],
  ] as const)
    expect(await read(text, path)).toEqual(await files.read(folder.path, path));
});
