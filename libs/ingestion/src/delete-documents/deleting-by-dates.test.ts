import { localOwner, type DeleteInput, type Filter, type IngestDocument } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { DeleteDocuments } from './delete-documents.use-case.js';

const OLD = '2015-01-03T11:00:00.000Z';
const NEW = '2026-01-04T11:00:00.000Z';
const BEFORE_2020 = { key: 'modified_at', range: { lt: '2020-01-01T00:00:00Z' } };

/** A text of one passage for each of these moments; of undefined ones the document tells the date. */
function mailbox(id: string, moments: readonly (string | undefined)[], over: Partial<IngestDocument> = {}): IngestDocument {
  const content = moments.map((_, at) => `## Mail ${at.toString()}\n\nHigh water at noon.`).join('\n\n');
  const sections = moments.map((moment, at) => ({ line: 1 + at * 4, section: `Mail ${at.toString()}`, ...(moment && { moment }) }));
  return { v: 1, collection: 'mails', id, title: id, lang: 'markdown', content, sections, modified_at: NEW, ...over };
}

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([
    mailbox('mixed.mbox', [OLD, NEW, NEW]),
    mailbox('old.mbox', [OLD, OLD]),
    mailbox('old.md', [undefined, undefined], { modified_at: OLD }),
    mailbox('new.md', [undefined, undefined]),
  ]);
  await bed.idle();
});
afterEach(() => bed.close());

function remove(filter: Filter, over: Partial<DeleteInput> = {}) {
  const input = { collection: 'mails', filter, dry_run: false, ...over };
  return new DeleteDocuments(bed.collaborators).run(input, { principal: localOwner, signal: new AbortController().signal });
}

async function left() {
  const points = await bed.points('mails');
  return [...new Set(points.map(({ payload }) => payload.title))].toSorted();
}

it('keeps a mailbox of which only some mails are of the dates that a filter asks for, and says so', async () => {
  const note =
    'tributary://mails/mixed.mbox stays: only some of its passages are of such dates, as mails of a mailbox have dates of their own. Give its address in ids to delete it whole.';
  const planned = await remove({ must: [BEFORE_2020] }, { dry_run: true });
  expect(planned).toEqual({ documents: 2, chunks: 4, dry_run: true, notes: [note] });
  expect(await remove({ must: [BEFORE_2020] })).toMatchObject({ documents: 2, chunks: 4, notes: [note] });
  expect(await left()).toEqual(['mixed.mbox', 'new.md']);
  expect(await bed.points('mails')).toHaveLength(5);
});

it.each<[string, Filter]>([
  ['must_not', { must_not: [{ key: 'modified_at', range: { gte: '2020-01-01T00:00:00Z' } }] }],
  ['a filter within it', { must: [{ should: [BEFORE_2020] }] }],
  ['min_should', { min_should: { conditions: [BEFORE_2020], min_count: 1 } }],
])('keeps it wherever the dates are asked for: %s', async (_, filter) => {
  expect(await remove(filter)).toMatchObject({ documents: 2 });
  expect(await left()).toEqual(['mixed.mbox', 'new.md']);
});

it('takes documents of one date of which only some passages fit for another reason', async () => {
  const named = { key: 'section', match: { value: 'Mail 0' } };
  const answer = await remove({ must: [named, BEFORE_2020] });
  expect(answer).toMatchObject({ documents: 2, notes: [expect.stringContaining('mixed.mbox stays')] });
  expect(await left()).toEqual(['mixed.mbox', 'new.md']);
  const whole = await remove({ must: [named] });
  expect(whole).toMatchObject({ documents: 2, chunks: 5 });
  expect(whole).not.toHaveProperty('notes');
});

it('takes a mailbox whose path a filter asks for beside other dates, and one that is named', async () => {
  const named = { key: 'path', match: { value: 'mixed.mbox' } };
  await new AcceptDocuments(bed.collaborators).run([
    mailbox('mixed.mbox', [OLD, NEW], { path: 'mixed.mbox' }),
    mailbox('b.mbox', [OLD, NEW]),
  ]);
  await bed.idle();
  expect(await remove({ should: [named, BEFORE_2020] })).toMatchObject({ documents: 3 });
  expect(await left()).toEqual(['b.mbox', 'new.md']);
  const input = { ids: ['tributary://mails/b.mbox'], dry_run: false };
  await new DeleteDocuments(bed.collaborators).run(input, { principal: localOwner, signal: new AbortController().signal });
  expect(await left()).toEqual(['new.md']);
});

it('names ten of many that stay, and counts the others', async () => {
  await new AcceptDocuments(bed.collaborators).run(Array.from({ length: 11 }, (_, at) => mailbox(`${at.toString()}.mbox`, [OLD, NEW])));
  await bed.idle();
  const [note] = (await remove({ must: [BEFORE_2020] })).notes ?? [];
  expect(note).toMatch(/^tributary:\/\/mails\/.* and 2 more stay: only some of their passages/);
  expect(note?.match(/mbox/g)).toHaveLength(10);
});
