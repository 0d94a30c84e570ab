import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractMailbox } from './extract-mailbox.js';

const MAILS = [
  'From ada@sea.example Sat Jan 31 11:00:00 2026',
  'Subject: Budget for spring',
  'Date: Sat, 31 Jan 2026 12:00:00 +0100',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'The lamp costs 40 =E2=82=AC.',
  '>From the tower.',
  '',
  'From bob@sea.example Sun Feb  1 11:00:00 2026',
  'Subject: Second',
  '',
  'Another one.',
  '',
];

it.each([
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
])('reads every mail of a mailbox whose lines end with %s', async (_, end) => {
  const { text, sections } = await extractMailbox({ bytes: Buffer.from(MAILS.join(end)) }, DEFAULT_BUDGETS);
  expect(sections?.map(({ label }) => label)).toEqual(['Budget for spring', 'Second']);
  expect(sections?.map(({ moment }) => moment)).toEqual(['2026-01-31T11:00:00.000Z', undefined]);
  expect(text).toContain('The lamp costs 40 €.');
  expect(text).toContain('\nFrom the tower.');
  expect(text).not.toContain('Subject:');
});
