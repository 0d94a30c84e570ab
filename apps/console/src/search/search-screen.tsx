import { useCallback, useRef, useState, type ReactNode } from 'react';
import { Failure } from '../parts/failure.js';
import { useMedia } from '../shell/media.js';
import { DocumentPanel } from './document-panel.js';
import { Facets } from './facets.js';
import { KeyboardHelp } from './keyboard-help.js';
import { Results } from './results.js';
import { SearchBox } from './search-box.js';
import { filtersOf } from './search-view.js';
import { moveToHit, useKeys } from './use-keys.js';
import { useSearch } from './use-search.js';
import { useView } from './use-view.js';
import './search.css';

/** One box over every collection: type, read, open. */
export function SearchScreen() {
  const [view, actions] = useView();
  const search = useSearch(view);
  const box = useRef<HTMLInputElement>(null);
  const help = useHelp();
  const close = useCallback(() => {
    actions.close();
    box.current?.focus();
  }, [actions]);
  useKeys({ box, onEscape: close, onHelp: help.open });
  const toHits = useCallback(() => {
    moveToHit(1, box.current);
  }, []);
  return (
    <div className={view.open === '' ? 'search' : 'search with-panel'}>
      <h1 className="hidden-visually">Search</h1>
      <SearchBox query={view.query} box={box} onDown={toHits} onQuery={actions.ask} onAgain={search.again} />
      <Fold chosen={filtersOf(view)} besideFrom={view.open === '' ? '60.01rem' : '75.01rem'}>
        <Facets view={view} hits={search.hits} onToggle={actions.toggle} onSince={actions.since} />
      </Fold>
      <section className="stack results" aria-label="Results">
        {search.error === null ? null : <Failure error={search.error} onAgain={search.again} />}
        {search.error === null || filtersOf(view) === 0 ? null : (
          <button type="button" className="small to-all" onClick={actions.searchAll}>
            Search everything
          </button>
        )}
        <Results view={view} search={search} onOpen={actions.open} />
      </section>
      {view.open === '' ? null : <DocumentPanel key={view.open} uri={view.open} query={view.query} onClose={close} />}
      {help.isOpen ? <KeyboardHelp onClose={help.close} /> : null}
    </div>
  );
}

function useHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => {
    setIsOpen(true);
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
  }, []);
  return { isOpen, open, close };
}

/** The filters stand beside the hits from this width on; where there is less room they unfold above them. */
function Fold({ besideFrom, chosen, children }: { readonly besideFrom: string; readonly chosen: number; readonly children: ReactNode }) {
  const isWide = useMedia(`(min-width: ${besideFrom})`);
  if (isWide) {
    return (
      <aside className="facets-fold" aria-label="Filters">
        {children}
      </aside>
    );
  }
  return (
    <details className="facets-fold">
      <summary>{chosen === 0 ? 'Filters' : `Filters (${chosen.toString()})`}</summary>
      {children}
    </details>
  );
}
