import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { StatusChip } from '../parts/status-chip.js';

/** Engines and models, and whether they answer. */
export function EngineHealth() {
  const { operations, context } = useApi();
  const { data } = useQuery({ queryKey: ['status'], queryFn: ({ signal }) => operations.status(context(signal)), refetchInterval: 10_000 });
  if (data === undefined) return null;
  return (
    <ul className="row small" aria-label="Engines and models">
      {[...data.engines, ...data.embedders, ...data.rerankers].map(({ name, kind, status, detail }) => (
        <li key={`${kind}/${name}`} title={detail ?? kind}>
          {name} <StatusChip status={status} />
        </li>
      ))}
    </ul>
  );
}
