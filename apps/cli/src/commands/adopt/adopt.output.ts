import { UNKNOWN_MODEL, type AdoptAnswer, type AdoptedCollection, type Finding } from '@tributary/contracts';
import { counted, oneLine, visibleText } from '@tributary/mcp/text';
import { alignColumns } from '../../terminal/table.js';
import type { Terminal } from '../../terminal/terminal.js';

const LONGEST_VALUE = 70;

/** Shows what was found out about each collection, and how sure it is. */
export function printFindings(terminal: Terminal, answers: readonly AdoptAnswer[]): void {
  for (const { engine, collections, refused } of answers) {
    for (const collection of collections) printCollection(terminal, engine, collection);
    for (const { collection, message } of refused) terminal.print(`${engine}/${collection} cannot be bound: ${oneLine(message, 400)}`);
  }
}

/** Says what came of it. */
export function printOutcome(terminal: Terminal, answers: readonly AdoptAnswer[]): void {
  const collections = answers.flatMap((answer) => answer.collections);
  const bound = collections.filter(({ adopted }) => adopted);
  if (bound.length === 0) terminal.print('Nothing was bound: add --yes to bind.');
  for (const { name, card } of bound) {
    const lanes =
      card.model.name === UNKNOWN_MODEL
        ? 'by words once they are indexed; not by meaning'
        : 'by meaning now, by words once they are indexed';
    terminal.print(`Adopted ${name}: searched ${lanes}.`);
  }
}

/** Asks at a terminal; elsewhere nobody can be asked. */
export async function isAgreed(terminal: Terminal): Promise<boolean> {
  if (!terminal.isOutputTerminal) return false;
  terminal.write('Bind? [y/N] ');
  for await (const line of terminal.input) return /^y(es)?$/i.test(line.toString().trim());
  return false;
}

function printCollection(terminal: Terminal, engine: string, { name, collection, points, card, findings, notes }: AdoptedCollection): void {
  const called = name === collection ? '' : `, called ${name} here`;
  terminal.print(terminal.style('bold', `${engine}/${collection}${called}: ${counted(points, 'point')}`));
  for (const line of alignColumns([['FOUND', 'VALUE', 'HOW SURE', 'WHY'], ...findings.map(row)])) terminal.print(`  ${line}`);
  terminal.print(`  ${oneLine(visibleText(card.description), 200)}`);
  for (const note of notes) terminal.print(`  Note: ${oneLine(visibleText(note), 400)}`);
  terminal.print();
}

function row({ what, name, value, certainty, reason }: Finding): readonly string[] {
  return [name === '' ? what : name, oneLine(visibleText(value), LONGEST_VALUE), certainty, oneLine(visibleText(reason), 160)];
}
