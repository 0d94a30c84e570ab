import { useQuery } from '@tanstack/react-query';
import type { CollectionSummary } from '@tributary/contracts';
import { useRef, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { NothingIndexed } from '../parts/nothing-indexed.js';
import { leftOut } from '../parts/kept-counts.js';
import { counted } from '../parts/time.js';
import { AdminNote } from '../session/admin-note.js';
import { useIsAdmin } from '../session/use-session.js';
import { AdoptDialog } from './adopt-dialog.js';
import { CollectionCard } from './collection-card.js';
import { DeleteDialog } from './delete-dialog.js';
import { DescribeDialog } from './describe-dialog.js';
import { EngineHealth } from './engine-health.js';
import type { Intent } from './intent.js';
import { MoveDialog } from './move-dialog.js';
import { ReembedDialog } from './reembed-dialog.js';
import './collections.css';

const LOOK_MS = 4000;
/** The latest jobs that are looked through for one that goes on or failed. */
const MOST_JOBS = 20;

const DIALOGS = { adopt: AdoptDialog, delete: DeleteDialog, describe: DescribeDialog, move: MoveDialog, reembed: ReembedDialog };

/** Every collection with its card, and what can be done with it. */
export function CollectionsScreen() {
  const { operations, context } = useApi();
  const { data, error } = useQuery({
    queryKey: ['collections'],
    queryFn: ({ signal }) => operations.listCollections(context(signal)),
    refetchInterval: LOOK_MS,
  });
  const mayMove = useMayMove();
  const grownSince = useGrowth(data);
  const [open, setOpen] = useState<{ readonly intent: Intent; readonly collection: CollectionSummary }>();
  const Dialog = open === undefined ? undefined : DIALOGS[open.intent];
  return (
    <div className="stack">
      <div className="spread">
        <h1>Collections</h1>
        <EngineHealth />
      </div>
      {error === null ? null : <Failure error={error} goesOn />}
      {data === undefined ? null : <Totals collections={data} />}
      <AdminNote actions="Adopting, re-embedding, moving and deleting" />
      <ul className="cards">
        {(data ?? []).map((collection) => (
          <CollectionCard
            key={`${collection.engine}/${collection.name}`}
            collection={collection}
            mayMove={mayMove}
            grown={grownSince(collection)}
            onIntent={(intent) => {
              setOpen({ intent, collection });
            }}
          />
        ))}
      </ul>
      {Dialog === undefined || open === undefined ? null : (
        <Dialog
          collection={open.collection}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
}

function Totals({ collections }: { readonly collections: readonly CollectionSummary[] }) {
  if (collections.length === 0) return <NothingIndexed />;
  const total = (of: 'documents' | 'chunks') => collections.reduce((sum, one) => sum + one[of], 0);
  return (
    <p className="muted">
      {counted(collections.length, 'collection')}, {counted(total('documents'), 'document')}, {counted(total('chunks'), 'passage')}.{' '}
      {leftOut(collections)}
    </p>
  );
}

/** Whether work of that kind was under way lately, and the caller may ask about it. */
function useMayMove(): boolean {
  const { operations, context } = useApi();
  const isAdmin = useIsAdmin();
  const { data } = useQuery({
    queryKey: ['maintenance'],
    enabled: isAdmin,
    queryFn: ({ signal }) => operations.listJobs({ queue: 'maintenance', limit: MOST_JOBS }, context(signal)),
    refetchInterval: LOOK_MS,
  });
  // What ended well left nothing to be followed.
  return isAdmin && data?.some(({ state }) => state !== 'done' && state !== 'skipped') === true;
}

/** Passages that came since the screen was opened: the server keeps no history of counts. */
function useGrowth(collections: readonly CollectionSummary[] | undefined) {
  const first = useRef(new Map<string, number>());
  const isKnown = (one: CollectionSummary) => one.counted !== 'not_yet';
  for (const { name, chunks } of collections?.filter(isKnown) ?? []) if (!first.current.has(name)) first.current.set(name, chunks);
  return (one: CollectionSummary) => (isKnown(one) ? one.chunks - (first.current.get(one.name) ?? one.chunks) : 0);
}
