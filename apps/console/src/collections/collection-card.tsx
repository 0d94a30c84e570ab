import type { CollectionSummary } from '@tributary/contracts';
import { StatusChip } from '../parts/status-chip.js';
import { numberOf } from '../parts/kept-counts.js';
import { ago, count } from '../parts/time.js';
import { withoutCommands } from '../parts/without-commands.js';
import { useIsAdmin } from '../session/use-session.js';
import { Link } from '../shell/link.js';
import type { Intent } from './intent.js';
import { MoveProgress } from './move-progress.js';

interface CollectionCardProps {
  readonly collection: CollectionSummary;
  /** Passages more than when the screen was opened. */
  readonly grown: number;
  /** Whether something may be moving. */
  readonly mayMove: boolean;
  readonly onIntent: (intent: Intent) => void;
}

const LABELS: Readonly<Record<Intent, string>> = {
  adopt: 'Adopt',
  describe: 'Describe',
  reembed: 'Re-embed',
  move: 'Move or copy',
  delete: 'Delete',
};

export function CollectionCard({ collection, grown, mayMove, onIntent }: CollectionCardProps) {
  const isAdmin = useIsAdmin();
  const {
    name,
    engine,
    description,
    description_generated: isGenerated,
    model,
    documents,
    chunks,
    status,
    created_at: created,
  } = collection;
  return (
    <li className="card stack collection">
      <div className="spread">
        <h2>
          <Link href={`/?c=${encodeURIComponent(name)}`}>{name}</Link>
        </h2>
        <StatusChip status={status} />
      </div>
      {collection.status_reason === undefined ? null : <p className="small">{withoutCommands(collection.status_reason)}</p>}
      <p className={description === '' ? 'muted small' : 'small'}>
        {description === '' ? 'No description.' : description} {isGenerated ? <span className="chip">made from its content</span> : null}
      </p>
      <dl className="facts small">
        <Fact name="Passages" value={`${numberOf(chunks, collection)}${grown === 0 ? '' : ` (${grown > 0 ? '+' : ''}${count(grown)})`}`} />
        <Fact name="Documents" value={numberOf(documents, collection)} />
        <Fact name="Model" value={`${model.name} · ${model.dimension.toString()}`} />
        <Fact name="Engine" value={collection.foreign === undefined ? engine : `${engine}, ${collection.foreign}`} />
        <Fact name="Made" value={ago(created)} />
      </dl>
      <MoveProgress collection={name} isAsked={mayMove} />
      <div className="row">
        {intentsOf(collection, isAdmin).map((intent) => (
          <button
            key={intent}
            type="button"
            className={intent === 'delete' ? 'danger small' : 'small'}
            aria-label={`${LABELS[intent]} ${name}`}
            onClick={() => {
              onIntent(intent);
            }}
          >
            {LABELS[intent]}
          </button>
        ))}
      </div>
    </li>
  );
}

/** Without the scope admin a collection can be described and no more. */
function intentsOf({ foreign }: CollectionSummary, isAdmin: boolean): readonly Intent[] {
  if (!isAdmin) return foreign === 'found' ? [] : ['describe'];
  if (foreign === 'found') return ['adopt'];
  if (foreign === 'adopted') return ['describe', 'move', 'delete'];
  return ['describe', 'reembed', 'move', 'delete'];
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="number">{value}</dd>
    </div>
  );
}
