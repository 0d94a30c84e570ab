import { accessFilter, type CallContext, type Principal, type SearchHit, type SearchRequest } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { createNextcloudDialect } from './nextcloud-dialect.js';
import { NEXTCLOUD_DEFAULTS, type NextcloudSettings } from './nextcloud-settings.js';
import type { DocumentVerifier } from '@tributary/sources-port';

/** Searches in memory that say what each lane gave, and show every caller his own rows only, as the real ones do. */
export class LanedOperations extends MemoryOperations {
  readonly asked: SearchRequest[] = [];
  /** Cosines by title; others have the share of the query’s words. */
  readonly cosines = new Map<string, number>();

  override async search(request: SearchRequest, context: CallContext) {
    this.asked.push(request);
    const own = accessFilter(context.principal);
    const filter = { must: [request.filter ?? {}, own ?? {}] };
    // A real lane of meaning or of similar words finds what shares no word with the query.
    const all = await super.search({ ...request, query: request.algorithm === 'keyword' ? request.query : EVERY_WORD, filter }, context);
    const shares = await super.search({ ...request, filter }, context);
    const shareOf = (hit: SearchHit) => shares.hits.find(({ id }) => id === hit.id)?.relevance ?? 0;
    const scored = all.hits.map((hit) => ({ hit, share: shareOf(hit), cosine: this.cosines.get(hit.title) ?? shareOf(hit) }));
    const ordered = request.algorithm === 'semantic' ? scored.toSorted((a, b) => b.cosine - a.cosine) : scored;
    const hits = ordered.map(({ hit, share, cosine }, at) => ({
      ...hit,
      explanation: {
        lanes: { [request.algorithm]: { rank: at + 1, score: request.algorithm === 'semantic' ? cosine : share } },
        judge: { lexical_pooled: share },
        steps: [],
      },
    }));
    return { ...all, hits };
  }
}

/** Stands in every text, so that each can be found by it. */
const EVERY_WORD = 'note';

export const ada: Principal = {
  subject: 'user:ada',
  user_id: 'ada',
  groups: [],
  scopes: ['semantic:read'],
  collections: ['*'],
  unrestricted: false,
};
export const bob: Principal = { ...ada, subject: 'user:bob', user_id: 'bob' };

export function nextcloud(settings: Partial<NextcloudSettings> = {}, verifier?: DocumentVerifier) {
  return createNextcloudDialect({ ...NEXTCLOUD_DEFAULTS, ...settings }, verifier);
}

const NOTES = [
  ['1', 'ada', 'Q1 Budget', 'A note on numbers for the first three months.'],
  ['2', 'ada', 'Meeting', 'A note of what was said of the Q1 budget and of cake.'],
  ['3', 'ada', 'Objectives', 'A note on what we want to reach by summer.'],
  ['4', 'ada', 'Cluster', 'A note on running Kubernetes at home.'],
  ['5', 'bob', 'Q1 Budget of Bob', 'A note with CANARY-BOB and a budget for Q1.'],
  ['6', undefined, 'Common budget', 'A note for everybody with CANARY-ALL about Q1.'],
] as const;

/** Four notes of ada, one of bob, one of nobody in particular. */
export async function filledOperations(): Promise<LanedOperations> {
  const operations = new LanedOperations();
  await operations.ingestDocuments(
    NOTES.map(([id, user, title, content]) => ({
      v: 1,
      collection: 'nextcloud',
      id,
      title,
      content,
      type: 'note',
      metadata: { doc_type: 'note' },
      ...(user === undefined ? {} : { user_id: user }),
    })),
  );
  operations.cosines.set('Objectives', 0.91).set('Q1 Budget', 0.75).set('Meeting', 0.72).set('Cluster', 0.3);
  return operations;
}
