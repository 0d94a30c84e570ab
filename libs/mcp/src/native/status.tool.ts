import { StatusAnswer, type ComponentHealth, type SourceSummary } from '@tributary/contracts';
import { z } from 'zod';
import { counted, oneLine } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';
import { collectionLine } from './list-collections.tool.js';

export const statusTool = defineTool({
  name: 'status',
  title: 'How the server is',
  description:
    'Jobs in the queues, sources with how far they are indexed, collections, and the health of engines, embedders and rerankers. Call it when a search says that something was not searched or is still being indexed.',
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  input: z.strictObject({}),
  output: StatusAnswer,
  run: (_input, { operations, context }) => operations.status(context),
  toText: statusText,
  reductions: [
    { count: ({ sources }) => sources.length, least: 0, take: (answer, n) => ({ ...answer, sources: answer.sources.slice(0, n) }) },
    {
      count: ({ collections }) => collections.length,
      least: 0,
      take: (answer, n) => ({ ...answer, collections: answer.collections.slice(0, n) }),
    },
  ],
});

function statusText({
  version,
  mode,
  durable,
  durable_writes: writes,
  queues,
  sources,
  collections,
  engines,
  embedders,
  rerankers,
}: StatusAnswer): string {
  const busy = queues.filter(({ waiting, delayed, active, dead }) => waiting + delayed + active + dead > 0);
  return [
    `Tributary ${version}, ${mode}, durable: acknowledged writes ${writes}, jobs ${durable}`,
    `Queues: ${busy.length === 0 ? 'nothing to do' : busy.map(({ queue, waiting, delayed, active, dead }) => `${queue} ${active.toString()} active, ${(waiting + delayed).toString()} waiting, ${dead.toString()} dead`).join('; ')}`,
    `Engines: ${healthOf(engines)}`,
    `Embedders: ${healthOf(embedders)}`,
    ...(rerankers.length === 0 ? [] : [`Rerankers: ${healthOf(rerankers)}`]),
    `Sources (${sources.length.toString()}):`,
    ...sources.map(sourceLine),
    `Collections (${collections.length.toString()}):`,
    ...collections.map(collectionLine),
  ].join('\n');
}

function healthOf(components: readonly ComponentHealth[]): string {
  return (
    components.map(({ name, status, detail }) => `${name} ${status}${detail === undefined ? '' : ` (${oneLine(detail)})`}`).join(', ') ||
    'none'
  );
}

function sourceLine({ id, location, state, reason, documents, pending, failed }: SourceSummary): string {
  const troubles = [...(failed > 0 ? [`${failed.toString()} failed`] : []), ...(reason === undefined ? [] : [oneLine(reason)])];
  return `- ${location} (${id}): ${state}, ${counted(documents, 'document')}, ${pending.toString()} pending${troubles.length === 0 ? '' : `, ${troubles.join(', ')}`}`;
}
