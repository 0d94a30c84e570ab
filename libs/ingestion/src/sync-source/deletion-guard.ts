import type { SourceRecord } from '@tributary/engines-port';

/** Below this number deletions need no confirmation, however large a share they are. */
const MANY = 20;
/** Deletions within this time are judged as one. */
const TOGETHER_MS = 3_600_000;
/** Losses that are noted as one. */
const NOTED_MS = 300_000;

type Losses = NonNullable<SourceRecord['lost']>;

export interface DeletionPlan {
  readonly sourceId: string;
  /** Documents the source had before the sync. */
  readonly documents: number;
  /** Without those that nobody lost: files that moved, that new patterns of the source leave out, or that version control took out. */
  readonly deletions: number;
  /** Documents the sync brings. */
  readonly added: number;
  /** Of the syncs before. */
  readonly losses: Losses;
  /** Files the walk met; undefined where only a part of the source was walked. */
  readonly files: number | undefined;
  readonly confirmed: boolean;
  /** True of pages, each of which its server said is gone. */
  readonly isWitnessed?: boolean;
}

/** Why a sync must not delete what it planned to; undefined when it may. An empty folder is more likely a lost mount than a wish. */
export function whyNotDelete(plan: DeletionPlan): string | undefined {
  const { sourceId, documents, deletions, added, losses, files, confirmed, isWitnessed = false } = plan;
  if (deletions === 0 || confirmed) return undefined;
  const goOn = `To go on: tributary sources confirm ${sourceId}`;
  if (files === 0 && !isWitnessed) return `The folder is empty, but ${documents} documents are known of it. Nothing was deleted. ${goOn}`;
  if (areMany(deletions, documents)) return `${deletions} of ${documents} documents would be deleted. Nothing was deleted. ${goOn}`;
  const before = Math.max(
    0,
    losses.reduce((sum, loss) => sum + loss.documents, 0),
  );
  const [all, of] = [before + deletions - added, before + documents];
  if (before === 0 || !areMany(all, of)) return undefined;
  return `With these ${deletions}, ${all} of ${of} documents would have been deleted within an hour. The last ones were not. ${goOn}`;
}

/** What counts together with the deletions of a sync that begins now. While it is not settled whether some may go, all of it does. */
export function lossesOf({ lost = [], holds = false }: Pick<SourceRecord, 'lost' | 'holds'>, now: number): Losses {
  return holds ? lost : lost.filter(({ at }) => at <= now && at > now - TOGETHER_MS);
}

/** These losses and that of a sync that ends now; what comes makes up for what went, and is not saved up. */
export function withLoss(losses: Losses, { at, documents }: Losses[number]): Losses {
  if (documents === 0) return losses;
  if (losses.reduce((sum, loss) => sum + loss.documents, documents) <= 0) return [];
  const last = losses.at(-1);
  if (last === undefined || last.at <= at - NOTED_MS) return [...losses, { at, documents }];
  return [...losses.slice(0, -1), { at: last.at, documents: last.documents + documents }];
}

function areMany(some: number, all: number): boolean {
  return some >= MANY && some * 2 > all;
}
