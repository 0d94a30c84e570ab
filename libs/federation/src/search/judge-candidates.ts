import type { CardModel } from '@tributary/contracts';
import type { WordModel } from '@tributary/embedding-port';
import type { Candidate } from '@tributary/engines-port';
import {
  Judgement,
  codesTell,
  namedTerms,
  poolCounts,
  tellNames,
  weighWords,
  type JudgedHit,
  type NamedTerms,
  type WeighedWord,
} from '@tributary/ranking';
import { lookClosely } from '../close-look/close-look.js';
import { senseOf } from '../close-look/sense.js';
import { asksForTests } from '../close-look/test-files.js';
import type { QueryEmbedder } from '../embed/query-embedder.js';
import type { SearchPlan } from '../plan/plan.js';
import type { Gathered } from './gather-candidates.js';

export type JudgeTools = Pick<QueryEmbedder, 'isCommon' | 'words'>;

/** Judges by what travels with the candidates, and once more by the text of the best. */
export async function judgeCandidates(
  plan: SearchPlan,
  {
    nominations,
    passages,
    text,
    written,
    terms,
    fuzzyWords,
  }: Pick<Gathered, 'nominations' | 'passages' | 'text' | 'written' | 'terms' | 'fuzzyWords'>,
  embedder: JudgeTools,
): Promise<readonly JudgedHit<Candidate>[]> {
  const { request, weights } = plan;
  const { words } = embedder;
  const learns = request.algorithm === 'hybrid' && weights.semantic > 0;
  const collections = tellNames(
    nominations.map(({ collection, candidates, counts, isSampled, rankings }) => ({
      candidates,
      counts,
      isSampled,
      rankings,
      // Other algorithms give what their lanes say, and nothing else.
      named: request.algorithm === 'hybrid' ? namedTerms(collection.record.name, { text, terms }) : undefined,
      model: nameOf(collection.record.card.model),
      isCommonModel: embedder.isCommon(collection.record.card.model),
      ...(learns && words ? { focus: () => focusOf(weighWords(text, { terms, counts }), words) } : {}),
    })),
  );
  const meant = collections.map(({ named }) => words !== undefined && isMeant(named, { terms, words }));
  const isOne = nominations.length === 1;
  const pooled = poolCounts(nominations.map(({ counts }) => counts));
  const focus = learns && words && !isOne ? { focus: () => focusOf(weighWords(text, { terms, counts: pooled }), words) } : {};
  const sense = words ? senseOf(weighWords(text, { terms, counts: pooled }), words, codesTell({ terms, counts: pooled })) : 1;
  const judgement = new Judgement({ algorithm: request.algorithm, weights, terms, fuzzyWords, collections, meant, sense, ...focus });
  const first = judgement.rank();
  const { heterogeneity } = judgement;
  const weighed = collections.map(({ counts, named }) => weighWords(text, { terms, counts, named, among: { pooled, heterogeneity } }));
  const withVectors = (collection: number) => learns && collections[collection]?.isCommonModel === false;
  const looks =
    words &&
    (await lookClosely(first, {
      nominations,
      passages,
      text,
      weighed,
      plan: { ...plan, query: { ...plan.query, text: written } },
      words,
      sense,
      withVectors,
      tellsTests: !asksForTests(plan.query.terms),
      // Relevance is the same by every algorithm.
      tellsRuns: request.algorithm !== 'hybrid' || weights.keyword > 0,
    }));
  return looks ? judgement.rank(looks) : first;
}

/** True where the query says a name that the static model does not know as a word; it may be one nevertheless (`invoices`, `wiki`, words of other languages). */
function isMeant(named: NamedTerms, { terms, words }: Pick<Gathered, 'terms'> & { readonly words: WordModel }): boolean {
  return terms.some(({ word }, at) => named?.[at] === true && word !== undefined && !words.knows(word));
}

/** Vectors of two revisions of a model are not of one. */
function nameOf({ name, revision = '' }: Pick<CardModel, 'name' | 'revision'>): string {
  return `${name} ${revision}`;
}

/** The query by the common model with its words weighed by what they tell in a collection; its square lets the telling ones lead (docs/ranking.md). */
function focusOf(weighed: readonly WeighedWord[], words: WordModel): Float32Array | undefined {
  const focus = words.embedWords(weighed.map(({ word, weight }) => ({ word, weight: weight ** 2 })));
  return focus.some((value) => value !== 0) ? focus : undefined;
}
