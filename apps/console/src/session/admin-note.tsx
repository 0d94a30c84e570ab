import { useIsAdmin, useSession } from './use-session.js';

/** Says to whom it does not belong how one comes to do more; nothing to who may do everything, and while that is not known. */
export function AdminNote({ actions }: { readonly actions: string }) {
  const { data } = useSession();
  const isAdmin = useIsAdmin();
  if (data?.caller === undefined || isAdmin) return null;
  return (
    <p className="muted small">
      {actions} needs the scope <code>admin</code>:{' '}
      {data.signed_in ? 'who runs the server can give it to you.' : 'sign in by the link that the server printed at its start.'}
    </p>
  );
}
