import { UpsertPointsInput } from '@tributary/contracts';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { createMissing } from '../create-missing.js';
import type { RegisteredCollection } from './ecosystem-settings.js';
import type { OpenedCollections } from './opened-collections.js';
import { placeText, type TextToPlace } from './string-id.js';

const Input = z.strictObject({ text: z.string(), metadata: z.record(z.string(), z.json()) });

const published = {
  text: z.string().describe('The chunk to embed and keep.'),
  metadata: z
    .looseObject({})
    .describe(
      'Kept with the text; needs "subdirectory" and "source_file", or an "id" of your own. "chunk_index" tells chunks of one file apart; without it the next free number is taken.',
    ),
};

const Output = z.object({ id: z.string().describe('Id of the point.'), message: z.string() });

export function storeNameOf(alias: string): string {
  return `qdrant_store_${alias}`;
}

/** `qdrant_store_<alias>`: a chunk into one collection. */
export function storeTool(alias: string, registered: RegisteredCollection, opened: OpenedCollections): Tool {
  const { collection, description, model } = registered;
  return defineDialectTool({
    name: storeNameOf(alias),
    title: `Store in ${collection}`,
    description: `Embed a text with ${model} and store it in the ${collection} collection (${description})`,
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: Input,
    published,
    output: Output,
    run: async ({ text, metadata }, call) => {
      if (text.trim() === '') throw permanent('REQUEST.INVALID', 'Text cannot be empty');
      const write = async () => {
        await opened.openOrMake(collection, call, () => createMissing({ name: collection, description, model }, call));
        return opened.guard({ collection, call }, () => store({ collection, text, metadata }, call));
      };
      try {
        return await write();
      } catch (error) {
        if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
        // It was removed since it was opened.
        return await write();
      }
    },
    toResult: (answer) => ({ content: [{ type: 'text', text: answer.message }], structuredContent: answer }),
  });
}

async function store(input: TextToPlace, call: ToolCall): Promise<z.output<typeof Output>> {
  const { collection, text, metadata } = input;
  return placeText(input, call, async ({ stringId, isOnlyNew }) => {
    const points = [{ id: stringId, text, payload: metadata }];
    const wanted = parseArguments(UpsertPointsInput, { collection, points, ...(isOnlyNew && { only_new: true }) });
    const { ids, searchable } = await call.operations.upsertPoints(wanted, call.context);
    const [id = stringId] = ids;
    const message = `Stored in ${collection} with point id ${id}`;
    return { id, message: searchable ? message : `${message}. It is kept safely, is still being indexed and will be searchable soon.` };
  });
}
