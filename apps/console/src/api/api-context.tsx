import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { HttpConnection, HttpOperations, HttpTools } from '@tributary/api-client';
import type { CallContext } from '@tributary/contracts';
import { TributaryError } from '@tributary/kernel';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { GUEST } from './caller.js';

/** What screens reach the server with. */
export interface Api {
  readonly operations: HttpOperations;
  /** The tools of assistants. */
  readonly tools: HttpTools;
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
  const connection = new HttpConnection({ url: window.location.origin });
  return {
    operations: new HttpOperations(connection),
    tools: new HttpTools(connection),
    context: (signal) => ({ principal: GUEST, signal }),
  };
}

function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal stays one, whoever asks again; what may pass is tried twice more.
        retry: (count, error) => count < 2 && error instanceof TributaryError && error.retryable,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
