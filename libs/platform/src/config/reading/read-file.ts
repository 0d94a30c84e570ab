import { readFile } from 'node:fs/promises';
import type { Draft } from './draft.js';

/** Reads `tributary.yaml` into the draft. What cannot be read or is no YAML becomes a problem. */
export async function readConfigurationFile(draft: Draft, file: string): Promise<void> {
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
    return;
  }
  // Loaded only where there is a file: a process without one starts sooner and smaller.
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [sentence = ''] = error.message.split('\n');
    draft.problems.push({
      where: file,
      what: `no YAML: ${sentence.replace(/:$/, '')}`,
      instead: 'Write "key: value" lines, sections indented by two spaces.',
    });
    return;
  }
  const tree: unknown = document.toJS();
  if (tree !== null && (typeof tree !== 'object' || Array.isArray(tree))) {
    draft.problems.push({
      where: file,
      what: 'holds no settings',
      instead: 'Write "section:" lines with "key: value" lines below, indented by two spaces.',
    });
    return;
  }
  draft.takeFile(tree ?? {}, { origin: file });
}
