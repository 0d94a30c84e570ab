import type { SessionInput } from '@tributary/contracts';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { useSearchParams } from '../shell/location.js';
import { IssuerEntrance } from './issuer-entrance.js';
import { failureWords, landingAt } from './sign-in-words.js';
import { forgetSigningOut, issuerSignOut } from './signed-out.js';
import { TokenForm } from './token-form.js';
import { useSession } from './use-session.js';

/** Signs in at the issuer where there is one, by the code behind the # of the printed link, or by a token. The code leaves the address at once. */
export function SignInScreen() {
  const { data } = useSession();
  const [params] = useSearchParams();
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
  const failed = failureWords(params.get('failed'));
  const tokenForm = (
    <TokenForm
      isBusy={signIn.isPending}
      onToken={(token) => {
        mutate({ token }, { onSuccess: goOn });
      }}
    />
  );
  return (
    <section className="card stack sign-in">
      <h1>Sign in</h1>
      {failed === undefined ? null : (
        <div className="notice bad" role="alert">
          {failed} <code>{params.get('failed')}</code>
        </div>
      )}
      {signIn.error === null ? null : <Failure error={signIn.error} />}
      <p className="muted">
        {data?.caller === undefined
          ? 'This server asks everybody who they are.'
          : 'Without signing in one searches, reads and stores. The owner does everything.'}
      </p>
      {data?.signed_in === false ? <SignedOut /> : null}
      {data?.sign_in === undefined ? null : <IssuerEntrance {...data.sign_in} />}
      <ByToken isOnlyWay={data?.sign_in === undefined}>{tokenForm}</ByToken>
    </section>
  );
}

/** The issuer may know the browser still, and would let the next one in as the last. */
function SignedOut() {
  const address = issuerSignOut();
  if (address === undefined) return null;
  return (
    <div className="notice" role="status">
      You are signed out here. The issuer may still know you: <a href={address}>sign out there, too</a>, where others use this browser.
    </div>
  );
}

function ByToken({ isOnlyWay, children }: { readonly isOnlyWay: boolean; readonly children: ReactNode }) {
  const explanation = (
    <p className="muted">
      Open the link that the server printed at its start, or give a token: the owner’s stands in <code>server.json</code> of the data
      folder.
    </p>
  );
  if (isOnlyWay) {
    return (
      <>
        {explanation}
        {children}
      </>
    );
  }
  return (
    <details>
      <summary>Sign in with a token</summary>
      {explanation}
      {children}
    </details>
  );
}

/** By loading the page anew: nothing that was read for somebody else stays. */
function goOn(): void {
  forgetSigningOut();
  window.location.replace(landingAt(window.location));
}
