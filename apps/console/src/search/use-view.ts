import { useMemo } from 'react';
import { useSearchParams } from '../shell/location.js';
import { toggle, viewOf, type SearchView } from './search-view.js';

/** What changes the view; all of it stands in the address. */
export interface ViewActions {
  readonly ask: (query: string) => void;
  readonly toggle: (name: 'c' | 'type', value: string) => void;
  readonly since: (since: string) => void;
  /** Without filters. */
  readonly searchAll: () => void;
  readonly open: (uri: string) => void;
  readonly close: () => void;
}

export function useView(): readonly [SearchView, ViewActions] {
  const [params, change] = useSearchParams();
  const view = useMemo(() => viewOf(params), [params]);
  const actions = useMemo((): ViewActions => {
    const set = (name: string, value: string, options?: { readonly replace: boolean }) => {
      change((next) => {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }, options);
    };
    return {
      // Typing leaves no entry for every word in the history.
      ask: (query) => {
        set('q', query.trim(), { replace: true });
      },
      toggle: (name, value) => {
        change((next) => {
          toggle(next, name, value);
        });
      },
      since: (since) => {
        set('since', since);
      },
      searchAll: () => {
        change((next) => {
          for (const name of ['c', 'type', 'since']) next.delete(name);
        });
      },
      open: (uri) => {
        set('open', uri);
      },
      close: () => {
        set('open', '');
      },
    };
  }, [change]);
  return [view, actions];
}
