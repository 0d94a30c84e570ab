import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallContext } from '@tributary/contracts';
import { useApi, type Api } from './api-context.js';

/** A call that changes something: what was read before is read anew after it. */
export function useAction<Input, Answer>(run: (operations: Api['operations'], input: Input, context: CallContext) => Promise<Answer>) {
  const { operations, context } = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => run(operations, input, context(new AbortController().signal)),
    onSettled: () => cache.invalidateQueries(),
  });
}
