import { permanent } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';

type NotesConfiguration = Pick<Configuration, 'dialects' | 'models'>;

/** Looks whether what a `config.json` of the notes server names is there, before anything is served: a program for the folder, a collection in it, the
 *  model. Nothing is started, and nothing is looked at without such a file.
 *  @throws `ENGINE.PROGRAM_MISSING`, `NOTES.NO_COLLECTION`, `EMBEDDER.UNAVAILABLE` (also a model that is missing), each with its remedy */
export async function checkNotesSetup({ dialects, models }: NotesConfiguration): Promise<void> {
  const { chromadbPath: folder } = dialects.notes;
  const { notes: model } = models;
  if (folder === undefined || model?.type !== 'ollama') return;
  const { countFolderCollections, findChromaProgram } = await import('@tributary/engines-chroma');
  if (countFolderCollections(folder) === 0) throw noCollection(folder);
  await findChromaProgram('notes', 'chroma');
  const { OllamaEmbeddingProvider } = await import('@tributary/embedding-ollama');
  const { status, detail = '' } = await new OllamaEmbeddingProvider({ ...model, name: 'notes' }).health();
  if (status === 'down') throw permanent('EMBEDDER.UNAVAILABLE', `The notes cannot be searched. ${detail}`);
}

function noCollection(folder: string) {
  return permanent(
    'NOTES.NO_COLLECTION',
    `There is no collection in the Chroma folder ${folder}: run the notes pipeline to make one, or correct chromadb_path.`,
    { category: 'not_found' },
  );
}
