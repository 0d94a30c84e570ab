export { ANALYSER, analyseChunk, type ChunkTerms } from './analysis/analyse-chunk.js';
export { isSameName, nameTerms, withNameTerms } from './analysis/name-term.js';
export { termIdsOf } from './analysis/tokens.js';
export { BM25, frequencyOf, idf, lengthNorm, saturate } from './bm25/bm25.js';
export type { CloseLook } from './judge/close-look.js';
export { Judgement, type JudgeRequest, type JudgedHit } from './judge/judge.js';
export { laneWeights, lanesOf, type LaneWeights } from './judge/weights/lane-weights.js';
export { bm25Scores, type JudgedTerm } from './judge/evidence/lexical.js';
export { tellNames, type NamedTerms } from './judge/evidence/naming.js';
export { JOINT, OWN_ORDER, type OwnOrderWeights } from './judge/weights/parameters.js';
export { USUAL_TERMS, trustInWords } from './judge/weights/trust-in-words.js';
export { rejudge } from './judge/rejudge.js';
export { DOUBTFUL_BELOW } from './judge/level/relevance.js';
export type { JudgedCollection, LaneRanking } from './judge/evidence/signals.js';
export { unitOf, type JudgedCandidate } from './judge/judged-candidate.js';
export { codesTell } from './judge/evidence/asked-codes.js';
export { poolCounts, type TermCounts } from './judge/evidence/term-counts.js';
export { NEIGHBOURS, escapeMarkers, markMatch } from './pack/excerpt.js';
export { joinChunks, joinPlacedChunks, type JoinedChunks, type PlacedChunk } from './pack/join-chunks.js';
export { chooseWithinBudget, cutAround, cutToBudget, type TextSpan } from './pack/token-budget.js';
export { contentConditions, type ContentConditions, type ContentDemands } from './query/content-conditions.js';
export { readingFor } from './query/reading-for.js';
export { saidAlone, saidAsOne, writtenAsOne } from './query/written-as-one.js';
export { withOtherWritings } from './query/other-writings.js';
export { strangeWords, withFunctionWordsAside } from './query/foreign-query.js';
export { settleTerms } from './query/settle-terms.js';
export { beginningOf, withForms, wordsWithForms } from './query/word-forms.js';
export { withAmountsInGroups } from './query/grouped-numbers.js';
export { loneCharacters, pairsWith, withPairs } from './query/lone-characters.js';
export { askedDefinition, type AskedDefinition } from './query/asked-definition.js';
export { identifiersIn } from './query/identifiers-in.js';
export { calledNames } from './query/called-names.js';
export { namedPaths, type NamedPath } from './query/named-paths.js';
export { isMereWord, namedDefinition, type NamedDefinition } from './query/named-definition.js';
export { namedTerms, subjectOfName } from './query/named-terms.js';
export { askedAsOne, type AskedAsOne } from './query/asked-as-one.js';
export { codesIn, withoutCodes } from './query/codes.js';
export { asTheQueryWrites, saidByNobody, withSequences, writingsOfNumbers } from './query/number-sequences.js';
export { signedNames } from './query/signed-names.js';
export { parseQuery, type ParsedQuery, type ParsedTerm } from './query/parse-query.js';
export type { ReadAsText } from './query/operators.js';
export { weighWords, type WeighedWord } from './query/weigh-words.js';
export { diversify } from './refine/diversify.js';
export {
  areDuplicates,
  comparableText,
  groupDuplicates,
  likelyDuplicates,
  type ComparableText,
  type LikelyDuplicates,
} from './refine/duplicates.js';
export { dealOut, mixScores } from './refine/mix-scores.js';
export { yieldToRelevant } from './refine/yield-to-relevant.js';
export { limitPerDocument, type DocumentLimit } from './refine/per-document.js';
export { beginningsFor, chooseStandIns, repairQuery, unknownWords, type RepairedQuery, type RepairedWord } from './repair/repair-query.js';
export { chooseCollections } from './selection/choose-collections.js';
export { clusterVectors, type Clusters } from './selection/cluster-vectors.js';
export { sketchCollection, type CollectionSketch, type SketchedPassage } from './selection/collection-sketch.js';
export { describeContent, type DescribedPassage } from './selection/describe-content.js';
export {
  scoreCollections,
  type CardSketch,
  type CollectionScore,
  type SelectableCollection,
  type SelectionQuery,
} from './selection/score-collections.js';
export { sketchCards, type SpokenCard } from './selection/sketch-cards.js';
export { TermCountTable } from './selection/term-count-table.js';
export { bigramDice } from './similarity/bigram-dice.js';
export { LongestRun } from './similarity/longest-run.js';
export { cosine } from './similarity/cosine.js';
export { editDistanceWithin1 } from './similarity/edit-distance.js';
export { matchLetters } from './similarity/letter-match.js';
export { cleanText } from './text/clean-text.js';
