/** One hit of an answer: what it was said to be worth, and what it is. */
export interface RelevancePoint {
  /** 0 to 1, as the answer said. */
  readonly relevance: number;
  readonly isRelevant: boolean;
  /** Each signal of the judge by name. */
  readonly signals: Readonly<Record<string, number>>;
  /** Gain of the judgments; 0 where there is none. */
  readonly gain: number;
}

/** What one query brought: from its own collection, from some that are not its own one at a time, and from all of those at once. */
export interface RelevanceLists {
  readonly query: string;
  readonly home: readonly RelevancePoint[];
  readonly wrong: readonly (readonly RelevancePoint[])[];
  readonly allWrong: readonly RelevancePoint[];
  /** Gains of all judged documents of the query. */
  readonly gains: readonly number[];
}
