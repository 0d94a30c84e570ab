import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';

/** Names of the engines and models that are configured; empty until the server said so. */
export function useConfigured(): { readonly engines: readonly string[]; readonly models: readonly string[] } {
  const { operations, context } = useApi();
  const { data } = useQuery({ queryKey: ['status'], queryFn: ({ signal }) => operations.status(context(signal)), staleTime: 10_000 });
  const names = (of: readonly { readonly name: string }[] = []) => [...new Set(of.map(({ name }) => name))];
  return { engines: names(data?.engines), models: names(data?.embedders) };
}
