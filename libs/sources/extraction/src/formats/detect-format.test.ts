import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { detectFormat } from './detect-format.js';

const detect = (text: string) => detectFormat({ name: 'list.txt', bytes: Buffer.from(text, 'latin1') }, DEFAULT_BUDGETS);

it.each(['\n', '\r\n'])('tells a mail by its head, whose lines end with %j and may go on below', async (end) => {
  const head = ['Received: from a', '\tby b', 'X-Name: 1', 'Subject: Tides', 'From: ada@example.com', '', 'The moon.'];
  expect(await detect(head.join(end))).toBe('eml');
  expect(await detect(head.filter((line) => !/^(?:Received|From)/.test(line)).join(end))).toBe('text');
});

it('takes names with values in lines of Windows for the text they are', async () => {
  expect(await detect('Name: M\u00fcller\r\nOrt: K\u00f6ln\r\n'.repeat(500))).toBe('text');
});

it('takes a fragment behind many comments for the text it is, and a page for a page', async () => {
  const comments = '<!---->'.repeat(100);
  expect(await detect(`${comments}<p>The moon.`)).toBe('text');
  expect(await detect(`${comments}\n<html><p>The moon.`)).toBe('html');
});
