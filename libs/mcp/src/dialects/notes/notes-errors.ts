import { permanent, retryable, type TributaryError } from '@tributary/kernel';
import type { NotesSettings } from './notes-settings.js';

/** A name that no knowledge base has. */
export function noSuchKnowledgeBase(name: string): TributaryError {
  const shown = JSON.stringify(name.slice(0, 130));
  return permanent(
    'COLLECTION.NOT_FOUND',
    `There is no knowledge base ${shown}. Call list_knowledge_bases first, then search one of those it names.`,
    { category: 'not_found' },
  );
}

/** Why a knowledge base was not searched, or none could be listed, with what brings it back. */
export function notAnswering(
  reason: string,
  { code = 'ENGINE.UNAVAILABLE', settings }: { code?: string | undefined; settings: NotesSettings },
): TributaryError {
  const sentence = asSentence(reason);
  if (!code.startsWith('EMBEDDER.')) return retryable(code, `${sentence} ${pathHint(settings)}`);
  const isAnswered = /`ollama |\.api_key\b/.test(sentence);
  return retryable(
    code,
    isAnswered
      ? `The embedding service is down. ${sentence}`
      : `The embedding service is down. ${sentence} Start it with \`ollama serve\`.`,
  );
}

/** The engine’s own sentence says what failed; this one, where to look. */
function pathHint({ chromadbPath }: NotesSettings): string {
  return chromadbPath === undefined
    ? 'Check the path or address of its engine, and that the data there are intact.'
    : `Check that chromadb_path, ${chromadbPath}, is the folder the notes pipeline writes to, and that its data are intact.`;
}

function asSentence(reason: string): string {
  const text = reason.replace(/^(reading its passages|its collections could not be listed|semantic): /, '').trim();
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?`”]$/.test(first) ? first : `${first}.`;
}
