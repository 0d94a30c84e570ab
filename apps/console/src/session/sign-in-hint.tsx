import { Link } from '../shell/link.js';
import { useSession } from './use-session.js';

/** How a guest comes to do what follows; nothing to who signed in, and while that is not known. */
export function SignInHint({ to }: { readonly to: string }) {
  const { data } = useSession();
  if (data?.caller === undefined || data.signed_in) return null;
  return (
    <>
      {' '}
      To {to}, open the link that the server printed at its start, or <Link href="/sign-in">sign in</Link>.
    </>
  );
}
