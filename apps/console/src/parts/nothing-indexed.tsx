import { SignInHint } from '../session/sign-in-hint.js';
import { Link } from '../shell/link.js';

/** The way on where there is no collection yet. */
export function NothingIndexed() {
  return (
    <p className="muted">
      Nothing is indexed yet. Add a folder or a web page under <Link href="/sources">Sources</Link>, or by <code>tributary index PATH</code>
      .
      <SignInHint to="add any folder" />
    </p>
  );
}
