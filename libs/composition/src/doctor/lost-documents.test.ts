import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog } from '@tributary/engines-port';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { lostDocuments } from './lost-documents.js';

it('names the documents that a repair marked as lost, and no others that failed', async () => {
  await using folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const catalog = new Catalog(engine.records);
  const fail = (key: string, code: string) =>
    catalog.documents.change(`notes/${key}`, () => ({
      set: {
        collection: 'notes',
        key,
        doc_id: key,
        version: 1,
        hash: '',
        state: 'failed',
        accepted_at: 0,
        error: { code, message: 'Failed.' },
      },
    }));
  await fail('other', 'EMBEDDER.ANSWER_INVALID');
  expect(await lostDocuments(catalog)).toEqual({ status: 'ok', detail: 'none' });
  await fail('a', 'DOCUMENT.POINTS_LOST');
  await fail('b', 'DOCUMENT.POINTS_LOST');
  const detail = '2 documents were lost by an engine, with the text: hand in again notes/a, notes/b.';
  expect(await lostDocuments(catalog)).toEqual({ status: 'warning', detail });
  const others = '2 documents were lost by an engine, with the text, in collections that are not yours.';
  expect(await lostDocuments(catalog, (name) => name === 'shop')).toEqual({ status: 'warning', detail: others });
  await engine.close();
});
