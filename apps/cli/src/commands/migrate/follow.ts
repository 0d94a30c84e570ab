import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationSummary, Operations } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { CommandContext } from '../../program/command-context.js';
import { ProgressDisplay } from '../../terminal/progress.js';

const LOOK_EVERY_MS = 300;

/** Watches a move to its end, and says once what keeps it from going on.
 *  @param ending the command that ends it */
export async function follow(
  context: CommandContext,
  operations: Operations,
  { begun, ending }: { readonly begun: MigrationSummary; readonly ending: string },
): Promise<MigrationSummary> {
  const progress = new ProgressDisplay(context.terminal);
  const { signal } = context.call;
  let told: string | undefined;
  try {
    for (;;) {
      const now = await operations.getMigration(begun.collection, context.call);
      if (now.state !== 'running') return now;
      if (now.error !== undefined && now.error.code !== told) {
        told = now.error.code;
        progress.end();
        context.terminal.remark(`${now.error.message} Until that works ${begun.from} answers as before; to end it: ${ending}`);
      }
      const { done, total } = now.documents;
      const remark = now.error === undefined ? {} : { remark: `tried again after ${now.error.code}` };
      progress.show({
        label: `${now.collection}: ${now.phase}`,
        done,
        unit: 'documents',
        ...(total === undefined ? {} : { total }),
        ...remark,
      });
      await pause(LOOK_EVERY_MS, undefined, { signal });
    }
  } finally {
    progress.end();
  }
}

interface Told {
  readonly lines: readonly string[];
  /** True where it was asked to end. */
  readonly cancel: boolean;
  /** What goes on, as a sentence names it: `The move`. */
  readonly what: string;
}

/** Writes how it ended. @throws what ended it, and `MIGRATION.CANCELLED` when somebody else did */
export function tell({ terminal, options }: CommandContext, last: MigrationSummary, { lines, cancel, what }: Told): void {
  if (options.json === true) terminal.printJson(last);
  else for (const line of lines) terminal.print(line);
  if (last.state === 'failed') throw permanent(last.error?.code ?? 'MIGRATION.FAILED', last.error?.message ?? `${what} failed.`);
  if (last.state === 'cancelled' && !cancel) throw permanent('MIGRATION.CANCELLED', `${what} of ${last.collection} was ended.`);
}
