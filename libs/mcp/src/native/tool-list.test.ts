import { countTokens } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';

// Names, descriptions and schemas are what prompts and clients rely on. A change is written into the file by hand, or with `vitest -u`, and read in review.
it('lists exactly the tools of fixtures/tool-list.json', async () => {
  const { tools } = await (await connectInProcess(new MemoryOperations())).listTools();
  await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
});

it('costs an assistant at most 3,000 tokens for names, descriptions and input schemas', async () => {
  const { tools } = await (await connectInProcess(new MemoryOperations())).listTools();
  const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(countTokens(JSON.stringify(read))).toBeLessThanOrEqual(3_000);
});

it('marks what reads and what destroys', async () => {
  const { tools } = await (await connectInProcess(new MemoryOperations())).listTools();
  const named = (hint: 'readOnlyHint' | 'destructiveHint') =>
    tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
  expect(named('readOnlyHint')).toEqual(['search', 'fetch', 'list_collections', 'status']);
  expect(named('destructiveHint')).toEqual(['store', 'delete']);
});

it('publishes strict inputs and no schema that clients of draft 7 would misread', async () => {
  const text = await readFile(new URL('./fixtures/tool-list.json', import.meta.url), 'utf8');
  const { tools } = await (await connectInProcess(new MemoryOperations())).listTools();
  expect(tools.every(({ inputSchema }) => inputSchema['additionalProperties'] === false)).toBe(true);
  expect(text).not.toMatch(/prefixItems|\$schema/);
});
