import { useCallback, useMemo, useSyncExternalStore } from 'react';

const CHANGED = 'tributary:location';

function subscribe(listen: () => void): () => void {
  window.addEventListener('popstate', listen);
  window.addEventListener(CHANGED, listen);
  return () => {
    window.removeEventListener('popstate', listen);
    window.removeEventListener(CHANGED, listen);
  };
}

/** Goes to an address of the console without loading the page anew. `replace` leaves no entry in the history. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (to === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
  window.dispatchEvent(new Event(CHANGED));
}

/** The path of the page, such as `/collections`. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
}

/** The state that stands in the address, and what changes it: typing replaces, a choice leaves an entry in the history. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (change: (params: URLSearchParams) => void, options?: { readonly replace?: boolean }) => void,
] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback((edit: (next: URLSearchParams) => void, options?: { readonly replace?: boolean }) => {
    const next = new URLSearchParams(window.location.search);
    edit(next);
    const text = next.toString();
    navigate(window.location.pathname + (text === '' ? '' : `?${text}`), options);
  }, []);
  return [params, change];
}
