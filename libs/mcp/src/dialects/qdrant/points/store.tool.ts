import { CollectionName, StoreInput } from '@tributary/contracts';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';
import { publishedMetadata } from '../../../native/published-fields.js';
import { parseArguments } from '../../../tools/argument-error.js';
import { maskedSecrets } from '../../../tools/masked-secrets.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../../tools/tool.js';
import { createMissing } from '../../create-missing.js';
import { CollectionArgument, namedCollection, nameHere, publishedCollection } from '../collection-argument.js';
import type { QdrantSettings } from '../qdrant-settings.js';

/** Of mcp-server-qdrant, word for word. */
const DESCRIPTION = 'Keep the memory for later use, when you are asked to remember something.';

const Metadata = z.record(z.string(), z.json());

const Input = z.strictObject({ information: z.string(), collection_name: CollectionArgument, metadata: Metadata.optional() });

interface Remembered {
  readonly information: string;
  readonly collection: string;
  readonly point_id: string;
  /** What is kept otherwise than it was given, in a sentence; empty where nothing is. */
  readonly masked: string;
}

export function storeTool(settings: QdrantSettings): Tool {
  return defineDialectTool({
    name: 'qdrant-store',
    title: 'Remember a text',
    description: settings.storeDescription ?? DESCRIPTION,
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: Input,
    published: {
      information: z.string().describe('Text to store'),
      collection_name: publishedCollection(settings, 'The collection to store the information in'),
      metadata: publishedMetadata.describe('Extra metadata stored along with memorized information. Any JSON is accepted.'),
    },
    run: ({ information, collection_name: named, metadata }, call) =>
      remember({ information, collection: namedCollection(named, settings), metadata }, { settings, call }),
    toResult: ({ information, collection, point_id: id, masked }) => ({
      content: [
        { type: 'text', text: `Remembered: ${information} in collection ${collection} (point_id: ${id})${masked && `. ${masked}`}` },
      ],
    }),
    reductions: [
      {
        count: ({ information }) => information.length,
        least: 0,
        take: (answer, n) => ({ ...answer, information: `${answer.information.slice(0, n)}…` }),
      },
    ],
  });
}

interface Memory {
  readonly information: string;
  readonly collection: string;
  readonly metadata: z.output<typeof Metadata> | undefined;
}

async function remember(
  { information, collection: named, metadata }: Memory,
  { settings, call }: { readonly settings: QdrantSettings; readonly call: ToolCall },
): Promise<Remembered> {
  if (information.trim() === '') throw permanent('REQUEST.INVALID', 'The information is empty: give the text to remember.');
  const collection = await writtenCollection(named, settings, call);
  const input = parseArguments(StoreInput, { text: information, collection, ...(metadata && { metadata }) });
  await makeCollection(collection, settings, call);
  const stored = await call.operations.store(input, call.context);
  return { information, collection: stored.collection, point_id: stored.point_id, masked: maskedSecrets(stored) };
}

/** A collection that its maker gave a name that can be none here is found; none is made under such a name. @throws `REQUEST.INVALID` */
async function writtenCollection(named: string, settings: QdrantSettings, { operations, context }: ToolCall): Promise<string> {
  const read = CollectionName.safeParse(named);
  if (read.success) return named;
  const name = nameHere(named);
  if (name !== named && (await isThere(() => operations.getCollection(name, context)))) return name;
  if (named === settings.collection)
    throw permanent(
      'REQUEST.INVALID',
      `The default collection ${JSON.stringify(named)} does not exist, and none can be made under that name: pass collection_name, or have COLLECTION_NAME (dialects.qdrant.collection) set to letters, digits, ".", "_" and "-", such as ${plainName(named)}.`,
    );
  const [issue] = read.error.issues;
  throw permanent('REQUEST.INVALID', `collection_name: ${issue?.message ?? 'give the name of a collection.'}`);
}

/** The nearest name that one can have. */
function plainName(named: string): string {
  const plain = named.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[._-]+/, '');
  return plain === '' ? 'memories' : plain.slice(0, 128);
}

/** A missing collection is made with the model and the name of the vector that are set; without them `store` makes it as any other. */
async function makeCollection(name: string, { model, vectorName }: QdrantSettings, call: ToolCall): Promise<void> {
  if (model === undefined && vectorName === undefined) return;
  if (await isThere(() => call.operations.getCollection(name, call.context))) return;
  const wanted = { ...(model === undefined ? {} : { model }), ...(vectorName === undefined ? {} : { vector: { name: vectorName } }) };
  await createMissing({ name, description: '', ...wanted }, call);
}

async function isThere(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return false;
    throw error;
  }
}
