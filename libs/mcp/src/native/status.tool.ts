import { StatusAnswer, type CollectionSummary, type ComponentHealth, type SourceSummary } from '@tributary/contracts';
import { z } from 'zod';
import type { Reduction } from '../tools/fit-answer.js';
import { counted, oneLine } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';
import { collectionLine } from './list-collections.tool.js';

const Output = StatusAnswer.extend({
  omitted: z
    .object({ sources: z.number().int().nonnegative(), collections: z.number().int().nonnegative() })
    .optional()
    .describe('How many are left out to keep the answer short; those with troubles stand first.'),
});
type Output = z.infer<typeof Output>;

/** Sources and collections each that stay while there is room for them. */
const SOME = 20;
/** Characters of a reason that are shown: what to do stands at its end. */
const MOST_REASON = 600;

export const statusTool = defineTool({
  name: 'status',
  title: 'How the server is',
  description:
    'Jobs in the queues, sources with how far they are indexed, collections, and the health of engines, embedders and rerankers. Call it when a search says that something was not searched or is still being indexed.',
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  input: z.strictObject({}),
  output: Output,
  run: (_input, { operations, context }) => operations.status(context),
  toText: statusText,
  // Collections have a tool of their own; some of both stay as long as there is room.
  reductions: [leaveOutCollections(SOME), leaveOutSources(SOME), leaveOutCollections(0), leaveOutSources(0)],
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
  standstill,
  unavailable = [],
  omitted = { sources: 0, collections: 0 },
}: Output): string {
  const busy = queues.filter(({ waiting, delayed, active, dead }) => waiting + delayed + active + dead > 0);
  return [
    `Tributary ${version}, ${mode}, durable: acknowledged writes ${writes}, jobs ${durable}`,
    ...(standstill === undefined ? [] : [`Standstill: ${oneLine(standstill, MOST_REASON)}`]),
    ...unavailable.map(({ part, reason }) => `Not known: ${part} (${oneLine(reason, MOST_REASON)})`),
    `Queues: ${busy.length === 0 ? 'nothing to do' : busy.map(({ queue, waiting, delayed, active, dead }) => `${queue} ${active.toString()} active, ${(waiting + delayed).toString()} waiting, ${dead.toString()} dead`).join('; ')}`,
    `Engines: ${healthOf(engines)}`,
    `Embedders: ${healthOf(embedders)}`,
    ...(rerankers.length === 0 ? [] : [`Rerankers: ${healthOf(rerankers)}`]),
    `Sources (${(sources.length + omitted.sources).toString()}):`,
    ...sources.map(sourceLine),
    ...(omitted.sources === 0
      ? []
      : [`And ${omitted.sources.toString()} more: those with troubles stand first; "tributary sources" lists all.`]),
    `Collections (${(collections.length + omitted.collections).toString()}):`,
    ...collections.map(collectionLine),
    ...(omitted.collections === 0 ? [] : [`And ${omitted.collections.toString()} more: search them by name or pattern.`]),
  ].join('\n');
}

function healthOf(components: readonly ComponentHealth[]): string {
  return (
    components.map(({ name, status, detail }) => `${name} ${status}${detail === undefined ? '' : ` (${oneLine(detail)})`}`).join(', ') ||
    'none'
  );
}

function sourceLine({ id, location, state, reason, waits, documents, pending, failed }: SourceSummary): string {
  const whys = [reason, waits].filter((why) => why !== undefined).map((why) => oneLine(why, MOST_REASON));
  const troubles = [...(failed > 0 ? [`${failed.toString()} failed`] : []), ...whys];
  return `- ${location} (${id}): ${state}, ${counted(documents, 'document')}, ${pending.toString()} pending${troubles.length === 0 ? '' : `, ${troubles.join(', ')}`}`;
}

function leaveOutSources(least: number): Reduction<Output> {
  return {
    count: ({ sources }) => sources.length,
    least,
    take: (answer, n) => {
      const { sources, omitted = { sources: 0, collections: 0 } } = answer;
      const rows = sources.toSorted((a, b) => troubleOf(b) - troubleOf(a)).slice(0, n);
      return { ...answer, sources: rows, omitted: { ...omitted, sources: omitted.sources + sources.length - n } };
    },
  };
}

function leaveOutCollections(least: number): Reduction<Output> {
  const isTroubled = ({ status, status_reason: reason }: CollectionSummary) => status !== 'ready' || reason !== undefined;
  return {
    count: ({ collections }) => collections.length,
    least,
    take: (answer, n) => {
      const { collections, omitted = { sources: 0, collections: 0 } } = answer;
      const rows = collections.toSorted((a, b) => Number(isTroubled(b)) - Number(isTroubled(a))).slice(0, n);
      return { ...answer, collections: rows, omitted: { ...omitted, collections: omitted.collections + collections.length - n } };
    },
  };
}

/** 2 where somebody has to do something, 1 where work is left, else 0. */
function troubleOf({ state, failed, waits, pending }: SourceSummary): number {
  if (state === 'failed' || state === 'stale' || failed > 0 || waits !== undefined) return 2;
  return state !== 'idle' || pending > 0 ? 1 : 0;
}
