/** What to say of a sign-in at the issuer that failed, and what to do next. The address brings a code and never the words. */
const WORDS: Readonly<Record<string, string>> = {
  'SIGN_IN.NOT_BEGUN': 'This sign-in was not begun in this browser, or more than ten minutes ago. Sign in again.',
  'SIGN_IN.REFUSED':
    'The issuer did not let you in, or you stopped there. Sign in again, with another account where this one may not come here.',
  'SIGN_IN.EXPIRED': 'The sign-in was used before or took too long. Sign in again.',
  'SIGN_IN.MISCONFIGURED':
    'The issuer and this server do not agree on how to sign in. Whoever runs the server finds the reason in its log; docs/console.md says what to set up.',
  'AUTH.ISSUER_UNAVAILABLE': 'The issuer does not answer now. Nothing is wrong with your account: sign in again in a moment.',
  'SESSION.UNAVAILABLE': 'The server cannot keep sessions now. Sign in again in a moment.',
};

/** Undefined where nothing failed. */
export function failureWords(code: string | null): string | undefined {
  if (code === null) return undefined;
  return (
    (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? 'Signing in did not work. Sign in again; the log of the server says more.'
  );
}

/** Where one goes on after signing in: the screen one was on, never another site. */
export function landingAt({ pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>): string {
  if (pathname !== '/sign-in') return pathname + search;
  const asked = new URLSearchParams(search).get('next') ?? '/';
  const url = URL.canParse(asked, origin) ? new URL(asked, origin) : undefined;
  return url?.origin === origin ? url.pathname + url.search : '/';
}

/** Longest address that the server takes to go on at. */
const MOST_KEPT = 2000;

/** The address where a browser begins to sign in, and comes back from to the screen it was on; without its question where that is too long to be carried there and back. */
export function entranceTo(url: string, location: Pick<Location, 'pathname' | 'search' | 'origin'>): string {
  const entrance = new URL(url);
  const landing = landingAt(location);
  entrance.searchParams.set('next', landing.length > MOST_KEPT ? landing.replace(/\?.*/s, '') : landing);
  return entrance.href;
}

/** The screen where one signs in again, and from which one comes back to where one is; the question is encoded once more on the way. */
export function signInAgainAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const address = (next: string) => `/sign-in?${new URLSearchParams({ next }).toString()}`;
  const whole = address(pathname + search);
  return whole.length > MOST_SENT ? address(pathname) : whole;
}

/** Of an address: what servers and proxies between take. */
const MOST_SENT = 100_000;
