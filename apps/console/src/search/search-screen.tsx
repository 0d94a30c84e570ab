import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';

/** One box over every collection. */
export function SearchScreen() {
  const { operations, context } = useApi();
  const { data } = useQuery({ queryKey: ['collections'], queryFn: ({ signal }) => operations.listCollections(context(signal)) });
  return (
    <div className="stack">
      <h1>Search</h1>
      <p className="muted">{data === undefined ? 'Asking the server …' : `${data.length.toString()} collections`}</p>
    </div>
  );
}
