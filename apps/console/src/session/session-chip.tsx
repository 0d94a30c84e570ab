import { useAction } from '../api/use-action.js';
import { Link } from '../shell/link.js';
import { leave } from './signed-out.js';
import { useSession } from './use-session.js';

/** Who one is here, and the way in or out. */
export function SessionChip() {
  const { data } = useSession();
  // Before anything is asked again: the page goes with all that it knows.
  const signOut = useAction(async (operations, _: undefined, context) => {
    const { issuer_sign_out: address } = await operations.signOut(context);
    leave(address);
  });
  // Without a caller the page is that of signing in.
  if (data?.caller === undefined) return null;
  if (!data.signed_in) {
    return (
      <Link className="small" href="/sign-in">
        Sign in
      </Link>
    );
  }
  const { is_owner: isOwner, user_id: user, subject } = data.caller;
  const who = isOwner ? 'owner' : (user ?? subject);
  return (
    <>
      <span className="chip good who" title={who}>
        {who}
      </span>
      <button
        type="button"
        className="quiet small"
        onClick={() => {
          signOut.mutate(undefined);
        }}
      >
        Sign out
      </button>
    </>
  );
}
