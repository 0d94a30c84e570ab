import { CollectionDescription, type CollectionSummary, type Operations } from '@tributary/contracts';
import { oneLine, visibleText } from '@tributary/mcp/text';
import { listWhenStarted } from '../../connection/await-servers.js';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { onCollection } from '../../program/unknown-name.js';
import { usageError } from '../../program/usage-error.js';
import { alignColumns } from '../../terminal/table.js';

export async function listCollections(context: CommandContext): Promise<void> {
  const collections = await context.withData((connection) => listWhenStarted(connection, context.call));
  const { terminal, options } = context;
  if (options.json === true) terminal.printJson({ collections });
  else if (collections.length === 0) terminal.print('No collections yet: "tributary index PATH" makes the first.');
  else {
    const heading = ['COLLECTION', 'DOCUMENTS', 'CHUNKS', 'MODEL', 'STATE', 'DESCRIPTION'];
    const [head = '', ...rows] = alignColumns([heading, ...collections.map(row)]);
    terminal.print(terminal.style('dim', head));
    for (const line of rows) terminal.print(line);
  }
}

export async function showCollection(context: CommandContext, name: string): Promise<void> {
  const collection = await onNamed(context, name, (operations) => operations.getCollection(name, context.call));
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson(collection);
    return;
  }
  const { model, status_reason: reason, without_vector: gaps } = collection;
  const facts = [
    ['name', collection.name],
    [
      'description',
      `${oneLine(visibleText(collection.description), 2000)}${collection.description_generated ? ' (made from its content)' : ''}`,
    ],
    ['documents', collection.documents.toLocaleString('en-US')],
    ['chunks', collection.chunks.toLocaleString('en-US')],
    ...(gaps === undefined ? [] : [['without vector', `${gaps.toLocaleString('en-US')} (tributary reembed ${name} --missing)`]]),
    ['model', `${model.name}, ${model.dimension.toString()} dimensions`],
    ['engine', collection.engine],
    ['state', `${collection.status}${reason === undefined ? '' : `: ${reason}`}`],
    ...(collection.folders ?? []).map(({ location }) => ['files in', oneLine(visibleText(location), 600)]),
    ['created', collection.created_at],
  ];
  for (const line of alignColumns(facts)) terminal.print(line);
}

interface Wording {
  readonly text: string | undefined;
  readonly fromDocuments: boolean;
}

export async function describeCollection(context: CommandContext, name: string, { text, fromDocuments }: Wording): Promise<void> {
  if (fromDocuments === (text !== undefined)) throw usageError('Give either a sentence or --from-documents.');
  const input = parseOptions(CollectionDescription, text === undefined ? { from_documents: true } : { description: text });
  const collection = await onNamed(context, name, (operations) => operations.describeCollection(name, input, context.call));
  if (context.options.json === true) context.terminal.printJson(collection);
  else context.terminal.print(fromDocuments ? visibleText(collection.description) : `Described ${name}.`);
}

export async function removeCollection(context: CommandContext, name: string, confirm: string | undefined): Promise<void> {
  if (confirm !== name) throw usageError(`This removes everything in ${name} for good: add --confirm ${name} to do it.`);
  await onNamed(context, name, (operations) => operations.removeCollection(name, context.call));
  if (context.options.json === true) context.terminal.printJson({ removed: name });
  else context.terminal.print(`Removed ${name}.`);
}

function onNamed<T>(context: CommandContext, name: string, work: (operations: Operations) => Promise<T>): Promise<T> {
  return context.withData((connection) => onCollection(connection, { name, call: context.call, work }));
}

function row(collection: CollectionSummary): readonly string[] {
  const { name, documents, chunks, model, status, status_reason: reason, description } = collection;
  return [
    name,
    documents.toLocaleString('en-US'),
    chunks.toLocaleString('en-US'),
    model.name,
    reason === undefined ? status : `${status} (${oneLine(reason, 60)})`,
    oneLine(visibleText(description), 80),
  ];
}
