import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const SITE = fileURLToPath(new URL('../../dist/site/', import.meta.url));
const MOST_BYTES = 300 * 1024;

describe('the first view', () => {
  it('is at most 300 KB packed: the page, what it loads at once, and the screen of the search', async () => {
    const page = await readFile(`${SITE}index.html`, 'utf8');
    const named = [...page.matchAll(/assets\/[\w.-]+/g)].map(([name]) => name.slice('assets/'.length));
    const all = await readdir(`${SITE}assets`);
    // Chunks that several screens need are counted too, whether this one does or not.
    const lazy = all.filter((name) => /-(screen|worker)-[\w-]+\.(js|css)$/.test(name) && !name.startsWith('search-screen'));
    const first = new Set([...named, ...all.filter((name) => !lazy.includes(name) && !/^(map|umap|playground|federation)/.test(name))]);
    const sizes = await Promise.all([...first].map(async (name) => gzipSync(await readFile(`${SITE}assets/${name}`)).length));
    const together = sizes.reduce((sum, size) => sum + size, gzipSync(page).length);
    expect(together).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('holds no script in the page and needs nothing of another server', async () => {
    const page = await readFile(`${SITE}index.html`, 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});
