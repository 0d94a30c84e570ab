import type { Filter, Lane } from '@tributary/contracts';
import type { CallOptions, Candidate, NominateResult, TermStatistics } from '@tributary/engines-port';
import type { JoinParts, JoinRequest, LexicalRequest } from './points.js';

/** Further candidates asked for without a filter: some may be of a version that is just being replaced. Few, since each is looked up; where more are it is asked again. */
const SPARE = 4;
/** Candidates looked up one by one before the filter itself is counted; one that fits at most as many points is resolved to their ids. */
const FEW = 1_000;
const GROWTH = 4;
/** Points looked for without the filter, where it leaves none that the index named. */
const LOOKED_FOR = 16;
/** What `mostLookedAt` is unless somebody says otherwise. */
export const MOST_LOOKED_AT = 20_000;

interface RankedId {
  readonly id: string;
  readonly score: number;
}

/** A lexical lane whose candidates exist and fit the filter; cut when it may hold more than were looked at and fewer than wanted were found. */
interface VerifiedLane {
  readonly ranking: readonly RankedId[];
  readonly isCut: boolean;
  readonly ms: number;
}

export interface RankedWords {
  readonly lanes: ReadonlyMap<Lane, VerifiedLane>;
  /** By id, as the index describes them. */
  readonly described: ReadonlyMap<string, Candidate>;
  readonly statistics: TermStatistics;
}

/** Runs the lexical lanes and keeps what the points proper confirm: with a filter the same ranking as if the index knew it. */
export class WordRanking {
  readonly #parts: JoinParts;
  readonly #request: JoinRequest;
  readonly #options: CallOptions;
  /** As the points proper describe them; undefined where they do not exist or the filter keeps them out. */
  readonly #verified = new Map<string, Candidate | undefined>();
  /** Points that the index named. */
  readonly #named = new Set<string>();

  constructor(parts: JoinParts, request: JoinRequest, options: CallOptions) {
    this.#parts = parts;
    this.#request = request;
    this.#options = options;
  }

  /** `near` are candidates of the semantic lane, which need not be looked up again; `first` is what the index answered to `firstRequest`. */
  async run(near: readonly Candidate[], first: NominateResult): Promise<RankedWords> {
    for (const candidate of near) this.#verified.set(candidate.id, candidate);
    const startedAt = performance.now();
    let [asked, page] = [this.#firstLimit, first];
    let among: readonly string[] | undefined;
    let isCounted = false;
    for (;;) {
      for (const { id } of page.candidates) this.#named.add(id);
      await this.#verify(page.candidates.map(({ id }) => id));
      const lanes = this.#lanesOf(page, asked, performance.now() - startedAt);
      const isOpen = [...lanes.values()].some(({ isCut }) => isCut);
      if (!isOpen || asked >= this.#parts.mostLookedAt) return { lanes, described: byId(page.candidates), statistics: page.statistics };
      if (!isCounted && asked * GROWTH > FEW) [among, isCounted] = [await this.#fewFitting(), true];
      asked = among ? among.length + 1 : Math.min(asked * GROWTH, this.#parts.mostLookedAt);
      page = await this.#parts.lexical.nominate(this.#pageRequest(asked, among), this.#options);
    }
  }

  /** What the index is asked first. */
  get firstRequest(): LexicalRequest {
    const { common, withVectors } = this.#request;
    return { ...this.#pageRequest(this.#firstLimit), ...(common ? { common } : {}), ...(withVectors ? { withVectors } : {}) };
  }

  /** As the points proper describe a point; undefined where it does not exist or the filter keeps it out. */
  verified(id: string): Candidate | undefined {
    return this.#verified.get(id);
  }

  /** True where the index named points and none of them is there: its words are those of other points. */
  async isBehind(): Promise<boolean> {
    const named = [...this.#named];
    if (named.length === 0 || named.some((id) => this.#verified.get(id) !== undefined)) return false;
    if (!isRestricting(this.#request.filter)) return true;
    const there = await this.#parts.proper.signals({ ids: named.slice(0, LOOKED_FOR), terms: [] }, this.#options);
    return there.length === 0;
  }

  get #firstLimit(): number {
    const { limit, filter } = this.#request;
    return Math.min(this.#parts.mostLookedAt, (isRestricting(filter) ? limit * GROWTH : limit) + SPARE);
  }

  #pageRequest(limit: number, among?: readonly string[]): LexicalRequest {
    const { lanes, terms, words } = this.#request;
    const lexical = lanes.filter((lane) => lane !== 'semantic');
    return { lanes: lexical, limit, terms, ...(words ? { words } : {}), ...(among ? { among } : {}) };
  }

  /** The ids a filter leaves, where these are few. */
  async #fewFitting(): Promise<readonly string[] | undefined> {
    const { filter } = this.#request;
    const { proper } = this.#parts;
    if (!isRestricting(filter) || (await proper.count(filter, this.#options)) > FEW) return undefined;
    return (await proper.read({ filter }, this.#options)).map(({ id }) => id);
  }

  async #verify(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#verified.has(id));
    if (unknown.length === 0) return;
    const { filter, vector } = this.#request;
    const request = { ids: unknown, terms: [], ...(filter ? { filter } : {}), ...(vector ? { vector } : {}) };
    for (const id of unknown) this.#verified.set(id, undefined);
    for (const candidate of await this.#parts.proper.signals(request, this.#options)) this.#verified.set(candidate.id, candidate);
  }

  #lanesOf(page: NominateResult, asked: number, ms: number): ReadonlyMap<Lane, VerifiedLane> {
    const { limit } = this.#request;
    const lanes = new Map<Lane, VerifiedLane>();
    for (const lane of ['keyword', 'fuzzy'] as const) {
      const result = page.lanes[lane];
      if (result?.status !== 'searched') continue;
      const ranking = result.ranking.flatMap(({ candidate, score }) => {
        const found = page.candidates[candidate];
        return found && this.#confirms(found) ? [{ id: found.id, score }] : [];
      });
      lanes.set(lane, { ranking: ranking.slice(0, limit), isCut: ranking.length < limit && result.ranking.length >= asked, ms });
    }
    return lanes;
  }

  #confirms({ id, docVersion }: Candidate): boolean {
    const proper = this.#verified.get(id);
    return proper !== undefined && (!this.#parts.comparesVersions || proper.docVersion === docVersion);
  }
}

function isRestricting(filter: Filter | undefined): filter is Filter {
  return filter !== undefined && Object.values(filter).some((clause) => clause !== undefined);
}

function byId(candidates: readonly Candidate[]): ReadonlyMap<string, Candidate> {
  return new Map(candidates.map((candidate) => [candidate.id, candidate]));
}
