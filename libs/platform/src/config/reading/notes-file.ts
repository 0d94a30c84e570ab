import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { nearest } from '@tributary/kernel';
import type { Draft } from './draft.js';

const DIALECT = 'notes';
/** Name of the engine and of the model that such a file means. */
const ENTRY = 'notes';
const MODEL = 'mxbai-embed-large:latest';
const PATH = 'chromadb_path';
const KEYS = [PATH, 'embedding_model', 'max_results', 'default_max_results'];
const EXAMPLE = '/home/me/notes/chromadb_data';

interface NotesFile {
  readonly file: string;
  readonly tree: Readonly<Record<string, unknown>>;
  /** Dialects this process serves. */
  readonly dialects: readonly string[];
}

/** What tells the data of one such file from those of another. */
export interface NotesSetup {
  readonly id: string;
}

/** Takes over a `config.json` of the notes server, which is told by `chromadb_path`: a Chroma folder, a model of Ollama, a number of results.
 *  @returns undefined where the file is none */
export async function readNotesFile(draft: Draft, { file, tree, dialects }: NotesFile): Promise<NotesSetup | undefined> {
  if (!isNotesFile({ file, tree, dialects })) return undefined;
  const origin = (key: string) => `${key} in ${file}`;
  const refuse = (key: string, what: string, instead: string) => draft.problems.push({ where: origin(key), what, instead });
  if (!dialects.includes(DIALECT)) {
    refuse(PATH, 'belongs to the dialect notes', 'Serve it: tributary mcp --dialect notes --config <this file>.');
    return { id: '' };
  }
  for (const key of Object.keys(tree)) if (!KEYS.includes(key)) refuse(key, 'no such key', known(key));
  const { [PATH]: path, embedding_model: model = MODEL, default_max_results: fallback, max_results: most = fallback } = tree;
  const fault = await faultOf(path);
  if (fault !== undefined) refuse(PATH, fault, `Write the absolute path of the folder the notes pipeline writes to, such as "${EXAMPLE}".`);
  const isModel = typeof model === 'string' && model.trim() !== '';
  if (!isModel) refuse('embedding_model', 'not a name', `Write the name of a model of Ollama, such as "${MODEL}".`);
  // What is refused already is not to be refused again by the checks of the whole.
  const folder = fault === undefined ? path : EXAMPLE;
  draft.set(['engines', ENTRY], { type: 'chroma', path: folder, model: ENTRY }, origin(PATH));
  // The pipeline embeds notes and questions as they are.
  const prefixes = { queryPrefix: '', documentPrefix: '' };
  draft.set(['models', ENTRY], { type: 'ollama', model: isModel ? model : MODEL, ...prefixes }, origin('embedding_model'));
  draft.set(['dialects', DIALECT, 'chromadbPath'], folder, origin(PATH));
  if (most !== undefined)
    draft.set(['dialects', DIALECT, 'maxResults'], most, origin(tree['max_results'] === undefined ? 'default_max_results' : 'max_results'));
  return {
    id: createHash('sha256')
      .update(JSON.stringify([path, model]))
      .digest('hex')
      .slice(0, 6),
  };
}

/** Also a file that lacks the one key it needs, as far as nothing else can be meant. */
function isNotesFile({ file, tree, dialects }: NotesFile): boolean {
  if (PATH in tree) return true;
  const isJson = basename(file).endsWith('.json');
  return isJson && dialects.includes(DIALECT) && Object.keys(tree).every((key) => KEYS.includes(key));
}

async function faultOf(path: unknown): Promise<string | undefined> {
  if (path === undefined) return 'missing';
  if (typeof path !== 'string' || path === '') return 'not a path';
  const shown = JSON.stringify(path);
  if (!isAbsolute(path)) return `not an absolute path: ${shown}`;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return `no such folder: ${shown}`;
  if (!found.isDirectory()) return `not a folder: ${shown}`;
  const isReadable = await access(path, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isReadable ? undefined : `not readable: ${shown}`;
}

function known(key: string): string {
  const guess = nearest(key, KEYS);
  return guess === undefined ? `Known here: ${KEYS.join(', ')}.` : `Did you mean ${guess}?`;
}
