import { NothingIndexed } from '../parts/nothing-indexed.js';
import { counted } from '../parts/time.js';
import { CoverageLine } from './coverage-line.js';
import { HitCard } from './hit-card.js';
import type { SearchView } from './search-view.js';
import type { useSearch } from './use-search.js';
import { Welcome } from './welcome.js';

interface ResultsProps {
  readonly view: SearchView;
  readonly search: ReturnType<typeof useSearch>;
  readonly onOpen: (uri: string) => void;
}

export function Results({ view, search, onOpen }: ResultsProps) {
  const { last, hits, notes, isFetching, isOld, hasMore, more, isFetchingMore } = search;
  if (view.query.trim() === '') return <Welcome />;
  if (last === undefined) return isFetching ? <p className="muted">Searching …</p> : null;
  return (
    <div className={isOld ? 'stack is-old' : 'stack'} aria-busy={isOld}>
      <div className="spread results-head">
        <p role="status" className="small muted">
          {hits.length === 0 ? 'Nothing was found.' : hasMore ? `${hits.length.toString()}+ passages` : counted(hits.length, 'passage')}
        </p>
        <CoverageLine coverage={last.coverage} tookMs={last.took_ms} />
      </div>
      {notes.map((note) => (
        <p key={note} className="notice small">
          {note}
        </p>
      ))}
      {hits.length === 0 ? <NothingFound isEmpty={last.coverage.length === 0} /> : null}
      <ol className="stack">
        {hits.map((hit) => (
          <HitCard key={hit.uri} hit={hit} query={view.query} isOpen={hit.uri === view.open} onOpen={onOpen} />
        ))}
      </ol>
      {hasMore ? (
        <button type="button" disabled={isFetchingMore} onClick={() => void more()}>
          {isFetchingMore ? 'Loading …' : 'More'}
        </button>
      ) : null}
    </div>
  );
}

/** @param isEmpty true where there was nothing to search */
function NothingFound({ isEmpty }: { readonly isEmpty: boolean }) {
  return isEmpty ? <NothingIndexed /> : <p className="muted">Try other words, or fewer filters.</p>;
}
