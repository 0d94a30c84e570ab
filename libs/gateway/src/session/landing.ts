import { SCREENS } from '../console/screens.js';

const MAX_LENGTH = 2000;
/** Stands for this server while an address is read. */
const HERE = 'http://here.invalid';

/** Where the console goes on after signing in: a screen of its own with its query, and nothing else, whatever was asked for. */
export function landingOf(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_LENGTH || !URL.canParse(asked, HERE)) return '/';
  const { origin, pathname, search } = new URL(asked, HERE);
  const isScreen = origin === HERE && pathname !== '/sign-in' && SCREENS.includes(pathname);
  return isScreen ? pathname + search : '/';
}
