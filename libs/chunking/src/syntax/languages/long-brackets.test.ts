import { describe, expect, it } from 'vitest';
import { parseDocument } from '../parse-document.js';
import { sample, testParser } from '../syntax-parser.fixture.js';
import { readAgain } from './long-brackets.js';

async function isParsed(text: string): Promise<boolean> {
  const outcome = await parseDocument(text, 'lua', await testParser());
  if (outcome.parsed) for (const { tree } of outcome.parts) tree.delete();
  return outcome.parsed;
}

describe('long brackets of Lua', () => {
  it.each(['[[', 'x=[[ a\n', '[=[', '--[==[ a\n'])('that nothing closes, thousands of them, end no parser: %j', async (part) => {
    const before = process.cpuUsage();
    expect(await isParsed(part.repeat(30_000 / part.length))).toBe(false);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('that are closed, or a few that are not, are parsed', async () => {
    expect(readAgain(sample('inventory.lua'))).toBe(0);
    expect(await isParsed(sample('inventory.lua'))).toBe(true);
    expect(await isParsed('--[[ a ]]\nx = [==[ ]] ]==]\n'.repeat(3000))).toBe(true);
    expect(await isParsed(`${'local x = 1\n'.repeat(5000)}-- as [[ says\n${'-- [=[\n'.repeat(20)}`)).toBe(true);
  });

  it.each([
    ['a[b[1]]', 0],
    ['x = [[ a ]]', 0],
    ['x = [[ a ]=]', 8],
    ['x = [=[ a ]]', 8],
    ['x = [=[ a ]] ]=]', 0],
    ['[[[[', 6],
    ['[[ ]] [[', 2],
  ])('are counted with what stands behind them where nothing closes them: %j', (text, read) => {
    expect(readAgain(text)).toBe(read);
  });

  it.each(['[', '[=', ']=', ']', '[[', ']]', `[${'='.repeat(300)}[`])('are counted in linear time in a megabyte of %j', (part) => {
    const text = part.repeat(1_000_000 / part.length);
    const before = process.cpuUsage();
    readAgain(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(5);
  });
});
