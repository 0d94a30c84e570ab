import { askedDefinition } from '@tributary/ranking';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import type { NamedFiles } from './named-files.js';
import { findNamesakes } from './namesakes.js';
import { nominateIdentifiers } from './nominate-identifiers.js';
import { nominateDefinitions } from './nominate-definitions.js';
import { nominateNamed } from './nominate-named.js';
import { nominateTitled, type TitledDocuments } from './nominate-titled.js';

interface Called {
  /** Whose paths were looked up. */
  readonly files: NamedFiles;
  /** The first in which there are any are meant: a further name stands in no vocabulary, and may be repaired. */
  readonly titled: readonly TitledDocuments[];
  readonly asked: Pick<SearchPlan['request'], 'query' | 'algorithm'>;
}

/** The nominations with what the query calls by its name and no lane need name: files by their paths or, where it is nothing else, by their last names, documents that are called so as a whole, and what it is the name of in code, or asks for there. */
export async function nominateCalled(
  nominations: readonly Nomination[],
  request: NominationRequest,
  { files, titled, asked }: Called,
): Promise<readonly Nomination[]> {
  if (asked.algorithm !== 'hybrid') return nominations;
  const namesakes = files.size > 0 ? files : await findNamesakes(nominations, request, asked.query);
  const definition = askedDefinition(asked.query);
  if (namesakes.size > 0) {
    const named = await nominateNamed(nominations, request, namesakes);
    const isAmidWords = [...namesakes.values()].flat().some((file) => !file.named.isAll);
    return definition !== undefined && isAmidWords ? nominateDefinitions(named, request, definition) : named;
  }
  const named = await nominateTitled(nominations, request, titled);
  const defining = definition === undefined ? named : await nominateDefinitions(named, request, definition);
  const isDefined = defining.some(({ definitions }) => definitions !== undefined);
  return isDefined ? defining : nominateIdentifiers(defining, request, asked.query);
}
