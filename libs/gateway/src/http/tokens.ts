/** What the controllers are given. */
export const OPERATIONS = Symbol('operations');
export const AUTHENTICATOR = Symbol('authenticator');
export const RECENT_CALLS = Symbol('recent calls of assistants');
export const CALL_MEMORY = Symbol('call memory');
export const VERSION = Symbol('version');
/** What turns files into text. */
export const EXTRACTOR = Symbol('extractor');
export const REPORT = Symbol('report of errors');
