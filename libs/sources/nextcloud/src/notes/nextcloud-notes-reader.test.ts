import type { ScannedEntry, SourceMemory, SourceNote } from '@tributary/sources-port';
import { startNotesServer, temporaryFolder, type NotesServer } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppPasswords } from '../credentials/app-passwords.js';
import { NextcloudNotesReader } from './nextcloud-notes-reader.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: NotesServer;
let passwords: AppPasswords;
let memory: SourceMemory & { readonly notes: Map<string, SourceNote> };

beforeEach(async () => {
  folder = await temporaryFolder();
  server = await startNotesServer({ ada: 'pass-of-ada', bob: 'pass-of-bob' }, 2);
  passwords = new AppPasswords(folder.path);
  await passwords.put('ada', { login: 'ada', password: 'pass-of-ada' });
  memory = notesInMemory();
  write('ada', 1, { title: 'Budget', content: '# Budget\n\nTravel 4,000.', category: 'Work/Money', modified: 1000 });
  write('ada', 2, { title: 'Cake', content: 'Butter.', favorite: true, modified: 2000 });
  write('ada', 7, { title: 'Train', content: 'Half past nine.', modified: 3000 });
  write('bob', 9, { title: 'Of Bob', content: 'CANARY', modified: 4000 });
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

function write(
  user: string,
  id: number,
  note: { title: string; content: string; category?: string; favorite?: boolean; modified: number; error?: boolean },
) {
  server.notes.get(user)?.set(id, note);
}

function notesInMemory() {
  const notes = new Map<string, SourceNote>();
  return {
    notes,
    get: (keys: readonly string[]) => Promise.resolve(keys.map((key) => notes.get(key))),
    put: (given: readonly { key: string; note: SourceNote }[]) => {
      for (const { key, note } of given) notes.set(key, note);
      return Promise.resolve();
    },
    delete: (keys: readonly string[]) => {
      for (const key of keys) notes.delete(key);
      return Promise.resolve();
    },
    async *all() {
      for (const [key, note] of notes) yield await Promise.resolve({ key, note });
    },
  };
}

const readerOf = () => new NextcloudNotesReader({ url: server.url, timeoutMs: 2_000, credentials: passwords });

async function scan(user = 'ada'): Promise<readonly ScannedEntry[]> {
  const entries: ScannedEntry[] = [];
  const reader = readerOf();
  for await (const entry of reader.scan(`${server.url}/#${user}`, { memory })) entries.push(entry);
  return entries;
}
const textsOf = (entries: readonly ScannedEntry[]) => entries.map((entry) => [entry.path, entry.found ? entry.content?.text : undefined]);

describe('the notes of a user', () => {
  it('are read in chunks, each his alone, with title, categories and dates', async () => {
    const entries = await scan();
    expect(textsOf(entries)).toEqual([
      ['1', '# Budget\n\nTravel 4,000.'],
      ['2', 'Butter.'],
      ['7', 'Half past nine.'],
    ]);
    const budget = entries.find(({ path }) => path === '1');
    expect(budget).toMatchObject({
      type: 'note',
      mtimeMs: 1_000_000,
      content: { userId: 'ada', title: 'Budget', tags: ['Work', 'Work/Money'] },
    });
    expect(budget).toMatchObject({ content: { metadata: { category: 'Work/Money', favorite: false } } });
    expect(server.requests.map(({ login }) => login)).toEqual(['ada', 'ada']);
  });

  it('that are empty have no text, and the rest goes on', async () => {
    write('ada', 2, { title: 'Cake', content: ' \n', modified: 5000 });
    const entries = await scan();
    expect(entries.map((entry) => [entry.path, entry.found || entry.reason])).toEqual([
      ['1', true],
      ['2', 'no-text'],
      ['7', true],
    ]);
    expect(await readerOf().read(`${server.url}/#ada`, '2')).toEqual({ read: false, reason: 'no-text' });
  });

  it('that the server cannot read are left as they were, and asked for until it can', async () => {
    const reasonsOf = (entries: readonly ScannedEntry[]) => entries.map((entry) => [entry.path, entry.found || entry.reason]);
    await scan();
    const message = { title: 'Cake', content: 'Error: (Cake.md) "Cake.md" is locked', error: true, modified: 5000 };
    write('ada', 2, message);
    write('ada', 8, { ...message, title: 'New', modified: 4000 });
    const expected = [
      ['1', true],
      ['2', 'unreadable'],
      ['7', true],
      ['8', 'unreadable'],
    ];
    expect(reasonsOf(await scan()).toSorted()).toEqual(expected);
    expect(reasonsOf(await scan()).toSorted()).toEqual(expected);
    expect(await readerOf().read(`${server.url}/#ada`, '2')).toEqual({ read: false, reason: 'unreadable' });
    write('ada', 2, { title: 'Cake', content: 'Butter and sugar.', modified: 5000 });
    write('ada', 8, { title: 'New', content: 'Readable.', modified: 4000 });
    expect(textsOf(await scan()).toSorted()).toEqual([
      ['1', undefined],
      ['2', 'Butter and sugar.'],
      ['7', undefined],
      ['8', 'Readable.'],
    ]);
  });

  it('that became empty stay without text while nothing changed, or others did', async () => {
    write('ada', 1, { title: 'Budget', content: ' \n', modified: 1000 });
    const reasonsOf = (entries: readonly ScannedEntry[]) => entries.map((entry) => [entry.path, entry.found || entry.reason]);
    const expected = [
      ['1', 'no-text'],
      ['2', true],
      ['7', true],
    ];
    expect(reasonsOf(await scan())).toEqual(expected);
    expect(reasonsOf(await scan())).toEqual(expected);
    write('ada', 2, { title: 'Cake', content: 'Butter and sugar.', modified: 5000 });
    expect(reasonsOf(await scan()).toSorted()).toEqual(expected);
    expect(server.requests.at(-1)?.path).not.toContain('/notes/1');
  });

  it('are asked for once more where an earlier version noted them, in one list', async () => {
    write('ada', 1, { title: 'Budget', content: ' \n', modified: 1000 });
    await scan();
    memory.notes.set('list', { ...memory.notes.get('list'), reading: undefined });
    memory.notes.set('1', { ...memory.notes.get('1'), isEmpty: undefined });
    const asked = server.requests.length;
    expect((await scan()).filter(({ found }) => !found)).toEqual([{ found: false, path: '1', reason: 'no-text' }]);
    const again = server.requests.slice(asked);
    expect(again.every(({ path, status }) => path.includes('/notes?') && status === 200)).toBe(true);
    await scan();
    expect(server.requests.at(-1)).toMatchObject({ status: 304 });
  });

  it('say that a category has more levels than tags are made of', async () => {
    const levels = (count: number) => Array.from({ length: count }, (_, n) => `l${n.toString()}`).join('/');
    write('ada', 3, { title: 'Deep', content: 'Deep.', category: levels(17), modified: 5000 });
    write('ada', 4, { title: 'Less', content: 'Less.', category: levels(16), modified: 5000 });
    const entries = await scan();
    const notesOf = (id: string) => entries.flatMap((entry) => (entry.found && entry.path === id ? entry.content?.notes : []));
    expect(notesOf('3')).toEqual(['Only the outer 16 levels of its category became tags.']);
    expect(notesOf('4')).toEqual([]);
  });

  it('are not sent again while nothing changed, and then only those that did', async () => {
    const first = await scan();
    const asked = server.requests.length;
    expect((await scan()).map(({ path }) => path)).toEqual(first.map(({ path }) => path));
    expect(server.requests.slice(asked)).toMatchObject([{ status: 304 }]);
    write('ada', 2, { title: 'Cake', content: 'Butter and sugar.', modified: 5000 });
    const again = await scan();
    expect(
      textsOf(again)
        .filter(([, text]) => text !== undefined)
        .map(([id]) => id),
    ).toEqual(['2', '7']);
    const validator = (entries: readonly ScannedEntry[], id: string) =>
      entries.flatMap((e) => (e.found && e.path === id ? [e.validator] : []))[0];
    expect(validator(again, '1')).toBe(validator(first, '1'));
    expect(validator(again, '2')).not.toBe(validator(first, '2'));
  });

  it('that are deleted are not met any more, nor noted', async () => {
    await scan();
    server.notes.get('ada')?.delete(7);
    expect((await scan()).map(({ path }) => path).sort()).toEqual(['1', '2']);
    expect(memory.notes.has('7')).toBe(false);
  });

  it('are asked for one by one where the list gives an id of which nothing is noted', async () => {
    await scan();
    memory.notes.delete('1');
    write('ada', 8, { title: 'New', content: 'New.', modified: 6000 });
    expect(textsOf(await scan())).toContainEqual(['1', '# Budget\n\nTravel 4,000.']);
    expect(server.requests.at(-1)?.path).toContain('/notes/1');
  });

  it('can be read singly, and one that is not his is missing', async () => {
    expect(await readerOf().read(`${server.url}/#ada`, '7')).toMatchObject({ read: true, text: 'Half past nine.', userId: 'ada' });
    for (const id of ['9', '404', '../1', '1?x'])
      expect(await readerOf().read(`${server.url}/#ada`, id)).toEqual({ read: false, reason: 'missing' });
  });
});

describe('a Nextcloud in trouble', () => {
  it.each(['unauthorized', 'broken', 'truncated', 'html', 'hangs-up'] as const)(
    'that is %s ends the scan, so that nothing counts as gone',
    async (fault) => {
      await scan();
      write('ada', 3, { title: 'New', content: 'New.', modified: 5000 });
      server.faults.push(fault);
      await expect(scan()).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE', retryable: true });
      expect((await scan()).map(({ path }) => path)).toContain('3');
    },
  );

  it('also in the middle of a list', async () => {
    write('ada', 3, { title: 'New', content: 'New.', modified: 5000 });
    const second = scan();
    server.faults.push('busy', 'busy', 'broken');
    await expect(second).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
    expect(server.requests.map(({ status }) => status)).toEqual([429, 429, 500]);
    expect(memory.notes.has('list')).toBe(false);
  });

  it('that is busy is asked again as often as is polite', async () => {
    server.faults.push('busy', 'busy', 'busy');
    expect(await scan()).toHaveLength(3);
    server.faults.push('busy', 'busy', 'busy', 'busy');
    await expect(scan()).rejects.toThrow('429');
  });

  it('says that a password is refused, or was never stored, and never says which', async () => {
    await passwords.put('ada', { login: 'ada', password: 'wrong-pass' });
    const refused = await scan().catch(String);
    expect(refused).toContain('tributary nextcloud password');
    expect(refused).not.toContain('wrong-pass');
    expect(JSON.stringify(await readerOf().inspect('bob'))).toMatch(/"usable":false.*no app password of bob/);
    await passwords.put('Ada Lovelace', { login: 'ada', password: 'pass-of-ada' });
    expect(await readerOf().inspect('Ada Lovelace')).toMatchObject({
      usable: true,
      location: `${server.url}/#Ada%20Lovelace`,
      userId: 'Ada Lovelace',
    });
    expect(await readerOf().inspect('a/b')).toEqual({ usable: false, reason: 'no user is called so, since it has a slash or a colon' });
    expect(server.requests.every(({ login }) => login !== 'bob')).toBe(true);
  });
});
