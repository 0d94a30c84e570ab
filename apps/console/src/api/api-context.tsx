import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { HttpConnection, HttpOperations, HttpTools } from '@tributary/api-client';
import type { CallContext } from '@tributary/contracts';
import { TributaryError } from '@tributary/kernel';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { GUEST } from './caller.js';

/** What screens reach the server with. */
export interface Api {
  readonly operations: HttpOperations;
  /** The search and the tools of assistants as the playground asks them: the server counts that apart. */
  readonly playground: { readonly operations: HttpOperations; readonly tools: HttpTools };
  /** For a call of `operations`: the server makes out who calls, not the page. */
  readonly context: (signal: AbortSignal) => CallContext;
}

const ApiContext = createContext<Api | undefined>(undefined);

/** Gives all screens the one connection, and the cache of what it answered. */
export function ApiProvider({ children }: { readonly children: ReactNode }) {
  const [api] = useState(createApi);
  const [cache] = useState(createCache);
  return (
    <QueryClientProvider client={cache}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  );
}

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('useApi stands outside of ApiProvider.');
  return api;
}

function createApi(): Api {
  const url = window.location.origin;
  const playing = new HttpConnection({ url, headers: { 'x-tributary-client': 'playground' } });
  return {
    operations: new HttpOperations(new HttpConnection({ url })),
    playground: { operations: new HttpOperations(playing), tools: new HttpTools(playing) },
    context: (signal) => ({ principal: GUEST, signal }),
  };
}

/** How soon what was not answered is asked for again. */
const AGAIN_MS = 5000;

function createCache(): QueryClient {
  // Where the session is over, wherever that is noticed first, the console asks who one is now; where nobody answers, whether somebody does again.
  const askWho = (error: unknown, query?: { readonly queryKey: readonly unknown[] }) => {
    if (query?.queryKey[0] === 'session' || !(error instanceof TributaryError)) return;
    if (error.category === 'unauthenticated' || error.category === 'denied' || isAway(error))
      void cache.invalidateQueries({ queryKey: ['session'] });
  };
  const cache: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: askWho }),
    mutationCache: new MutationCache({
      onError: (error) => {
        askWho(error);
      },
    }),
    defaultOptions: {
      queries: {
        // A refusal stays one, whoever asks again; what may pass is tried twice more.
        retry: (count, error) => count < 2 && error instanceof TributaryError && error.retryable,
        // Whether or not the session could be asked for meanwhile.
        refetchInterval: ({ state }) => (state.status === 'error' && isAway(state.error) ? AGAIN_MS : false),
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return cache;
}

/** Nobody answered, or a proxy in the server's place. */
function isAway(error: unknown): boolean {
  return error instanceof TributaryError && error.retryable && (error.code === 'SERVER.UNREACHABLE' || error.code === 'SERVER.ERROR');
}
