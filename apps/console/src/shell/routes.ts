import type { ComponentType } from 'react';

/** A screen of the console: loaded when it is opened. */
export interface Route {
  readonly path: string;
  /** As the navigation shows it. */
  readonly label: string;
  readonly load: () => Promise<ComponentType>;
}

function route(path: string, label: string, load: () => Promise<ComponentType>): Route {
  return { path, label, load };
}

/** Every screen there is, in the order of the navigation. The gateway serves the page at these paths (libs/gateway/src/console). */
export const ROUTES: readonly Route[] = [
  route('/', 'Search', async () => (await import('../search/search-screen.js')).SearchScreen),
  route('/playground', 'Playground', async () => (await import('../playground/playground-screen.js')).PlaygroundScreen),
  route('/federation', 'Federation', async () => (await import('../federation/federation-screen.js')).FederationScreen),
  route('/collections', 'Collections', async () => (await import('../collections/collections-screen.js')).CollectionsScreen),
  route('/sources', 'Sources', async () => (await import('../sources/sources-screen.js')).SourcesScreen),
  route('/assistants', 'Assistants', async () => (await import('../assistants/assistants-screen.js')).AssistantsScreen),
];

/** Where one signs in: reached from the top of the page, not from its navigation. */
export const SIGN_IN: Route = route('/sign-in', 'Sign in', async () => (await import('../session/sign-in-screen.js')).SignInScreen);
