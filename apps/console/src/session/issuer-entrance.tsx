import { forgetSigningOut } from './signed-out.js';
import { entranceTo } from './sign-in-words.js';

/** Leads to the issuer, where one signs in. */
export function IssuerEntrance({ issuer, url }: { readonly issuer: string; readonly url: string }) {
  const href = entranceTo(url, window.location);
  return (
    <div className="row">
      <a className="button primary" href={href} onClick={forgetSigningOut}>
        Sign in at {new URL(issuer).host}
      </a>
      <a className="small" href={`${href}&another=1`} onClick={forgetSigningOut}>
        with another account
      </a>
    </div>
  );
}
