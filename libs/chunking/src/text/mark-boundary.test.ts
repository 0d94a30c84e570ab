import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../document/chunk-document.js';

const passages = (text: string, path: string) => chunkDocument({ text, type: 'code', path }).chunks.map(({ content }) => content);
const WORD = /[A-Za-z0-9_]/;

describe('text on one line without a space', () => {
  const json = JSON.stringify(
    Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`key${n.toString()}`, `x${(n * 7919).toString(36)}`])),
  );

  it('is cut behind what ends a part of it', () => {
    const parts = passages(json, 'data.json');
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.join('')).toBe(json);
    for (const part of parts.slice(1)) expect(part).toMatch(/^"key/);
    for (let n = 0; n < 400; n++) expect(parts.some((part) => part.includes(`"key${n.toString()}"`))).toBe(true);
  });

  it('is cut between tags, and between the statements of a program', () => {
    const html = '<i>one</i><b>two</b>'.repeat(200);
    for (const part of passages(html, 'page.xml')) expect(part).toMatch(/^<.*>$/);
    const script = Array.from({ length: 200 }, (_, n) => `f${n.toString()}(a,b);`).join('');
    for (const part of passages(script, 'all.sql').slice(0, -1)) expect(part).toMatch(/[,;]$/);
  });

  it('is cut beside a mark where nothing ends, and never inside a word that has one beside it', () => {
    const path = 'alpha/beta/gamma'.concat('/delta.epsilon'.repeat(200));
    const parts = passages(path, 'paths.json');
    expect(parts.length).toBeGreaterThan(5);
    for (const [n, part] of parts.slice(1).entries()) {
      expect(WORD.test(part.charAt(0)) && WORD.test(parts[n]?.at(-1) ?? '')).toBe(false);
    }
  });

  it('is cut beside no letter with an accent', () => {
    for (const part of passages('crème-brûlée/'.repeat(297), 'desserts.json'))
      expect(part).toMatch(/^(?:[-/]|crème|brûlée).*(?:[-/]|crème|brûlée)$/);
  });

  it('is cut between characters where there is no mark', () => {
    for (const text of ['x'.repeat(2000), '漢'.repeat(2000), '👩‍👧'.repeat(400)]) {
      const parts = passages(text, 'data.json');
      expect(parts.length).toBeGreaterThan(4);
      expect(parts.join('')).toBe(text);
    }
  });
});
