const KEY = 'tributary-issuer-sign-out';

/** Leaves the page, and with it all that was read for who signed out. @param issuerSignOut where one signs out at the issuer, too */
export function leave(issuerSignOut: string | undefined): void {
  if (issuerSignOut === undefined) window.location.replace('/');
  else {
    window.sessionStorage.setItem(KEY, issuerSignOut);
    window.location.replace('/sign-in');
  }
}

/** Where whoever just signed out here signs out at the issuer. */
export function issuerSignOut(): string | undefined {
  const address = window.sessionStorage.getItem(KEY);
  return address !== null && /^https?:\/\//.test(address) ? address : undefined;
}

/** For whoever signs in again. */
export function forgetSigningOut(): void {
  window.sessionStorage.removeItem(KEY);
}
