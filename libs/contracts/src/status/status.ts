import { z } from 'zod';
import { CollectionSummary } from '../cards/card.js';
import { SourceSummary } from '../sources/source.js';

export const ComponentHealth = z.object({
  name: z.string(),
  kind: z.string(),
  status: z.enum(['up', 'degraded', 'down']),
  detail: z.string().optional(),
  takes_writes: z.boolean().optional().describe('True where it is degraded and is written to all the same.'),
});
export type ComponentHealth = z.infer<typeof ComponentHealth>;

export const QueueCounts = z.object({
  queue: z.string(),
  waiting: z.number().int(),
  delayed: z.number().int(),
  active: z.number().int(),
  dead: z.number().int(),
  oldest_ms: z.number().describe('Age of the oldest waiting job.'),
  bytes: z.number().optional().describe('Payload that no job has begun with, about.'),
});
export type QueueCounts = z.infer<typeof QueueCounts>;

/** A part of the status that could not be read. */
export const UnavailablePart = z.object({
  part: z.enum(['queues', 'sources', 'collections']),
  reason: z.string().describe('Why, and what to do.'),
});
export type UnavailablePart = z.infer<typeof UnavailablePart>;

/** On disk when acknowledged, within a second, not at all; `unknown` where the server behind does not tell. */
const Durability = z.enum(['fsync', 'everysec', 'none', 'unknown']);

/** The tool `status` and `tributary status`. */
export const StatusAnswer = z.object({
  version: z.string(),
  mode: z.enum(['standalone', 'services']),
  durable: Durability.describe('What a crash of the machine leaves of the jobs in the queue; lost ones are made again from the catalog.'),
  durable_writes: Durability.describe(
    'What it leaves of an acknowledged write: its row in the catalog is committed before the acknowledgement.',
  ),
  standstill: z.string().optional().describe('Why nothing that was accepted goes on, where what is written is refused: no space is left.'),
  unavailable: z
    .array(UnavailablePart)
    .optional()
    .describe('Parts that could not be read, since what they stand on is away: their lists are empty for that alone.'),
  queues: z.array(QueueCounts),
  sources: z.array(SourceSummary),
  collections: z.array(CollectionSummary),
  engines: z.array(ComponentHealth),
  embedders: z.array(ComponentHealth),
  rerankers: z.array(ComponentHealth).default([]),
});
export type StatusAnswer = z.infer<typeof StatusAnswer>;

/** The body of every HTTP error (RFC 9457), with our code. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('For people: what is wrong, and what to do next.'),
  code: z.string().describe('For programs: does not change. docs/errors.md has all of them.'),
  retry_after_ms: z.number().optional().describe('The same request may be sent again after so long.'),
});
export type Problem = z.infer<typeof Problem>;
