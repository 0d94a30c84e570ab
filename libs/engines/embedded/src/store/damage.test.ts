import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';

const LIST = 'k';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  const engine = open();
  await engine.createCollection('c__g1', sampleCard(8));
  await engine.writeDocument(sampleDocument({ collection: 'c__g1', key: 'a', chunks: ['A word.'] }));
  await engine.records.put([{ kind: LIST, key: 'a', value: { n: 1 } }]);
  await engine.close();
});
afterEach(() => folder.remove());

const open = () => EmbeddedEngine.open({ name: 'main', folder: folder.path });

/** What a bad sector gives, where the table begins. */
function damage(table: string): void {
  const file = join(folder.path, 'store.db');
  const db = new DatabaseSync(file, { readOnly: true });
  const root = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']);
  const size = Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (root - 1) * size);
  closeSync(handle);
}

describe('the health of a store that is damaged', () => {
  it('is degraded from the call on that met the damage, with what to do, and what is whole is read and written', async () => {
    damage('lanes');
    const engine = open();
    expect(await engine.health()).toMatchObject({ status: 'up' });
    await expect(engine.count('c__g1', {})).rejects.toMatchObject({ code: 'ENGINE.STORE_DAMAGED' });
    for (let n = 0; n < 2; n++) {
      const { status, detail, takes_writes: takesWrites } = await engine.health();
      expect([status, detail, takesWrites]).toEqual(['degraded', expect.stringContaining('tributary restore FOLDER --replace'), true]);
      await engine.records.put([{ kind: LIST, key: n.toString(), value: { n } }]);
    }
    await engine.close();
  });

  it('is down where its collections cannot be read', async () => {
    damage('collections');
    damage('sqlite_autoindex_collections_1');
    const engine = open();
    expect(await engine.health()).toMatchObject({ status: 'down', detail: expect.stringContaining('is damaged') as string }); // safe: a matcher stands for a text
    await engine.close();
  });
});
