import { allQueues, type AnyQueue } from '@tributary/contracts';
import { fieldRows } from './schema-table.js';

/** Who puts jobs in and who takes them out; the rest of the page comes from the declarations. */
const ROUTES: Readonly<Record<string, string>> = {
  search: 'mcp-gateway → search-federation',
  'embed-query': 'search-federation → embedder',
  'sync-source': 'versions up to 0.1.0 → any ingest-worker, which hands it on',
  'sync-local': 'mcp-gateway, tributary, ingest-worker → ingest-worker with `sources.read` all or local',
  'sync-web': 'mcp-gateway, tributary, ingest-worker → ingest-worker with `sources.read` all or web',
  'ingest-document': 'any outside producer, mcp-gateway, ingest-worker → any ingest-worker',
  'read-local': 'ingest-worker → ingest-worker with `sources.read` all or local',
  'read-web': 'ingest-worker → ingest-worker with `sources.read` all or web',
  'embed-chunks': 'ingest-worker → embedder',
  maintenance: 'mcp-gateway, tributary → ingest-worker',
};

/** The page docs/queues.md, made from the declarations of the queues. */
export function queuesPage(): string {
  const head = [
    '# Queues',
    '',
    'Generated from `libs/contracts` by `npm run docs`; do not edit. Payloads are JSON, at most 1 MB, and are parsed when they are taken off: one that',
    'does not parse is dead at once. Keys in Redis begin with `{<prefix>:<queue>}`, the prefix being `tributary` unless `redis.prefix` says otherwise.',
    '',
    'Any program may put jobs into `ingest-document` with plain BullMQ; every other queue is internal.',
    '',
  ];
  return [...head, ...allQueues.flatMap(section)].join('\n');
}

function section(queue: AnyQueue): readonly string[] {
  const { delayMs, factor, jitter } = queue.retry.backoff;
  const { attempts, outlastsOutages = false } = queue.retry;
  const outlasted = outlastsOutages ? ', runs that met a server that took no request not counted' : '';
  const promise =
    queue.kind === 'request'
      ? 'request and reply with a deadline; one attempt; a late reply is dropped'
      : `at least once; ${attempts.toString()} attempts, ${delayMs.toString()} ms apart and ${factor.toString()} times as long each time, ± ${(jitter * 100).toString()} %${outlasted}; then the dead letters`;
  return [
    `## \`${queue.name}\``,
    '',
    `${ROUTES[queue.name] ?? ''}: ${promise}.`,
    '',
    '| field | type | what |',
    '|---|---|---|',
    ...fieldRows(queue.data),
    '',
  ];
}
