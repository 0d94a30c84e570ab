/** What the controllers are given. */
export const OPERATIONS = Symbol('operations');
export const AUTHENTICATOR = Symbol('authenticator');
