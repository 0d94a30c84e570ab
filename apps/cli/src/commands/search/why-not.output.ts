import type { WhyNotAnswer } from '@tributary/contracts';
import { oneLine, visibleText } from '@tributary/mcp/text';
import { inOwnWords } from '../../program/own-words.js';
import type { Terminal } from '../../terminal/terminal.js';

/** The verdict, then what happened in sentences. */
export function printWhyNot(terminal: Terminal, { uri, verdict, stage, explanation }: WhyNotAnswer): void {
  terminal.print(`${terminal.style('bold', verdict.replaceAll('_', ' '))} (${stage}) · ${oneLine(visibleText(uri), 400)}`);
  for (const sentence of explanation) terminal.print(`   ${oneLine(inOwnWords(visibleText(sentence)), 1000)}`);
}
