import type { PointsAnswer, PointsInput, UpsertPointsInput } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { ecosystem, filledOperations } from './ecosystem-world.fixture.js';

const place = { subdirectory: 'd', source_file: 'f.md' };

type Operations = Awaited<ReturnType<typeof filledOperations>>;

/** Stores a text without a number through a session of its own. @returns what the tool says and the point's id */
async function storer(operations: Operations) {
  const client = await connectInProcess(operations, { dialects: [ecosystem()] });
  return async (text: string) => {
    const { structuredContent } = await client.callTool({ name: 'qdrant_store_ecosystem', arguments: { text, metadata: place } });
    return structuredContent as { readonly id: string; readonly message: string }; // Safe: the shape of the tool's output.
  };
}

async function numbersIn(operations: Operations) {
  const { points } = await operations.getPoints({ collection: 'qdrant_ecosystem', limit: 1000 });
  const placed = points.filter(({ original_id: id = '' }) => id.includes(':d:f.md:'));
  return placed.map(({ original_id: id = '', content }) => `${id.split(':').at(-1) ?? ''} ${content}`);
}

/** The points of this file are accepted and not searchable, or another user’s: nobody sees them. */
function hidden(operations: Operations) {
  const [read, write] = [operations.getPoints.bind(operations), operations.upsertPoints.bind(operations)];
  operations.getPoints = async (input: PointsInput): Promise<PointsAnswer> => {
    const { points, ...rest } = await read(input);
    return { ...rest, points: points.filter(({ original_id: id = '' }) => !id.includes(':d:f.md:')) };
  };
  operations.upsertPoints = async (input: UpsertPointsInput) => ({ ...(await write(input)), searchable: false });
  return () => Object.assign(operations, { getPoints: read, upsertPoints: write });
}

it('a text that is not searchable yet, or another user’s, keeps its number, and the next text gets the next one', async () => {
  const operations = await filledOperations();
  const store = await storer(operations);
  const show = hidden(operations);
  const [first, second, again] = [await store('A'), await store('B'), await store('A')];
  show();
  expect(again.id).toBe(first.id);
  expect(await numbersIn(operations)).toEqual(['0 A', '1 B']);
  expect(second.message).toBe(
    `Stored in qdrant_ecosystem with point id ${second.id}. It is kept safely, is still being indexed and will be searchable soon.`,
  );
});

it('two sessions that store at once get two numbers', async () => {
  const operations = await filledOperations();
  const [one, other] = [await storer(operations), await storer(operations)];
  const stored = await Promise.all([one('A'), other('B'), one('C'), other('C')]);
  expect(new Set(stored.map(({ id }) => id)).size).toBe(3);
  expect((await numbersIn(operations)).map((line) => line.split(' ')[1])).toEqual(['A', 'B', 'C']);
});
