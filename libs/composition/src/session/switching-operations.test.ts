import {
  AdoptInput,
  DeleteInput,
  DoctorInput,
  SearchRequest,
  SourceInput,
  localOwner,
  routes,
  type CallContext,
} from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { switchingOperations, type CallKind } from './switching-operations.js';

const context: CallContext = { principal: localOwner, signal: AbortSignal.timeout(30_000) };

/** Operations that change over to others at each call, and how each call was run. */
function changing(...targets: readonly MemoryOperations[]) {
  const kinds: CallKind[] = [];
  const contexts = new Set<CallContext>();
  const operations = switchingOperations((kind, call, given) => {
    contexts.add(given);
    kinds.push(kind);
    return call(targets[(kinds.length - 1) % targets.length] ?? new MemoryOperations());
  });
  return { operations, kinds, contexts };
}

describe('operations that switch over', () => {
  it('hand each call, with all it was given, to those that answer now', async () => {
    const [before, after] = [new MemoryOperations(), new MemoryOperations()];
    const { operations, contexts } = changing(before, after);
    const document = { v: 1, collection: 'birds', content: 'a wren' } as const;
    await operations.ingestDocuments([{ ...document, id: 'first' }], context);
    await operations.ingestDocuments([{ ...document, id: 'second' }], context);
    expect([before, after].map(({ documents }) => documents.list().map(({ id }) => id))).toEqual([['first'], ['second']]);
    const { hits } = await operations.search(SearchRequest.parse({ query: 'wren' }), context);
    expect(hits.map(({ uri }) => uri)).toEqual(['tributary://birds/first#0']);
    await expect(operations.describeCollection('fish', { description: 'x' }, context)).rejects.toMatchObject({
      code: 'COLLECTION.NOT_FOUND',
    });
    expect([...contexts]).toEqual([context]);
  });

  it('repeat what changes nothing, and what would change something not even where it looks the same', async () => {
    const { operations, kinds } = changing(new MemoryOperations());
    const asked = [
      operations.listCollections(context),
      operations.removeCollection('fish', context),
      operations.delete(DeleteInput.parse({ ids: ['tributary://birds/a'], dry_run: true }), context),
      operations.delete(DeleteInput.parse({ ids: ['tributary://birds/a'] }), context),
      operations.adoptCollections(AdoptInput.parse({ engine: 'team', dry_run: true }), context),
      operations.adoptCollections(AdoptInput.parse({ engine: 'team' }), context),
      operations.doctor(DoctorInput.parse({}), context),
      operations.doctor(DoctorInput.parse({ repair: true }), context),
    ];
    await Promise.allSettled(asked);
    expect(kinds).toEqual(['repeatable', 'once', 'repeatable', 'once', 'repeatable', 'once', 'repeatable', 'once']);
  });

  it('name a folder as the one means it who calls', async () => {
    const { operations } = changing(new MemoryOperations());
    const input = SourceInput.parse({ location: 'no-such-folder' });
    await expect(operations.addSource(input, context)).rejects.toMatchObject({
      message: `No such folder or file: ${resolve('no-such-folder')}`,
    });
  });

  it('are all that have a route', () => {
    const { operations } = changing(new MemoryOperations());
    const overHttpAlone = Object.keys(routes).filter((name) => !(name in operations));
    expect(overHttpAlone).toEqual([
      'assistantCalls',
      'session',
      'signIn',
      'signOut',
      'beginSignIn',
      'finishSignIn',
      'readDocument',
      'deleteDocument',
      'followJob',
      'describeApi',
    ]);
  });
});
