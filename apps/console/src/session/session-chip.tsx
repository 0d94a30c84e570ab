import { useAction } from '../api/use-action.js';
import { Link } from '../shell/link.js';
import { leave } from './signed-out.js';
import { useSession } from './use-session.js';

/** Who one is here, and the way in or out. */
export function SessionChip() {
  const { data } = useSession();
  const signOut = useAction((operations, _: undefined, context) => operations.signOut(context));
  if (data === undefined) return null;
  if (!data.signed_in) {
    return (
      <Link className="small" href="/sign-in">
        Sign in
      </Link>
    );
  }
  return (
    <>
      <span className="chip good">{data.caller?.is_owner === true ? 'owner' : (data.caller?.user_id ?? data.caller?.subject)}</span>
      <button
        type="button"
        className="quiet small"
        onClick={() => {
          signOut.mutate(undefined, {
            onSuccess: ({ issuer_sign_out: address }) => {
              leave(address);
            },
          });
        }}
      >
        Sign out
      </button>
    </>
  );
}
