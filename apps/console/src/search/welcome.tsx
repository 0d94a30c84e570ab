import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { Link } from '../shell/link.js';

/** What stands there before anything is asked: what can be searched. */
export function Welcome() {
  const { operations, context } = useApi();
  const { data, error } = useQuery({ queryKey: ['collections'], queryFn: ({ signal }) => operations.listCollections(context(signal)) });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <p className="muted">Asking the server …</p>;
  const total = (of: 'documents' | 'chunks') => data.reduce((sum, one) => sum + one[of], 0).toLocaleString('en');
  if (data.length === 0) {
    return (
      <p className="muted">
        Nothing is indexed yet. Add a folder or a web page under <Link href="/sources">Sources</Link>, or by{' '}
        <code>tributary index PATH</code>.
      </p>
    );
  }
  return (
    <p className="muted">
      {total('chunks')} passages of {total('documents')} documents in {data.length} collections.
    </p>
  );
}
