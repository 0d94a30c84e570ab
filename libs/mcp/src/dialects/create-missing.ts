import type { CreateCollectionInput } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { ToolCall } from '../tools/tool.js';

/** Makes a collection that was not found; one that another call made meanwhile is as good. */
export async function createMissing(input: CreateCollectionInput, { operations, context }: Pick<ToolCall, 'operations' | 'context'>) {
  try {
    await operations.createCollection(input, context);
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.EXISTS')) throw error;
  }
}
