import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { DocumentExtractor } from '@tributary/sources-extraction';
import { FolderReader } from '@tributary/sources-folder';
import { HeadedFilesReader } from '@tributary/sources-notes';
import type { ReadOutcome } from '@tributary/sources-port';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const extractor = new DocumentExtractor();
const files = new FolderReader({ documents: { extractor, maxBytes: 8192 } });
const mail = (subject: string, date: string) =>
  `From ada Sat Jan 31 12:00:00 2026\nFrom: ada@sea.example\nSubject: ${subject}\n${date}\nHigh water at noon.\n\n`;

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  const dated = ['Sat, 03 Jan 2026 12:00:00 +0100', 'Sun, 04 Jan 2026 12:00:00 +0100'].map((date) => mail('Tides', `Date: ${date}\n`));
  await bed.write('mails/box.mbox', [...dated, mail('Undated', '')].join(''));
  await bed.write('mails/plain.md', 'No mail.\n');
});
afterEach(() => bed.close());
afterAll(() => extractor.close());

/** Reads mailboxes as before the eighth revision. */
class UndatedMails extends HeadedFilesReader {
  override readonly revision = { number: 7, concerns: () => true };

  override async read(...given: Parameters<HeadedFilesReader['read']>): Promise<ReadOutcome> {
    const outcome = await super.read(...given);
    if (!outcome.read || outcome.sections === undefined) return outcome;
    return { ...outcome, sections: outcome.sections.map(({ moment: _, ...section }) => section) };
  }
}

it('gives mails of mailboxes that were indexed before the dates they were sent on, once, and embeds nothing', async () => {
  const of = (reader: HeadedFilesReader) => ({ readers: { folder: reader, file: reader } });
  const mails = async () => {
    const points = (await bed.points('all')).filter(({ payload }) => payload.path === 'box.mbox');
    return points.map(({ payload: { section, created_at: made, modified_at: changed } }) => ({ section, made, changed }));
  };
  const sync = async (id: string) => {
    const { id: job } = await bed.queues.add(syncLocalQueue, { source_id: id });
    await bed.idle();
    return (await bed.queues.get(job))?.progress?.counts;
  };
  await bed.start(of(new UndatedMails(files)));
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'mails'), collection: 'all' });
  await bed.idle();
  const before = await mails();
  const ofFile = before[0]?.changed;
  expect(new Set(before.map(({ changed }) => changed))).toEqual(new Set([ofFile]));

  await bed.stop();
  bed.provider.texts.length = 0;
  await bed.start(of(new HeadedFilesReader(files)));
  expect(await sync(sourceId)).toMatchObject({ changed: 1, unchanged: 1 });
  const [first, second] = ['2026-01-03T11:00:00.000Z', '2026-01-04T11:00:00.000Z'];
  expect(await mails()).toEqual([
    { section: 'Tides', made: first, changed: first },
    { section: 'Tides', made: second, changed: second },
    { section: 'Undated', made: undefined, changed: ofFile },
  ]);
  expect(bed.provider.texts).toEqual([]);
  expect(await sync(sourceId)).toMatchObject({ changed: 0, unchanged: 2 });
});
