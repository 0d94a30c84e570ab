import { expect, it } from 'vitest';
import type { Urgency } from './messages.js';
import { Work } from './work.js';

/** Works off tasks of one text each, handed in together, and tells in which order they were done. */
async function orderOf(urgencies: readonly Urgency[]): Promise<readonly number[]> {
  const done: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const rowOf = (text: string) => ({ ids: [text.length], second: 0 });
  const work = new Work({
    tokenizer: { encode: rowOf, encodePairs: (_, texts) => texts.map(rowOf) },
    session: { run: (rows) => Promise.resolve(rows.map(({ ids }) => Float32Array.from(ids))) },
    oneByOne: false,
    done: (id) => {
      done.push(id);
      if (done.length === urgencies.length) resolve(undefined);
    },
    failed: (_, error) => {
      reject(error instanceof Error ? error : new Error(String(error)));
    },
  });
  urgencies.forEach((urgency, id) => {
    work.add({ id, urgency, texts: ['text'] });
  });
  await promise;
  return done;
}

it('lets a query go before passages that are reranked, and those before documents, each kind as it came', async () => {
  expect(await orderOf([0, 1, 0, 2, 1, 2])).toEqual([3, 5, 1, 4, 0, 2]);
});
