import { onlyNewestVersions } from '@tributary/engines-port';
import {
  contentConditions,
  poolCounts,
  settleTerms,
  saidAlone,
  type ContentDemands,
  type JudgedTerm,
  withAmountsInGroups,
  withSequences,
  writtenAsOne,
  type ParsedQuery,
  type RepairedQuery,
} from '@tributary/ranking';
import { checkContents } from '../conditions/check-contents.js';
import { countAsOne } from '../conditions/count-as-one.js';
import { keepCandidates } from '../conditions/keep-candidates.js';
import { lookPastExcluded } from '../conditions/look-past-excluded.js';
import { nominateQuoted } from '../conditions/nominate-quoted.js';
import { saidLiterally, wholesOf } from '../conditions/said-literally.js';
import type { QueryEmbedder } from '../embed/query-embedder.js';
import { findNamedFiles, type FileCatalog } from '../named/named-files.js';
import { nominateCalled } from '../named/nominate-called.js';
import { findTitled } from '../named/nominate-titled.js';
import { askDeeper } from '../nominate/ask-deeper.js';
import { calledByName } from '../nominate/called-by-name.js';
import type { Circuits } from '../nominate/circuits.js';
import { nominateAll } from '../nominate/nominate-all.js';
import type { LaneQuery, Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { QueryVectors } from '../nominate/query-vectors.js';
import { betterAnswer, saysLess } from '../nominate/was-searched.js';
import { PassageReader } from '../passages/passage-reader.js';
import { depthTogether } from '../plan/candidates-per-lane.js';
import { timeToEmbed } from '../plan/deadlines.js';
import type { SearchPlan } from '../plan/plan.js';
import { askedIn, missedNotes } from './missed.js';
import { quotedWords } from './quoted-words.js';
import { readAsMeant } from '../vocabulary/read-as-meant.js';
import { findRepairs, repairNotes } from '../vocabulary/repairs.js';

export interface GatherTools {
  readonly embedder: QueryEmbedder;
  readonly circuits: Circuits;
  readonly catalog: FileCatalog;
}

/** Every candidate of every collection that answered, fit to be judged. */
export interface Gathered {
  readonly nominations: readonly Nomination[];
  /** Reads what the candidates stand for. */
  readonly passages: PassageReader;
  /** The same before anything was dropped. */
  readonly nominated: readonly Nomination[];
  /** What the collections were asked in the end. */
  readonly request: NominationRequest;
  /** The query as it was looked for in the end, as text and as terms. */
  readonly text: string;
  /** The query as it was asked, its numbers as they were looked for. */
  readonly written: string;
  readonly terms: readonly (JudgedTerm & { readonly id: number })[];
  readonly fuzzyWords: number;
  /** Places among the counted terms of names with signs and numbers written as one, where the query says nothing else and some candidate says them; else none. */
  readonly namesAt: readonly number[];
  /** Of what is counted behind the terms of the query, as `countAsOne` tells it. */
  readonly wordsAt: readonly (readonly number[])[];
  /** Places among the counted terms of what was looked for letter by letter beyond the lanes: those of one such search together. */
  readonly literalAt: readonly (readonly number[])[];
  /** What every passage must and must not contain. */
  readonly demands: ContentDemands;
  /** Codes, dates and versions that no passage found says. */
  readonly missed: readonly string[];
  readonly notes: readonly string[];
}

/** Asks all collections, repairs words that none of them knows and asks again, and drops what must not be judged.
 *  @param before what some of them have said already: it stands where they say less now and are asked for the same terms */
export async function gatherCandidates(
  plan: SearchPlan,
  tools: GatherTools,
  before?: Pick<Gathered, 'nominated' | 'request'>,
): Promise<Gathered> {
  const { deadlines, signal } = plan;
  const { circuits, catalog } = tools;
  const query = await readAsMeant(plan, tools);
  const vectors = new QueryVectors(tools.embedder, query.text, { deadline: timeToEmbed(deadlines), signal });
  const request = requestOf(plan, { terms: query.terms, words: query.words, vectors });
  const naming = findNamedFiles(plan, catalog);
  const titledAsWritten = findTitled(plan, circuits);
  const asked = withEarlier(await nominateAll(plan.targets, request, circuits), request, before);
  const repaired =
    plan.request.algorithm === 'fuzzy' ? undefined : await findRepairs(query, asked, { deadlines, signal, words: tools.embedder.words });
  const again = repaired && (await askAgain(plan, { asked, repaired, vectors }, tools));
  const lastRequest = again?.request ?? request;
  const titled = repaired && again ? [titledAsWritten, findTitled(plan, circuits, repaired.text)] : [titledAsWritten];
  const deeper = await askDeeper(again?.nominations ?? asked, lastRequest, circuits);
  const written = plan.request.algorithm === 'hybrid' ? amountsInGroups(query, asked) : query.text;
  const literally = saidLiterally(plan, written);
  const quoted = await nominateQuoted(deeper, lastRequest, literally);
  const named = await nominateCalled(quoted.nominations, lastRequest, { files: await naming, titled, asked: plan.request });
  const lookedFor = repaired && again ? repaired : query;
  const { nominations: fitting, demands, notes: unmet } = await admitAll(named, plan);
  const { admissions, cut } = await lookPastExcluded(
    named.map((nominated, at) => ({ nominated, admitted: fitting[at] ?? nominated })),
    lastRequest,
    { excluded: demands.excluded, asked: plan.request, admit: (nomination) => admit(nomination, plan, demands) },
  );
  const counted = await countAsked(plan, { written, terms: lookedFor.terms, admissions, demands, cut: quoted.cut });
  const { nominations, known, missed, wordsAt, wholes, asked: called } = counted;
  const said = [known, missed].flatMap((some) => wholes.filter((whole) => some.includes(whole)));
  const placeOf = (whole: string) => lookedFor.terms.length + known.indexOf(whole);
  const settled = settleTerms(lookedFor.terms, poolCounts(nominations.map(({ counts }) => counts)));
  const passages = new PassageReader(nominations.map(({ collection }) => collection));
  return {
    nominations,
    passages,
    nominated: admissions.map((one) => one.nominated),
    request: lastRequest,
    text: lookedFor.text,
    written,
    terms: withSequences(settled, said, { query: written, asked: called }),
    fuzzyWords: lookedFor.words.length,
    namesAt: saidAlone(written).flatMap((one) => (known.includes(one) ? [placeOf(one)] : [])),
    wordsAt,
    literalAt: wholesOf(literally, known).map((together) => together.map(placeOf)),
    demands,
    missed,
    notes: [
      ...(repaired && again ? repairNotes(repaired, nominations) : []),
      ...unmet,
      ...missedNotes(written, missed),
      ...lookedAtNotes(demands, { quoted: quoted.cut, cut, limit: lastRequest.limit }),
    ],
  };
}

interface Admitted {
  readonly written: string;
  readonly terms: ParsedQuery['terms'];
  readonly admissions: readonly { readonly nominated: Nomination; readonly admitted: Nomination }[];
  readonly demands: ContentDemands;
  readonly cut: number;
}

/** What is written as one, as often as the query says it, what of this it calls one thing by, and who says it. */
async function countAsked({ request, deadlines, signal }: SearchPlan, { written, terms, admissions, demands, cut }: Admitted) {
  const wholes = request.algorithm === 'hybrid' ? writtenAsOne(written) : [];
  const { wholes: asked, ...sought } = askedIn(written, admissions, { demands, cut });
  const admitted = admissions.map((one) => one.admitted);
  const counted = await countAsOne(admitted, { ...sought, wholes: [...new Set(wholes)], terms }, { deadlines, signal });
  return { ...counted, wholes, asked };
}

/** The text of a query with those of its numbers in groups that no collection has as it writes them. */
function amountsInGroups({ text, terms }: ParsedQuery, asked: readonly Nomination[]): string {
  const { documentFrequency } = poolCounts(asked.filter(hasAnswered).map(({ counts }) => counts));
  return withAmountsInGroups(text, (digits) => documentFrequency[terms.findIndex(({ word }) => word === digits)] !== 0);
}

/** Candidates count the terms by their places: answers to other terms cannot stand beside these. */
function withEarlier(
  nominations: readonly Nomination[],
  { query }: NominationRequest,
  before: Pick<Gathered, 'nominated' | 'request'> | undefined,
): readonly Nomination[] {
  if (before === undefined || !areSame(query.terms, before.request.query.terms)) return nominations;
  const earlier = new Map(before.nominated.map((one) => [one.collection, one]));
  return nominations.map((now) => {
    const then = earlier.get(now.collection);
    return then ? betterAnswer(then, now) : now;
  });
}

function areSame(some: LaneQuery['terms'], others: LaneQuery['terms']): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id);
}

