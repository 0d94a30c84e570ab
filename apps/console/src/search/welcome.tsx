import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { NothingIndexed } from '../parts/nothing-indexed.js';
import { leftOut } from '../parts/kept-counts.js';
import { counted } from '../parts/time.js';

/** What stands there before anything is asked: what can be searched. */
export function Welcome() {
  const { operations, context } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['collections'],
    queryFn: ({ signal }) => operations.listCollections(context(signal)),
  });
  if (error !== null) return <Failure error={error} onAgain={() => void refetch()} />;
  if (data === undefined) return <p className="muted">Asking the server …</p>;
  const total = (of: 'documents' | 'chunks') => data.reduce((sum, one) => sum + one[of], 0);
  if (data.length === 0) return <NothingIndexed />;
  return (
    <p className="muted">
      {counted(total('chunks'), 'passage')} of {counted(total('documents'), 'document')} in {counted(data.length, 'collection')}.{' '}
      {leftOut(data)}
    </p>
  );
}
