import type { Lane, Principal, Priorities, SearchRequest, Selection } from '@tributary/contracts';
import type { CollectionRecord, UnreadableCollection } from '@tributary/engines-port';
import type { Deadline } from '@tributary/kernel';
import type { LaneWeights, ParsedQuery } from '@tributary/ranking';
import type { ReadScope } from '../access/read-scope.js';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Failure } from '../nominate/failure.js';
import type { SearchDeadlines } from './deadlines.js';
import type { UnknownCollection } from './resolve-collections.js';

/** Who asks, until when, and how the call can be ended. */
export interface SearchContext {
  readonly principal: Principal;
  /** Left out: as long as the request says. */
  readonly deadline?: Deadline;
  readonly signal?: AbortSignal;
}

/** What one search is going to do. */
export interface SearchPlan {
  readonly request: SearchRequest;
  readonly query: ParsedQuery;
  readonly weights: LaneWeights;
  readonly lanes: readonly Lane[];
  readonly targets: readonly ScopedCollection[];
  /** Meant by `auto`, and not asked. */
  readonly leftOut: readonly ScopedCollection[];
  /** Why it could not be found out of some of these whether the caller may read anything there. */
  readonly failedLooks?: ReadonlyMap<ScopedCollection, Failure>;
  /** Meant by a pattern, and not asked, since their content was moved. */
  readonly parted: readonly CollectionRecord[];
  /** Whether the request or the settings bound how many of those that `auto` means are asked, however little they hold. */
  readonly isBounded?: boolean;
  /** How `auto` chose; left out where nothing was left to us. */
  readonly selection?: Selection;
  /** Meant, and not to be read now. */
  readonly unreadable: readonly UnreadableCollection[];
  readonly unknown: readonly UnknownCollection[];
  /** Of the request, else of the settings. */
  readonly priorities: Priorities | undefined;
  readonly scope: ReadScope;
  /** Candidates of one lane of one collection at most. */
  readonly candidatesPerLane: number;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
  readonly notes: readonly string[];
}