/** The answers to the repaired query; undefined when one that had answered before did not this time or lacks a lane that it had, or no time is left to ask. */
async function askAgain(
  plan: SearchPlan,
  { asked, repaired, vectors }: { readonly asked: readonly Nomination[]; readonly repaired: RepairedQuery; readonly vectors: QueryVectors },
  { embedder, circuits }: GatherTools,
): Promise<Pick<Gathered, 'nominations' | 'request'> | undefined> {
  const { deadlines, signal } = plan;
  const slowest = Math.max(...asked.filter(hasAnswered).map(({ ms }) => ms));
  if (deadlines.lanes.remainingMs < 2 * slowest) return undefined;
  const better = new QueryVectors(embedder, repaired.text, { deadline: deadlines.lanes.share(0.5), signal, fallback: vectors });
  const request = requestOf(plan, { terms: repaired.terms, words: repaired.words, vectors: better });
  const targets = asked.filter(hasAnswered).map(({ collection }) => collection);
  const again = await nominateAll(targets, request, circuits);
  if (!again.every(hasAnswered)) return undefined;
  const nominations = asked.map((before) => again.find(({ collection }) => collection === before.collection) ?? before);
  // Answers to other terms cannot stand beside these.
  return nominations.some((after, at) => saysLess(after, asked[at] ?? after)) ? undefined : { nominations, request };
}

