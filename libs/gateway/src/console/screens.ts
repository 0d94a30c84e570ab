/** Addresses of the console's screens: the page is the same, and looks at the address itself. Nothing else falls back to it. */
export const SCREENS: readonly string[] = ['/', '/playground', '/federation', '/collections', '/sources', '/assistants', '/sign-in'];
