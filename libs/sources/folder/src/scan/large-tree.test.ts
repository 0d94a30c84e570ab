import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderReader } from '../reader/folder-reader.js';
import { makeTree } from '../testing/tree.fixture.js';

const FOLDERS = 100;
const FILES_IN_EACH = 200;

describe('a tree of 20,000 files', { timeout: 60_000 }, () => {
  let tree: Awaited<ReturnType<typeof makeTree>>;

  beforeAll(async () => {
    tree = await makeTree({});
    for (let folder = 0; folder < FOLDERS; folder++) {
      const path = join(tree.path, `folder-${folder.toString()}`, 'inner');
      mkdirSync(path, { recursive: true });
      for (let file = 0; file < FILES_IN_EACH; file++) writeFileSync(join(path, `${file.toString()}.md`), `# ${file.toString()}`);
    }
  }, 60_000);
  afterAll(() => tree.remove());

  it('is walked completely, each file once', async () => {
    const paths = new Set<string>();
    let entries = 0;
    for await (const entry of new FolderReader().scan(tree.path)) {
      entries++;
      if (entry.found) paths.add(entry.path);
    }
    expect(entries).toBe(FOLDERS * FILES_IN_EACH);
    expect(paths.size).toBe(FOLDERS * FILES_IN_EACH);
  });

  it('is walked no further than is asked for', async () => {
    const scan = new FolderReader().scan(tree.path);
    expect((await scan.next()).value).toMatchObject({ found: true });
    await scan.return(undefined);
    expect(await scan.next()).toMatchObject({ done: true });
  });

  it('is left when the signal aborts', async () => {
    const controller = new AbortController();
    let seen = 0;
    const walk = async () => {
      for await (const entry of new FolderReader().scan(tree.path, { signal: controller.signal })) {
        if (entry.found && ++seen === 100) controller.abort();
      }
    };
    await expect(walk()).rejects.toThrow(/abort/i);
    expect(seen).toBeLessThan(1000);
  });
});