function requestOf(plan: SearchPlan, query: Omit<LaneQuery, 'terms'> & Pick<ParsedQuery, 'terms'>): NominationRequest {
  const { lanes, candidatesPerLane, request, targets, deadlines, signal } = plan;
  // The judge learns from the best answers' vectors, diversity and the search for duplicates compare them.
  const withVectors = request.algorithm === 'hybrid' || request.diversity > 0 || request.collapse;
  const together = depthTogether(request, plan.query, targets.length);
  const terms = query.terms.map(({ nominatingWeight, ...term }) => ({ ...term, weight: nominatingWeight ?? term.weight }));
  const byName = calledByName(plan, query);
  return {
    query: { ...query, terms },
    lanes,
    limit: candidatesPerLane,
    withVectors,
    deadlines,
    signal,
    ...(together ? { together } : {}),
    ...(byName ? { byName } : {}),
  };
}

/** What may be judged. Exact words that nothing found contains count as words where they stand in a sentence: what cites something is answered
 *  as it is meant, and says so (docs/adr/0022-operators-in-short-queries.md). Of passages that could not be read that is not known. */
async function admitAll(nominated: readonly Nomination[], plan: SearchPlan): Promise<Pick<Gathered, 'nominations' | 'demands' | 'notes'>> {
  const { query } = plan;
  const { phrases, excluded } = query;
  const admitted = await Promise.all(nominated.map((nomination) => admit(nomination, plan, { phrases, excluded })));
  const wereRead = admitted.every(({ answered }, at) => answered || nominated[at]?.answered === false);
  if (!query.mayCite || hasCandidates(admitted) || !hasCandidates(nominated) || !wereRead)
    return { nominations: admitted, demands: { phrases, excluded }, notes: [] };
  const demands = { phrases: [], excluded };
  const nominations = await Promise.all(nominated.map((nomination) => admit(nomination, plan, demands)));
  const note = `No passage found contains exactly ${quotedWords(phrases)}: looked for the words instead.`;
  return { nominations, demands, notes: hasCandidates(nominations) ? [note] : [] };
}

/** Where some passages were not looked at. */
function lookedAtNotes(
  demands: ContentDemands,
  { quoted, ...others }: { readonly quoted: number; readonly cut: number; readonly limit: number },
): readonly string[] {
  return [...cutNotes(demands, quoted), ...uncertainNotes(demands, others)];
}

/** Where not every passage that may have the exact words was looked at. */
function cutNotes({ phrases }: ContentDemands, cut: number): readonly string[] {
  if (phrases.length === 0 || cut === 0) return [];
  const where = `${cut.toString()} ${cut === 1 ? 'collection' : 'collections'}`;
  return [
    `Of ${where} only the best passages were looked at for ${quotedWords(phrases)}, and others may have it: with further words, or a filter, it is looked for elsewhere.`,
  ];
}

/** Where what is excluded left little, and not every passage that may lack it was looked at. */
function uncertainNotes({ excluded }: ContentDemands, { cut, limit }: { readonly cut: number; readonly limit: number }): readonly string[] {
  if (cut === 0) return [];
  const where = `${cut.toString()} ${cut === 1 ? 'collection' : 'collections'}`;
  return [
    `Of ${where} only the ${limit.toString()} best passages of each lane were looked at, and others may lack ${quotedWords(excluded)}: with further words, or a filter, it is looked for elsewhere.`,
  ];
}

function hasCandidates(nominations: readonly Nomination[]): boolean {
  return nominations.some(({ candidates }) => candidates.length > 0);
}

function admit(nomination: Nomination, { deadlines, signal }: SearchPlan, demands: ContentDemands): Promise<Nomination> {
  const newest = new Set(onlyNewestVersions(nomination.candidates));
  const whole = keepCandidates(nomination, (candidate) => newest.has(candidate));
  return checkContents(whole, contentConditions(demands), { deadlines, signal });
}

function hasAnswered({ answered }: Nomination): boolean {
  return answered;
}
