import { localOwner, type DocumentInput, type DocumentOutcome } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { indexParts, indexSets } from './index-sets.js';

const REFUSED = 'A text that is not taken.';
const document = (id: string) => ({ id, title: id, text: `The text of ${id}.` });
const WHOLE = { name: 'whole', documents: ['1', '2', '3', '4', '5'].map(document) };
const PARTS = [
  { name: 'odd', documents: ['1', '3', '5'].map(document) },
  { name: 'even', documents: ['2', '4'].map(document) },
];

/** Remembers in which order documents came. */
class ListeningOperations extends MemoryOperations {
  readonly taken: string[] = [];

  override async ingestDocuments(documents: readonly DocumentInput[]): Promise<readonly DocumentOutcome[]> {
    this.taken.push(...documents.map(({ collection, id }) => `${collection}/${id}`));
    const outcomes: DocumentOutcome[] = [];
    for (const one of documents)
      outcomes.push(refusalOf(one) ?? (await super.ingestDocuments([one]))[0] ?? { id: one.id, status: 'refused' });
    return outcomes;
  }
}

/** As a server refuses them. */
function refusalOf({ id, content }: DocumentInput): DocumentOutcome | undefined {
  if (content.trim() === '') return { id, status: 'refused', error: { code: 'DOCUMENT.NO_TEXT', message: 'There is nothing to read.' } };
  if (content.includes(REFUSED)) return { id, status: 'refused', error: { code: 'DOCUMENT.TOO_LARGE', message: 'It is too large.' } };
  return undefined;
}

function startServer() {
  const operations = new ListeningOperations();
  return { operations, call: { principal: localOwner, signal: AbortSignal.timeout(10_000) } };
}

it('hands parts in in the order of the whole, so that of two copies the same one is accepted first', async () => {
  const server = startServer();
  await indexParts(PARTS, WHOLE, server);
  expect(server.operations.taken).toEqual(['odd/1', 'even/2', 'odd/3', 'even/4', 'odd/5']);
});

it('hands sets in one after the other', async () => {
  const server = startServer();
  await indexSets(PARTS, server);
  expect(server.operations.taken).toEqual(['odd/1', 'odd/3', 'odd/5', 'even/2', 'even/4']);
});

it('leaves out documents in which there is nothing to read, and sets of nothing else', async () => {
  const server = startServer();
  const blank = { id: 'blank', title: '', text: ' ' };
  const sets = [
    { name: 'some', documents: [document('1'), blank] },
    { name: 'none', documents: [blank] },
  ];
  await indexSets(sets, server);
  expect((await server.operations.listCollections()).map(({ name, documents }) => ({ name, documents }))).toEqual([
    { name: 'some', documents: 1 },
  ]);
});

it('goes on with no set of which a document with a text is refused', async () => {
  const sets = [{ name: 'some', documents: [{ ...document('1'), text: REFUSED }] }];
  await expect(indexSets(sets, startServer())).rejects.toMatchObject({
    code: 'EVAL.REFUSED',
    message: 'The document 1 was refused: It is too large.',
  });
});
