import type { DoctorAnswer, DoctorCheck, Drift, Uncompared } from '@tributary/contracts';
import { counted, oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { ToldFailure } from '../../program/told-failure.js';
import type { Terminal } from '../../terminal/terminal.js';

const SHOWN = 20;
const MARKS = { ok: ['green', '✓'], warning: ['yellow', '!'], failed: ['red', '✗'] } as const;

/** @throws `ToldFailure` when something is wrong, after it has been said */
export async function runDoctor(context: CommandContext, repair: boolean): Promise<void> {
  // A machine where nothing was indexed yet can be examined; a folder that was named is meant to be there.
  const answer = await context[context.connection.data === undefined ? 'withConnection' : 'withData'](({ operations }) =>
    operations.doctor({ repair }, context.call),
  );
  const { terminal, options } = context;
  if (options.json === true) terminal.printJson(answer);
  else print(terminal, answer, repair);
  if (!answer.healthy) throw new ToldFailure();
}

function print(terminal: Terminal, { checks, drift }: DoctorAnswer, repair: boolean): void {
  for (const check of checks) terminal.print(checkLine(terminal, check));
  if (drift === undefined) return;
  const { found, repaired, examples, left, uncompared = [] } = drift;
  for (const one of uncompared) terminal.print(uncomparedLine(terminal, one));
  if (found === 0) {
    const what = uncompared.length === 0 ? 'catalog, engines and files agree' : 'what could be compared agrees';
    terminal.print(`${terminal.style('green', '✓')} drift: ${what}`);
    return;
  }
  terminal.print(`${terminal.style(repair ? 'yellow' : 'red', repair ? '!' : '✗')} drift: ${counted(found, 'difference')}`);
  list(terminal, examples, found);
  if (!repair) terminal.print('Mend them with: tributary doctor --repair');
  else if (left.length === 0) terminal.print(`${terminal.style('green', '✓')} ${counted(repaired, 'difference')} repaired, none left`);
  else {
    terminal.print(`${terminal.style('red', '✗')} ${counted(repaired, 'difference')} repaired, ${drift.remaining.toString()} left:`);
    list(terminal, left, drift.remaining);
  }
}

function list(terminal: Terminal, drifts: readonly Drift[], total: number): void {
  for (const { kind, collection, id, detail } of drifts.slice(0, SHOWN))
    terminal.print(`  ${kind} · ${oneLine(id === undefined ? collection : `${collection}/${id}`, 80)} · ${oneLine(detail, 200)}`);
  if (total > SHOWN) terminal.print(`  … and ${(total - SHOWN).toLocaleString('en-US')} more`);
}

function uncomparedLine(terminal: Terminal, { engine, collections, reason }: Uncompared): string {
  const there = collections.length === 0 ? '' : `: ${oneLine(collections.join(', '), 200)}`;
  const what = `${counted(collections.length, 'collection')}${there}`;
  return `${terminal.style('yellow', '!')} drift: not compared on the engine ${engine} (${what}): ${oneLine(reason, 200)} Run doctor again when that is mended`;
}

function checkLine(terminal: Terminal, { name, status, detail }: DoctorCheck): string {
  const [colour, mark] = MARKS[status];
  return `${terminal.style(colour, mark)} ${name}: ${oneLine(detail, 400)}`;
}
