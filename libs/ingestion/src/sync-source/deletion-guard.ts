/** Below this number deletions need no confirmation, however large a share they are. */
const MANY = 20;

interface DeletionPlan {
  readonly sourceId: string;
  /** Documents the source had before the sync. */
  readonly documents: number;
  readonly deletions: number;
  /** Files the walk met; undefined where only a part of the source was walked. */
  readonly files: number | undefined;
  readonly confirmed: boolean;
  /** True of pages, each of which its server said is gone. */
  readonly isWitnessed?: boolean;
}

/** Why a sync must not delete what it planned to; undefined when it may. An empty folder is more likely a lost mount than a wish. */
export function whyNotDelete({ sourceId, documents, deletions, files, confirmed, isWitnessed = false }: DeletionPlan): string | undefined {
  if (deletions === 0 || confirmed) return undefined;
  const goOn = `To go on: tributary sources confirm ${sourceId}`;
  if (files === 0 && !isWitnessed) return `The folder is empty, but ${documents} documents are known of it. Nothing was deleted. ${goOn}`;
  if (deletions < MANY || deletions * 2 <= documents) return undefined;
  return `${deletions} of ${documents} documents would be deleted. Nothing was deleted. ${goOn}`;
}
