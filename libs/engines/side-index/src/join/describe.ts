import type { CallOptions, Candidate, SignalsRequest, StoredPoint } from '@tributary/engines-port';
import { noSignals, signalsOf, type LexicalSignals } from '../analysis/signals-of.js';
import { headingOf } from '../analysis/text-features.js';
import type { JoinContext } from './join-context.js';
import type { LexicalPoints } from './points.js';
import type { RankedWords } from './rank-words.js';

/** Texts analysed for one query, at most: candidates the index does not know. */
const MOST_ANALYSED = 64;

interface Described {
  readonly request: Omit<SignalsRequest, 'collection' | 'ids'>;
  /** What the index has said already. */
  readonly ranked?: RankedWords;
  readonly candidates: readonly Candidate[];
  readonly options: CallOptions;
}

/** Adds the lexical signals to each candidate; one whose halves are of different versions is left out. */
export async function describe(context: JoinContext, asked: Described): Promise<ReadonlyMap<string, Candidate>> {
  const { request, candidates, options } = asked;
  const indexed = context.unready ? new Map<string, Candidate>() : await lookUp(context.lexical, asked);
  const described = new Map<string, Candidate>();
  const unknown: Candidate[] = [];
  for (const candidate of candidates) {
    const side = indexed.get(candidate.id);
    if (!side) unknown.push(candidate);
    else if (!context.comparesVersions || side.docVersion === candidate.docVersion)
      described.set(candidate.id, withSignals(candidate, side));
  }
  for (const candidate of await fromText(context, { request, candidates: unknown, options })) described.set(candidate.id, candidate);
  return described;
}

/** What the index says of candidates: from its ranking, where that was asked for all signals, else by id. */
async function lookUp(
  lexical: LexicalPoints,
  { request, ranked, candidates, options }: Described,
): Promise<ReadonlyMap<string, Candidate>> {
  const { terms, common, withVectors } = request;
  const isComplete = ({ commonSimilarity, commonVector }: Candidate) =>
    (!common || commonSimilarity !== undefined) && (!withVectors || commonVector !== undefined);
  const known = new Map([...(ranked?.described ?? [])].filter(([, candidate]) => isComplete(candidate)));
  const ids = candidates.map(({ id }) => id).filter((id) => !known.has(id));
  if (ids.length === 0) return known;
  const asked = { ids, terms, ...(common ? { common } : {}), ...(withVectors ? { withVectors } : {}) };
  for (const candidate of await lexical.signals(asked, options)) known.set(candidate.id, candidate);
  return known;
}

function withSignals(candidate: Candidate, { body, title, length, commonSimilarity, commonVector }: LexicalSignals): Candidate {
  return {
    ...candidate,
    body,
    title,
    length,
    ...(commonSimilarity === undefined ? {} : { commonSimilarity }),
    ...(commonVector ? { commonVector } : {}),
  };
}

/** Candidates the index does not know: their texts are analysed on first sight, as many as a query may take; the others have their lane's score only. */
async function fromText({ texts, proper }: JoinContext, { request, candidates, options }: Described): Promise<readonly Candidate[]> {
  const analysed = candidates.slice(0, MOST_ANALYSED);
  const unread = analysed.filter(({ payload }) => payload === undefined).map(({ id }) => id);
  const read = unread.length === 0 ? [] : await proper.read({ ids: unread }, options);
  const payloads = new Map<string, StoredPoint['payload']>(read.map(({ id, payload }) => [id, payload]));
  const readable = analysed.flatMap((candidate) => {
    const payload = candidate.payload ?? payloads.get(candidate.id);
    return payload ? [{ candidate, text: { heading: headingOf(payload), content: payload.content } }] : [];
  });
  const features = await texts.of(
    readable.map(({ text }) => text),
    options.signal,
  );
  const made = readable.flatMap(({ candidate }, i) => (features[i] ? [withSignals(candidate, signalsOf(features[i], request))] : []));
  return [...made, ...candidates.slice(MOST_ANALYSED).map((candidate) => withSignals(candidate, noSignals(request)))];
}
