import type { DocumentInput } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolder } from './read-folder.js';

const mail = (subject: string, date: string) =>
  `From: ada@sea.example\nSubject: ${subject}\n${date === '' ? '' : `Date: ${date}\n`}\nHigh water at noon.\n\n`;

it('posts mails of a mailbox with their subjects and dates, and of other files what they have', async () => {
  const folder = await temporaryFolder();
  try {
    const mails = [mail('Old', 'Sat, 03 Jan 2015 12:00:00 +0100'), mail('Undated', ''), mail('New', 'Sun, 04 Jan 2026 12:00:00 +0100')];
    await writeFile(join(folder.path, 'box.mbox'), mails.map((text) => `From ada Sat Jan 31 12:00:00 2026\n${text}`).join(''));
    await writeFile(join(folder.path, 'one.eml'), mail('Alone', 'Sat, 03 Jan 2015 12:00:00 +0100'));
    await writeFile(join(folder.path, 'plain.md'), 'No mail.\n');
    const posted = new Map<string, DocumentInput>();
    const reading = { collection: 'c', signal: new AbortController().signal, onSkip: () => undefined };
    for await (const { documents } of readFolder({ location: folder.path, name: 'mails' }, reading))
      for (const document of documents) posted.set(document.path ?? '', document);
    const [first, last] = ['2015-01-03T11:00:00.000Z', '2026-01-04T11:00:00.000Z'];
    expect(posted.get('box.mbox')?.sections?.map(({ line: _, ...place }) => place)).toEqual([
      { section: 'Old', moment: first },
      { section: 'Undated' },
      { section: 'New', moment: last },
    ]);
    expect(posted.get('one.eml')).toMatchObject({ created_at: first, modified_at: first });
    expect(posted.get('plain.md')).not.toHaveProperty('sections');
  } finally {
    await folder.remove();
  }
});
