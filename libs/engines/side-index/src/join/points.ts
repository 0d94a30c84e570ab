import type { Filter } from '@tributary/contracts';
import type {
  CallOptions,
  Candidate,
  NominateRequest,
  NominateResult,
  PointSelector,
  ReadOptions,
  SignalsRequest,
  StoredPoint,
} from '@tributary/engines-port';

export type JoinRequest = Omit<NominateRequest, 'collection'>;

/** The points themselves: they decide what exists, what fits a filter, and how near a vector is. */
interface ProperPoints {
  /** The semantic lane, or no lane at all. */
  nominate(request: JoinRequest, options?: CallOptions): Promise<NominateResult>;
  signals(request: Omit<SignalsRequest, 'collection'>, options?: CallOptions): Promise<readonly Candidate[]>;
  count(filter?: Filter, options?: CallOptions): Promise<number>;
  read(selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]>;
}

/** What is asked of the index: no filter, since it has no payloads. */
export interface LexicalRequest extends Omit<JoinRequest, 'filter' | 'vector'> {
  /** Rank these points only. */
  readonly among?: readonly string[];
}

/** The words of the same points in another engine; its candidates carry the ids of the points proper. */
export interface LexicalPoints {
  nominate(request: LexicalRequest, options?: CallOptions): Promise<NominateResult>;
  signals(
    request: Omit<LexicalRequest, 'lanes' | 'limit' | 'words' | 'among'> & { readonly ids: readonly string[] },
    options?: CallOptions,
  ): Promise<readonly Candidate[]>;
}

/** Both halves of a collection. */
export interface JoinParts {
  readonly proper: ProperPoints;
  readonly lexical: LexicalPoints;
  /** True where both say the version of a document: halves of different versions are no candidate. */
  readonly comparesVersions: boolean;
  /** Candidates of a lexical lane looked up for one filtered query, at most. */
  readonly mostLookedAt: number;
}
