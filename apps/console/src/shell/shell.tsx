import { Suspense, useEffect, useRef, useState } from 'react';
import { SessionChip } from '../session/session-chip.js';
import { signInAgainAt } from '../session/sign-in-words.js';
import { useSession, useSessionWatch } from '../session/use-session.js';
import { Link } from './link.js';
import { usePath, useSearchParams } from './location.js';
import { ROUTES, SIGN_IN, type Route } from './routes.js';
import { ScreenFailure } from './screen-failure.js';
import { Screens } from './screens.js';
import { ThemeSwitch } from './theme-switch.js';

/** What stands around every screen. */
export function Shell() {
  const path = usePath();
  const mustSignIn = useMustSignIn();
  const isOver = useSessionWatch();
  const route = mustSignIn ? SIGN_IN : [...ROUTES, SIGN_IN].find((one) => one.path === path);
  const main = useFocusAfterMoving(path);
  useEffect(() => {
    document.title = route === undefined || route.path === '/' ? 'Tributary' : `${route.label} · Tributary`;
  }, [route]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="topbar">
        <Link className="brand" href="/" aria-label="Tributary, search">
          <img src="/tributary.svg" alt="" width="24" height="24" />
          Tributary
        </Link>
        {mustSignIn ? null : <Navigation path={path} />}
        <div className="row topbar-end">
          <SessionChip />
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" className="page" tabIndex={-1} ref={main}>
        {isOver && route !== SIGN_IN ? (
          <p role="alert" className="notice warn session-over">
            Your session is over: <SignInAgain />.
          </p>
        ) : null}
        <Screen route={route} />
      </main>
    </>
  );
}

/** Back to where one is. */
function SignInAgain() {
  // Which changes with every question.
  useSearchParams();
  return <Link href={signInAgainAt(window.location)}>sign in again</Link>;
}

/** Where the server asks everybody to sign in there is no other screen until somebody did. */
function useMustSignIn(): boolean {
  const { data } = useSession();
  return data !== undefined && data.caller === undefined;
}

function Navigation({ path }: { readonly path: string }) {
  return (
    <nav aria-label="Screens">
      <ul>
        {ROUTES.map((route) => (
          <li key={route.path}>
            <Link href={route.path} aria-current={route.path === path ? 'page' : undefined}>
              {route.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Screen({ route }: { readonly route: Route | undefined }) {
  const [screens] = useState(() => new Screens());
  if (route === undefined) {
    return (
      <div className="stack">
        <h1>There is nothing here</h1>
        <p>
          Go to <Link href="/">the search</Link>.
        </p>
      </div>
    );
  }
  const Content = screens.of(route);
  return (
    <ScreenFailure
      key={route.path}
      onFailed={() => {
        screens.forget(route);
      }}
    >
      <Suspense fallback={<p className="muted">Loading …</p>}>
        <Content />
      </Suspense>
    </ScreenFailure>
  );
}

/** After a move to another screen a screen reader goes on at its content. */
function useFocusAfterMoving(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path]);
  return main;
}
