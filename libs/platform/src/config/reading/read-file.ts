import { readFile } from 'node:fs/promises';
import type { Draft } from './draft.js';
import { readNotesFile, type NotesSetup } from './notes-file.js';

/** Reads `tributary.yaml`, or a `config.json` of the notes server, into the draft. What cannot be read or is no YAML becomes a problem.
 *  @param dialects those this process serves @returns what the file of the notes server sets up, where it is one */
export async function readConfigurationFile(draft: Draft, file: string, dialects: readonly string[] = []): Promise<NotesSetup | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    draft.problems.push({
      where: file,
      what: `cannot be read (${reason})`,
      instead: 'Name an existing file with --config or TRIBUTARY_CONFIG.',
    });
    return undefined;
  }
  // Loaded only where there is a file: a process without one starts sooner and smaller.
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  const isJson = file.endsWith('.json');
  if (error !== undefined) {
    const [sentence = ''] = error.message.split('\n');
    draft.problems.push({
      where: file,
      what: `no ${isJson ? 'JSON' : 'YAML'}: ${sentence.replace(/:$/, '')}`,
      instead: isJson ? 'Write {"key": value, …}.' : 'Write "key: value" lines, sections indented by two spaces.',
    });
    return undefined;
  }
  const tree: unknown = document.toJS();
  if (tree !== null && (typeof tree !== 'object' || Array.isArray(tree))) {
    draft.problems.push({
      where: file,
      what: 'holds no settings',
      instead: 'Write "section:" lines with "key: value" lines below, indented by two spaces.',
    });
    return undefined;
  }
  const notes = await readNotesFile(draft, { file, tree: { ...tree }, dialects });
  if (notes === undefined) draft.takeFile(tree ?? {}, { origin: file });
  return notes;
}
