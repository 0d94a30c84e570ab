import { LocalModel } from '@tributary/onnx';
import { eventually, findModelFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { readModel } from '../folder/read-model.js';

const TASK = { texts: ['where is the lease kept'], urgency: 2 } as const;
const LONG = {
  texts: Array.from({ length: 20 }, (_, i) => `${'the lease is kept by the notary '.repeat(8)}${i.toString()}`),
  urgency: 1,
} as const;
const folder = findModelFolder();

if (folder.kind === 'none') {
  it('a model that is loaded for documents and for queries', (context) => {
    context.skip(folder.reason);
  });
} else {
  const open = () =>
    new LocalModel({
      owner: { name: 'minilm', use: 'embedding' },
      read: () => readModel({ name: 'minilm', path: folder.path }),
      toThread: ({ pooling, mayUseSentenceOutput, needsSentenceOutput, ...model }) => ({
        ...model,
        output: { kind: 'vectors', pooling, mayUseSentenceOutput, needsSentenceOutput },
        threads: 1,
      }),
    });

  it('answers the first query by the session of documents, and the later ones by one of their own', { timeout: 60_000 }, async () => {
    const model = open();
    const documents = await model.running();
    await documents.run({ ...TASK, urgency: 0 }, { signal: undefined });
    expect(await model.running({ isUrgent: true })).toBe(documents);
    await eventually(async () => (await model.running({ isUrgent: true })) !== documents);
    expect(await model.running()).toBe(documents);
    await model.close();
  });

  it('lets the session of documents, loaded when it is first missing, help with searches', { timeout: 60_000 }, async () => {
    const model = open();
    const queries = await model.running({ isUrgent: true });
    await queries.run(TASK, { signal: undefined });
    /** Who is to compute for a search while these sessions compute for others. */
    const helperOf = async (...atWork: readonly (typeof queries)[]) => {
      const work = atWork.map((session) => session.run(LONG, { signal: undefined }));
      const [helper] = await Promise.all([model.running({ isUrgent: true }), ...work]);
      return helper;
    };
    expect(await helperOf(queries)).toBe(queries);
    await eventually(async () => (await helperOf(queries)) !== queries);
    const documents = await model.running();
    expect(await helperOf(queries)).toBe(documents);
    expect(await helperOf(queries, documents)).toBe(queries);
    expect(await helperOf(documents)).toBe(queries);
    await model.close();
  });

  it('loads one session where only queries come', { timeout: 60_000 }, async () => {
    const model = open();
    const queries = await model.running({ isUrgent: true });
    await queries.run(TASK, { signal: undefined });
    expect(await model.running({ isUrgent: true })).toBe(queries);
    await model.close();
  });
}
