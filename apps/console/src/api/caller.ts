import type { Principal } from '@tributary/contracts';

/** Stands where operations want a principal: over HTTP the server makes its own and never looks at this one. */
export const GUEST: Principal = { subject: 'console', groups: [], scopes: [], collections: [], unrestricted: false };
