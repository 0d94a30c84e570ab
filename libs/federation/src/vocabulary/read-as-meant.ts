import type { WordModel } from '@tributary/embedding-port';
import type { ParsedQuery } from '@tributary/ranking';
import type { Circuits } from '../nominate/circuits.js';
import type { SearchPlan } from '../plan/plan.js';
import { readForeign } from './foreign-queries.js';
import { readLoneCharacters } from './lone-characters.js';

interface ReadingTools {
  readonly embedder: {
    /** The words of the common model; undefined where it has none. */
    readonly words: WordModel | undefined;
  };
  readonly circuits: Circuits;
}

/** The query of a search as it is looked for before anybody knows whether its words occur: those of another language in their forms, lone characters in pairs. By one lane alone, and by fused ranks, it is looked for as it stands. */
export async function readAsMeant(
  { query, targets, request, deadlines, signal }: SearchPlan,
  { embedder, circuits }: ReadingTools,
): Promise<ParsedQuery> {
  if (request.algorithm !== 'hybrid') return query;
  const options = { words: embedder.words, circuits, deadlines, signal };
  return readLoneCharacters(await readForeign(query, targets, options), targets, options);
}
