import type { SessionInput } from '@tributary/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { navigate } from '../shell/location.js';
import { useSession } from './use-session.js';

/** Signs in by the code behind the # of the printed link, else by a token. The code leaves the address at once. */
export function SignInScreen() {
  const [token, setToken] = useState('');
  const { data } = useSession();
  const signIn = useAction((operations, input: SessionInput, context) => operations.signIn(input, context));
  const { mutate } = signIn;
  const isTried = useRef(false);
  useEffect(() => {
    const code = window.location.hash.slice(1);
    if (code === '' || isTried.current) return;
    isTried.current = true;
    window.history.replaceState(null, '', window.location.pathname);
    mutate({ code }, { onSuccess: goOn });
  }, [mutate]);
  return (
    <form
      className="card stack sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ token: token.trim() }, { onSuccess: goOn });
      }}
    >
      <h1>Sign in</h1>
      <p className="muted">
        {data?.caller === undefined
          ? 'This server asks everybody who they are.'
          : 'Without signing in one searches, reads and stores. The owner does everything.'}{' '}
        Open the link that the server printed at its start, or give a token: the owner’s stands in <code>server.json</code> of the data
        folder.
      </p>
      <label className="field">
        <span>Token</span>
        <input
          type="password"
          autoComplete="off"
          value={token}
          onChange={({ target }) => {
            setToken(target.value);
          }}
        />
      </label>
      {signIn.error === null ? null : <Failure error={signIn.error} />}
      <div className="row">
        <button type="submit" className="primary" disabled={token.trim() === '' || signIn.isPending}>
          Sign in
        </button>
      </div>
    </form>
  );
}

function goOn(): void {
  navigate('/', { replace: true });
}
