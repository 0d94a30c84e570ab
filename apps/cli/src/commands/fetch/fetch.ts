import { FetchInput, type TextRange } from '@tributary/contracts';
import { oneLine, visibleText } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';

export interface FetchOptions {
  readonly lines?: readonly [from: number, to?: number];
  readonly column?: number;
  readonly tokens?: number;
}

/** Writes the text to standard output and what it is to standard error. */
export async function fetchDocument(context: CommandContext, uri: string, { lines, column, tokens }: FetchOptions): Promise<void> {
  const input = parseOptions(FetchInput, {
    uri,
    ...(lines === undefined ? {} : { start_line: lines[0], ...(lines[1] === undefined ? {} : { end_line: lines[1] }) }),
    ...(column === undefined ? {} : { start_column: column }),
    ...(tokens === undefined ? {} : { token_budget: tokens }),
  });
  const answer = await context.withData(({ operations }) => operations.fetch(input, context.call));
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson(answer);
    return;
  }
  const { title, path, range, truncated } = answer;
  const place = range === undefined ? '' : `:${range.start[0].toString()}-${range.end[0].toString()}`;
  terminal.remark(terminal.styleRemark('dim', `${oneLine(visibleText(title))} · ${oneLine(visibleText(path ?? uri))}${place}`));
  // A terminal obeys control characters, a file does not.
  const content = terminal.isOutputTerminal ? visibleText(answer.content) : answer.content;
  terminal.write(content.endsWith('\n') ? content : `${content}\n`);
  if (truncated) terminal.remark(terminal.styleRemark('yellow', cutNote(range, lines?.[1])));
}

/** @param last the last line that was asked for */
function cutNote(range: TextRange | undefined, last: number | undefined): string {
  if (range === undefined) return 'Cut here: read on with --lines, or raise --tokens.';
  const [line, column] = range.end;
  const further = line === range.start[0] ? ` --column ${(column + 1).toString()}` : '';
  return `Cut here in line ${line.toString()}: read on with --lines ${line.toString()}-${last?.toString() ?? ''}${further}, or raise --tokens.`;
}
