import type { ComponentHealth, QueueCounts, SourceSummary, StatusAnswer } from '@tributary/contracts';
import { oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { alignColumns } from '../../terminal/table.js';
import type { Terminal } from '../../terminal/terminal.js';

const OF_WRITES: Readonly<Record<StatusAnswer['durable_writes'], string>> = {
  fsync: 'an acknowledged write survives a power cut',
  everysec: 'a power cut may lose the writes of the last second',
  none: 'an acknowledged write is gone with the process',
  unknown: 'an acknowledged write is as safe as the engine keeps it',
};
const OF_JOBS: Readonly<Record<StatusAnswer['durable'], string>> = {
  fsync: 'a job survives a power cut',
  everysec: 'a power cut may lose the jobs of the last second, which are made again from the catalog',
  none: 'a crash may lose jobs, which are made again from the catalog',
  unknown: 'Redis does not say; lost jobs are made again from the catalog',
};

export async function showStatus(context: CommandContext): Promise<void> {
  const status = await context.withData(({ operations }) => operations.status(context.call));
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson(status);
    return;
  }
  terminal.print(terminal.style('bold', `Tributary ${status.version}, ${status.mode}`));
  terminal.print(`writes: ${status.durable_writes} (${OF_WRITES[status.durable_writes]})`);
  terminal.print(`jobs: ${status.durable} (${OF_JOBS[status.durable]})`);
  if (status.standstill !== undefined) terminal.print(terminal.style('bold', `stopped: ${oneLine(status.standstill, 400)}`));
  const unavailable = new Map(status.unavailable?.map(({ part, reason }) => [part, `not known: ${oneLine(reason, 400)}`]));
  section(
    terminal,
    'Queues',
    unavailable.get('queues') ?? [['', 'WAITING', 'DELAYED', 'ACTIVE', 'DEAD', 'OLDEST'], ...status.queues.map(queueRow)],
  );
  const parts = [...status.engines, ...status.embedders, ...status.rerankers];
  section(terminal, 'Engines, embedders and rerankers', [['', 'STATE', 'DETAIL'], ...parts.map(healthRow)]);
  section(
    terminal,
    'Sources',
    unavailable.get('sources') ?? [['', 'SOURCE', 'STATE', 'DOCUMENTS', 'PENDING', 'FAILED', 'REASON'], ...status.sources.map(sourceRow)],
  );
  section(
    terminal,
    'Collections',
    unavailable.get('collections') ?? [
      ['', 'STATE', 'DOCUMENTS', 'CHUNKS', 'REASON'],
      ...status.collections.map(({ name, status: state, documents, chunks, status_reason: reason = '' }) => [
        name,
        state,
        grouped(documents),
        grouped(chunks),
        reason,
      ]),
    ],
  );
}

/** @param rows the head first, or what is said in place of a table */
function section(terminal: Terminal, title: string, rows: string | readonly (readonly string[])[]): void {
  terminal.print();
  if (typeof rows === 'string' || rows.length === 1) {
    terminal.print(`${title}: ${typeof rows === 'string' ? rows : 'none'}`);
    return;
  }
  const [head = '', ...lines] = alignColumns(rows);
  terminal.print(terminal.style('bold', title));
  terminal.print(terminal.style('dim', head));
  for (const line of lines) terminal.print(line);
}

function queueRow({ queue, waiting, delayed, active, dead, oldest_ms: oldest }: QueueCounts): readonly string[] {
  return [
    queue,
    grouped(waiting),
    grouped(delayed),
    grouped(active),
    grouped(dead),
    oldest === 0 ? '' : `${Math.round(oldest / 1000).toString()} s`,
  ];
}

function healthRow({ name, kind, status, detail = '' }: ComponentHealth): readonly string[] {
  return [name === kind ? name : `${name} (${kind})`, status, oneLine(detail)];
}

function sourceRow({ id, location, state, documents, pending, failed, reason = '' }: SourceSummary): readonly string[] {
  return [oneLine(location, 120), id, state, grouped(documents), grouped(pending), grouped(failed), oneLine(reason)];
}

function grouped(n: number): string {
  return n.toLocaleString('en-US');
}
