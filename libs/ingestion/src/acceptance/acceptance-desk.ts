import { documentRecordKey, type Change, type DocumentRecord } from '@tributary/engines-port';
import { groupBy } from '../batching/group-by.js';
import { wakeOrLeave } from '../batching/wake.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { addDocumentJobs, priorityOf } from '../ingest-document/document-jobs.js';
import { isOwnerUnsaid } from './claim-place.js';
import type { Candidate } from './candidate.js';
import { decideAcceptance, type Acceptance } from './decide-acceptance.js';

type DeskCollaborators = Pick<Collaborators, 'catalog' | 'queues' | 'clock' | 'log' | 'crashAt'>;

/** What became of a candidate, and the row that stands for its document afterwards. */
export interface Decided {
  readonly candidate: Candidate;
  readonly decision: Acceptance;
  readonly row: DocumentRecord | undefined;
}

/** Writes `accepted` rows, durable when it resolves, and adds the jobs that wake the workers: one read and one write for a whole batch. */
export class AcceptanceDesk {
  readonly #with: DeskCollaborators;
  /** The least version of the next candidate: a batch may come before as many milliseconds have passed as the one before had documents. */
  #next = 0;

  constructor(collaborators: DeskCollaborators) {
    this.#with = collaborators;
  }

  /** One answer per candidate, in order. Candidates of one document are decided in their order, each against the one before. */
  async accept(candidates: readonly Candidate[]): Promise<readonly Decided[]> {
    const decisions = new Map<Candidate, Acceptance>();
    const first = this.#reserve(candidates.length);
    const leastVersions = new Map(candidates.map((candidate, position) => [candidate, first + position]));
    const groups = [...groupBy(candidates, keyOf)];
    const rows = new Map<string, DocumentRecord | undefined>();
    const owners = new Map<string, string | undefined>();
    for (let open = groups; open.length > 0;) {
      const unsaid = new Map<string, string>();
      const standing = await this.#with.catalog.documents.changeMany(
        open.map(([key, group]) => ({
          key,
          decide: (present) => {
            const source = sourceToAsk(present, group);
            unsaid.delete(key);
            if (source === undefined || owners.has(source))
              return this.#decideInTurn(present, group, {
                decisions,
                leastVersions,
                owner: source === undefined ? undefined : owners.get(source),
              });
            unsaid.set(key, source);
            return { keep: true };
          },
        })),
      );
      open.forEach(([key], i) => rows.set(key, standing[i]));
      open = open.filter(([key]) => unsaid.has(key));
      await this.#readOwners([...new Set(unsaid.values())], owners);
    }
    this.#with.crashAt?.('document-accepted');
    return candidates.flatMap((candidate) => {
      const decision = decisions.get(candidate);
      return decision === undefined ? [] : [{ candidate, decision, row: rows.get(keyOf(candidate)) }];
    });
  }

  /** Adds the jobs of documents that wait to be indexed. A queue that is away or full leaves them to the sweep. */
  async wake(decided: readonly Decided[]): Promise<void> {
    const rows = waitingRows(decided);
    if (rows.length > 0) await wakeOrLeave(addDocumentJobs(this.#with, rows, { priority: priorityOf(rows.length) }), this.#with.log);
  }

  /** The first of as many numbers in a row that were never given before; the time, unless more were given than it has milliseconds. */
  #reserve(count: number): number {
    const first = Math.max(this.#with.clock.now(), this.#next);
    this.#next = first + count;
    return first;
  }

  async #readOwners(sources: readonly string[], owners: Map<string, string | undefined>): Promise<void> {
    const records = sources.length === 0 ? [] : await this.#with.catalog.sources.getMany(sources);
    sources.forEach((source, i) => owners.set(source, records[i]?.user_id));
  }

  #decideInTurn(
    present: DocumentRecord | undefined,
    group: readonly Candidate[],
    { decisions, leastVersions, owner }: Turn,
  ): Change<DocumentRecord> {
    const now = this.#with.clock.now();
    let known = present;
    for (const candidate of group) {
      const decision = decideAcceptance(known, candidate, { now, leastVersion: leastVersions.get(candidate) ?? now, owner });
      decisions.set(candidate, decision);
      if ('row' in decision) known = decision.row;
    }
    return known === undefined || known === present ? { keep: true } : { set: known };
  }
}

interface Turn {
  readonly decisions: Map<Candidate, Acceptance>;
  readonly leastVersions: ReadonlyMap<Candidate, number>;
  readonly owner: string | undefined;
}

/** The source that says whose the document is that is there, where somebody in particular would replace it and its row does not say. */
function sourceToAsk(present: DocumentRecord | undefined, group: readonly Candidate[]): string | undefined {
  if (present === undefined || !isOwnerUnsaid(present)) return undefined;
  return group.some(({ writer }) => writer !== undefined) ? present.source : undefined;
}

/** The documents that wait to be indexed, each once. */
export function waitingRows(decided: readonly Decided[]): readonly DocumentRecord[] {
  return [...new Set(decided.flatMap(({ row }) => (row?.state === 'accepted' ? [row] : [])))];
}

function keyOf({ collection, key }: Candidate): string {
  return documentRecordKey(collection, key);
}
