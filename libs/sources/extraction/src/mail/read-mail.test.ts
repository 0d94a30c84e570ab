import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { readMail } from './read-mail.js';

const dateOf = async (written: string) => {
  const { date } = await readMail(Buffer.from(`From: a@sea.example\r\nSubject: Tides\r\nDate: ${written}\r\n\r\nHi`), DEFAULT_BUDGETS);
  return date;
};

it.each([
  ['Thu, 5 Nov 2020 11:00:00 +0100 (CET)', '2020-11-05T10:00:00.000Z'],
  ['Thu, 5 Nov 2020\r\n 11:00:00 +0100', '2020-11-05T10:00:00.000Z'],
  ['Thu, 5 Nov 2020 11:00:00', '2020-11-05T11:00:00.000Z'],
  ['Thu Nov  5 11:00:00 2020', '2020-11-05T11:00:00.000Z'],
  ['Thu, 05-Nov-2020\r\n 11:00:00 GMT+0100', '2020-11-05T10:00:00.000Z'],
  ['Tue, 1 Jan 1980 12:00:00 -0500', '1980-01-01T17:00:00.000Z'],
])('a mail of %s was sent then', async (written, date) => {
  expect(await dateOf(written)).toBe(date);
});

it.each(['05.11.2020 11:00', 'Edition 3', 'Thu, 05 Nov 2099 11:00:00 +0000'])(
  'a mail of %s does not say when it was sent',
  async (written) => {
    expect(await dateOf(written)).toBeUndefined();
  },
);
