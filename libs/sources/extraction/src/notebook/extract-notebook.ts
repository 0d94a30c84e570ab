import type { ExtractionRequest } from '@tributary/sources-port';
import { z } from 'zod';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { decodeBytes } from '../text/decode-bytes.js';

/** What a cell printed is kept up to here: the rest is mostly data. */
const LONGEST_OUTPUT = 2000;
/** As much of what an error said. */
const LONGEST_ERROR = 500;

const Lines = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))]);
const Output = z.looseObject({
  text: Lines.optional(),
  data: z.looseObject({ 'text/plain': Lines.optional() }).optional(),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
});
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Lines.catch(''),
  outputs: z.array(Output).catch([]).optional(),
});
const Notebook = z.looseObject({
  cells: z.array(Cell),
  metadata: z
    .looseObject({
      title: z.string().optional().catch(undefined),
      language_info: z.looseObject({ name: z.string() }).optional().catch(undefined),
      kernelspec: z.looseObject({ language: z.string() }).optional().catch(undefined),
    })
    .catch({}),
});

/** The cells of a Jupyter notebook: text as it is, code as fences in its language, what it printed below it and the name of the error it ended in; pictures are left out. */
export function extractNotebook({ bytes }: ExtractionRequest): Extracted {
  const decoded = decodeBytes(bytes);
  const parsed = Notebook.safeParse(decoded === undefined ? undefined : jsonOf(decoded.text));
  if (!parsed.success) throw new Refused('damaged', 'It is no notebook of version 4: open it in Jupyter and save it again.');
  const { cells, metadata } = parsed.data;
  const language = metadata.language_info?.name ?? metadata.kernelspec?.language ?? '';
  const blocks = cells.flatMap((cell) => (cell.cell_type === 'code' ? codeBlocks(cell, language) : [cell.source.trim()]));
  return {
    text: blocks.filter((block) => block !== '').join('\n\n'),
    lang: 'markdown',
    ...(metadata.title === undefined ? {} : { title: metadata.title }),
    metadata: { cells: cells.length, ...(language === '' ? {} : { language }) },
  };
}

function codeBlocks({ source, outputs = [] }: z.infer<typeof Cell>, language: string): string[] {
  const printed = outputs
    .map(({ text, data }) => text ?? data?.['text/plain'] ?? '')
    .join('\n')
    .trim()
    .slice(0, LONGEST_OUTPUT);
  const said = [printed, ...outputs.map(errorOf)].filter((part) => part !== '').join('\n');
  return [fenced(source.trim(), language), fenced(said, 'text')];
}

/** `KeyError: 'depth'`; the way to it shows code that stands elsewhere. */
function errorOf({ ename = '', evalue = '' }: z.infer<typeof Output>): string {
  if (ename === '') return '';
  return (evalue === '' ? ename : `${ename}: ${evalue}`).trim().slice(0, LONGEST_ERROR);
}

function fenced(text: string, language: string): string {
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
