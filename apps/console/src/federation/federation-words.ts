import type { CollectionChoice, Coverage, SearchHit, SearchStep } from '@tributary/contracts';

const REASONS: Readonly<Record<CollectionChoice['because'], string>> = {
  few: 'there are so few that all are asked',
  named: 'it was named',
  written: 'its name or card says so',
  best: 'its content fits best',
  near_best: 'its content fits nearly as well as the best',
  unknown: 'its content is not known yet, so it is asked to be safe',
  changed: 'it has changed much since its content was looked at',
  widened: 'those chosen first held too little',
  no_time: 'no time was left',
  less_likely: 'others fit better',
};

/** Why a collection was asked, or was not. */
export function reasonOf({ because }: CollectionChoice): string {
  return REASONS[because];
}

const STEPS: Readonly<Record<SearchStep['step'], readonly [label: string, does: string]>> = {
  nominate: ['Nominate', 'the lanes of all collections named candidates'],
  conditions: ['Conditions', 'older versions, and passages without exact words or with excluded ones, go'],
  judge: ['Judge', 'puts all candidates on one scale'],
  min_relevance: ['Least relevance', 'what is less relevant than asked for goes'],
  collapse: ['Collapse', 'near duplicates in other documents go below the best of them'],
  rerank: ['Rerank', 'reads the head again and reorders it'],
  priorities: ['Priorities', 'hits of preferred collections move up'],
  per_document: ['Per document', 'further passages of one document go'],
  diversity: ['Diversity', 'similar hits move down; the list ends at 300'],
  page: ['Page', 'as many as were asked for and fit into the budget'],
};

export function labelOf({ step, by }: SearchStep): string {
  return by === undefined ? STEPS[step][0] : `${STEPS[step][0]} (${by})`;
}

export function purposeOf({ step }: SearchStep): string {
  return STEPS[step][1];
}

/** What a step did, in words. */
export function effectOf({ step, left, dropped, moved }: SearchStep): string {
  if (step === 'nominate') return `${left.toString()} candidates`;
  const parts = [...(dropped > 0 ? [`dropped ${dropped.toString()}`] : []), ...(moved > 0 ? [`moved ${moved.toString()}`] : [])];
  return parts.length === 0 ? 'changed nothing' : parts.join(', ');
}

/** What a collection brought: candidates, and hits on the page. */
export interface Contribution {
  readonly collection: string;
  readonly candidates: number;
  readonly hits: number;
  readonly relevance: number;
}

/** Those with most hits first. */
export function contributionsOf(
  coverage: readonly Coverage[],
  hits: readonly Pick<SearchHit, 'collection' | 'relevance'>[],
): readonly Contribution[] {
  return coverage
    .map(({ collection, candidates }) => {
      const own = hits.filter((hit) => hit.collection === collection);
      return { collection, candidates, hits: own.length, relevance: own.reduce((sum, { relevance }) => sum + relevance, 0) };
    })
    .filter(({ candidates, hits: count }) => candidates + count > 0)
    .toSorted((a, b) => b.hits - a.hits || b.candidates - a.candidates);
}

/** How many hits there are, and from how many collections. */
export function sourcesOf(hits: readonly Pick<SearchHit, 'collection'>[]): string {
  const collections = new Set(hits.map(({ collection }) => collection)).size;
  return `${hits.length.toString()} ${hits.length === 1 ? 'hit' : 'hits'} from ${collections.toString()} ${collections === 1 ? 'collection' : 'collections'}`;
}
