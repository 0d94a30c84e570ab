import { anybody, visibleRows, type Principal } from '@tributary/contracts';
import { mayRead, readableCollections } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { describeContent } from '@tributary/ranking';
import type { SearchCollaborators } from '../search/collaborators.js';
import { samplePassages } from './sample-passages.js';

/** Makes the description of a collection from its documents. Everybody may read it, so it is made from what everybody may read. */
export class DescribeDocuments {
  readonly #with: Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'common'>;

  constructor(collaborators: Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'common'>) {
    this.#with = collaborators;
  }

  /** @returns at most 2,000 characters @throws `COLLECTION.NOT_FOUND`, `COLLECTION.NO_TEXT` when there is nothing to describe it by */
  async run(name: string, { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal }): Promise<string> {
    const { records } = await readableCollections(this.#with, principal);
    const record = records.find((one) => one.name === name);
    if (record === undefined || !mayRead(principal, record))
      throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' });
    const { fields } = record.card;
    const isOwn = record.adopted === undefined;
    const filter = visibleRows(anybody, { user_id: isOwn || fields?.user_id !== undefined, acl: isOwn || fields?.acl !== undefined });
    const engine = this.#with.engines.get(record.engine);
    const passages = await samplePassages(record, { engine, common: this.#with.common, signal, filter });
    const description = await describeContent(passages ?? [], () => new Promise(setImmediate));
    if (description !== '') return description;
    throw permanent(
      'COLLECTION.NO_TEXT',
      `${name} holds no text that everybody may read, so nothing can be said of it: write the description yourself.`,
    );
  }
}
